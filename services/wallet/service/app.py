"""The wallet's application object, and what runs in the background of its processes."""

import threading
from typing import Any

from nameko.extensions import DependencyProvider

from services.platform.hosting.host import APP_KEY, Base
from services.platform.operations.encryption import sealer
from services.platform.operations.live_settings import LiveSettings
from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn
from services.wallet import metrics
from services.wallet.invitations import network_rows as networks
from services.wallet.ledger.audit.use_cases import reconcile
from services.wallet.lotteries import ticket_rows as tickets
from services.wallet.payments import purchases
from services.wallet.payments.providers import make_provider
from services.wallet.payments.providers.calls import ProviderCalls
from services.wallet.payments.providers.interface import PaymentProvider
from services.wallet.service import cells
from services.wallet.settings import WalletSettings
from services.wallet.stakes import rows as stakes

log = get_logger(__name__)

_FORGET_ROWS_MAX, _FORGET_STATEMENTS_MAX = 2_000, 20
"""The most rows that one statement deletes, and the number of statements with each comparison of sums: no lock is held
for long, also where an older release has left years of them."""


class App:
    """What the entrypoints use."""

    def __init__(self, base: Base, settings: WalletSettings, provider: PaymentProvider | None = None) -> None:
        """Created once a process. `provider` takes payments; None: the one of the settings, if they name one."""
        self.base = base
        self.settings = settings
        self.matches = cells.choose(base.settings)
        self.live = LiveSettings("wallet", settings, self._adopt, WalletSettings.check)
        found = provider or make_provider(settings)
        most, per_minute = settings.provider_calls_max, settings.provider_calls_per_min
        self.provider = ProviderCalls(found, most, per_minute) if found is not None else None

    def _adopt(self, settings: WalletSettings) -> None:
        """An operator has changed a setting."""
        self.settings = settings

    def run(self, handler: Any, request: Any) -> Any:
        """One unit of work: `handler(work, settings, request)`."""
        return self.base.database.run(handler, self.settings, request)

    def end_checkouts(self, account: str | None = None) -> None:
        """Close the open checkouts of excluded buyers. One that fails is tried again with the next comparison of
        sums."""
        try:
            purchases.end_barred_checkouts(self.base.database, self.provider, account)
        except Exception as error:  # noqa: BLE001 the exclusion stands, and the next look comes
            log.warning("checkouts_not_ended", error=f"{type(error).__name__}: {error}")

    def forget(self) -> None:
        """Delete what no rule looks back to any more, some statements at a time."""
        try:
            for forget in (stakes.forget_pair_wins, networks.forget):
                for _ in range(_FORGET_STATEMENTS_MAX):
                    if self.base.database.run(forget, _FORGET_ROWS_MAX) < _FORGET_ROWS_MAX:
                        break
        except Exception as error:  # noqa: BLE001 the next comparison of sums brings the next attempt
            log.warning("not_forgotten", error=f"{type(error).__name__}: {error}")

    def seal_roots(self) -> None:
        """Seal what was kept before there were keys, or with an older one. What cannot be opened stays as it is: its
        tickets cannot be drawn before their key is back."""
        if not sealer().has_keys:
            log.warning("lottery_roots_not_sealed", missing="KAFENEIO_SEALING_KEYS")
            return
        try:
            if sealed := self.base.database.run(tickets.seal_again):
                log.info("lottery_roots_sealed", tickets=sealed)
        except Exception as error:  # noqa: BLE001 drawing asks for the key again, and names it
            log.error("lottery_roots_not_sealed", error=f"{type(error).__name__}: {error}")

    def compare_sums(self) -> None:
        """Compare the ledger's sums once; while the database is away there is nothing to compare."""
        try:
            self.base.database.run(reconcile)
            cells.send_statements(self.base)
        except Exception as error:  # noqa: BLE001 the next comparison comes, and the metric counts this one
            metrics.checks_failed.inc()
            log.warning("ledger_check_failed", error=f"{type(error).__name__}: {error}")


class Comparing(DependencyProvider):
    """Compares the ledger's sums regularly, in every wallet process: it only reads, and folds changes that are not
    locked."""

    def setup(self) -> None:
        """Do nothing before `start`."""
        self._stopped = threading.Event()

    def start(self) -> None:
        """Start comparing."""
        spawn("ledger-check", self._run)

    def stop(self) -> None:
        """Stop comparing."""
        self._stopped.set()

    def kill(self) -> None:
        """Stop comparing at once."""
        self._stopped.set()

    def _run(self) -> None:
        app: App = self.container.config[APP_KEY]
        app.seal_roots()
        while not self._stopped.is_set():
            app.compare_sums()
            app.end_checkouts()
            app.forget()
            self._stopped.wait(app.settings.ledger_check_s)
