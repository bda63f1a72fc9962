"""The wallet's service: what it needs to run, and its entrypoints, by subject."""

from typing import Any

from services.platform.broker.rpc_client import RpcClient
from services.platform.hosting.host import Base, Wired
from services.platform.operations.settings_events import SettingsEvents
from services.platform.process import settings as environment
from services.wallet.service import cells
from services.wallet.service.app import App, Comparing
from services.wallet.service.cells import CellMessages, Overdue
from services.wallet.service.matches import MatchEntrypoints
from services.wallet.service.money import MoneyEntrypoints
from services.wallet.service.players import PlayerEntrypoints
from services.wallet.settings import WalletSettings


def make_app(base: Base, _rpc: RpcClient) -> App:
    """The application object; the wallet sends no requests to other services.

    Raises:
        SettingsError: the operator's settings do not fit together.
    """
    settings = environment.load(WalletSettings)
    if refusal := settings.check():
        raise environment.SettingsError(f"settings of the wallet: {refusal.error}: {refusal.detail}")
    if settings.payment_provider == "simulated" and not _is_development(base):
        raise environment.SettingsError(
            "KAFENEIO_PAYMENT_PROVIDER=simulated gives chips to whoever asks; it runs only on the embedded broker and "
            "SQLite. Choose stripe, or none to sell no packs."
        )
    cells.check(base.settings)
    cells.declare_queues(base)
    return App(base, settings)


def _is_development(base: Base) -> bool:
    """Whether broker and database are inside this process, as in development."""
    return base.settings.embedded and base.database.is_sqlite


class WalletService(MatchEntrypoints, MoneyEntrypoints, PlayerEntrypoints, CellMessages, SettingsEvents):
    """The requests and events that the wallet answers, by subject."""

    name = "wallet"
    app: Any = Wired()
    comparing = Comparing()
    overdue = Overdue()


SERVICE = WalletService
