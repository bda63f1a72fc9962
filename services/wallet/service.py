"""The wallet's entrypoints: requests, events, and the comparison of the ledger's sums."""

import threading
from typing import Any

from nameko.extensions import DependencyProvider

from services.contracts import lobby, rounds, tables
from services.contracts import wallet as contract
from services.contracts.base import Done
from services.kernel.refusal import Refusal
from services.plumbing import settings as environment
from services.plumbing.database import Work
from services.plumbing.events import on_events
from services.plumbing.host import APP_KEY, Base, Wired
from services.plumbing.logs import get_logger
from services.plumbing.rpc import rpc
from services.plumbing.rpc_client import RpcClient
from services.plumbing.tasks import spawn
from services.wallet import handlers, metrics
from services.wallet.settings import WalletSettings

log = get_logger(__name__)

_COMPANY_MS = 3
"""How long a match's message waits for others, so that one commit carries many: 8 at once cost a fifth of 8 alone."""


class App:
    """What the entrypoints work with."""

    def __init__(self, base: Base, settings: WalletSettings) -> None:
        """Made once a process."""
        self.base = base
        self.settings = settings

    def compare_sums(self) -> None:
        """Compare the ledger's sums once; while the database is away there is nothing to compare."""
        try:
            self.base.database.run(handlers.reconcile)
        except Exception as error:  # noqa: BLE001 the next comparison comes, and the metric tells of this one
            metrics.checks_failed.inc()
            log.warning("ledger_check_failed", error=f"{type(error).__name__}: {error}")


def make_app(base: Base, _rpc: RpcClient) -> App:
    """The application object; the wallet asks nobody.

    Raises:
        SettingsError: the operator's settings do not fit together.
    """
    settings = environment.load(WalletSettings)
    if refusal := settings.check():
        raise environment.SettingsError(f"settings of the wallet: {refusal.error}: {refusal.detail}")
    return App(base, settings)


class Comparing(DependencyProvider):
    """Compares the ledger's sums now and then, in every wallet process: it only reads, and folds what is free."""

    def setup(self) -> None:
        """Nothing runs yet."""
        self._stopped = threading.Event()

    def start(self) -> None:
        """Compare from now on."""
        spawn("ledger-check", self._run)

    def stop(self) -> None:
        """No more."""
        self._stopped.set()

    def kill(self) -> None:
        """No more, and at once."""
        self._stopped.set()

    def _run(self) -> None:
        app: App = self.container.config[APP_KEY]
        while not self._stopped.is_set():
            app.compare_sums()
            self._stopped.wait(app.settings.ledger_check_s)


class WalletService:
    """Everybody's chips."""

    name = "wallet"
    app: Any = Wired()
    comparing = Comparing()

    @rpc(contract.GetBalance)
    def get_balance(self, request: contract.GetBalance) -> contract.Balance | Refusal:
        """An account's chips."""
        return self.app.base.database.run(handlers.get_balance, request)

    @rpc(contract.ListTransfers)
    def list_transfers(self, request: contract.ListTransfers) -> contract.TransferPage | Refusal:
        """A page of an account's transfers."""
        return self.app.base.database.run(handlers.list_transfers, request)

    @rpc(contract.CheckStake)
    def check_stake(self, request: contract.CheckStake) -> Done | Refusal:
        """May they sit down for this stake?"""
        return self.app.base.database.run(handlers.check_stake, self.app.settings, request)

    @rpc(contract.CheckGuest)
    def check_guest(self, request: contract.CheckGuest) -> contract.GuestPurse | Refusal:
        """May this guest sit down at a house-banked table?"""
        return self.app.base.database.run(handlers.check_guest, request)

    @rpc(contract.CheckLedger)
    def check_ledger(self, request: contract.CheckLedger) -> contract.LedgerCheck | Refusal:
        """The ledger's invariants, computed again."""
        return self.app.base.database.run(handlers.check_ledger, request)

    @on_events(lobby.Registered)
    def on_registered(self, work: Work, events: list[lobby.Registered]) -> None:
        """Welcome chips."""
        handlers.welcome(work, self.app.settings, events)

    @on_events(tables.MatchAsked, "staked", linger_ms=_COMPANY_MS)
    def on_match_asked(self, work: Work, events: list[tables.MatchAsked]) -> None:
        """Hold the stakes."""
        handlers.hold(work, self.app.settings.rake_steps, events)

    @on_events(tables.MatchFinished, "staked", linger_ms=_COMPANY_MS)
    def on_match_finished(self, work: Work, events: list[tables.MatchFinished]) -> None:
        """Settle."""
        handlers.settle(work, events)

    @on_events(rounds.RoundAsked)
    def on_round_asked(self, work: Work, events: list[rounds.RoundAsked]) -> None:
        """Hold the bets of rounds."""
        handlers.hold_rounds(work, self.app.settings, events)

    @on_events(rounds.RoundEnded)
    def on_round_ended(self, work: Work, events: list[rounds.RoundEnded]) -> None:
        """Pay rounds."""
        handlers.pay_rounds(work, events)

    @on_events(rounds.PurseAsked)
    def on_purse_asked(self, work: Work, events: list[rounds.PurseAsked]) -> None:
        """Tell what guests have."""
        handlers.tell_purses(work, events)


SERVICE = WalletService
