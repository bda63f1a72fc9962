"""A wallet process, driven by events and asked for chips."""

from typing import Any

import sqlalchemy as sa

from services.contracts.base import topic_of
from services.contracts.lobby.accounts.accounts import Registered
from services.contracts.moderation import orders, signals
from services.contracts.moderation.operator_settings import SettingsAnnounced
from services.contracts.ranking import boards
from services.contracts.tables import commands
from services.contracts.tables import events as tables_events
from services.contracts.wallet import events as wallet_events
from services.contracts.wallet import limits, payments
from services.contracts.wallet import shop as economy
from services.contracts.wallet.balances import CheckLedger, ChipsChanged, GetBalance, LedgerCheck
from services.kernel.clock import FakeClock
from services.kernel.refusal import Refusal
from services.wallet.schema import house
from services.wallet.service import App, WalletService
from services.wallet.settings import WalletSettings
from tests.support.services.match_events import asked, finished, void
from tests.support.services.process import Process

__all__ = ["Wallet", "asked", "finished", "registered", "void"]


TOLD = (
    ChipsChanged,
    *(economy.ItemGiven, economy.AvatarWorn, payments.PackBought, payments.PaymentReversed, payments.PaymentRestored),
    *(limits.SelfExcluded, limits.LimitChanged, wallet_events.MatchCorrected, wallet_events.AddressShared),
    *(
        wallet_events.RewardTakenBack,
        wallet_events.StakesReleased,
        wallet_events.MatchSettled,
        signals.EarlyLeaver,
        payments.DebtWrittenOff,
    ),
    *(boards.BoardPrizesPaid, orders.CorrectionHandedOn, orders.OrderAnswered, orders.RoundCorrected),
    SettingsAnnounced,
)


class Wallet(Process):
    """One wallet process without a broker, with payments as `make up` has them."""

    sent = commands.Held | commands.Settled | commands.Banked | commands.Purse
    events = {topic_of(kind): kind for kind in TOLD}

    def __init__(self, url: str, settings: WalletSettings | None = None, clock: FakeClock | None = None) -> None:
        super().__init__(url, "wallet", clock)
        self.service = WalletService()
        self.service.app = App(self.base, settings or WalletSettings(payment_provider="simulated"))

    def registered(self, *accounts: str, device: str = "", **how: Any) -> None:
        """Players register."""
        self.hear("on_registered", *(registered(account, device) for account in accounts), **how)

    def asked(self, *events: tables_events.MatchAsked, **how: Any) -> None:
        """Matches want to begin."""
        self.hear("on_match_asked", *events, **how)

    def finished(self, *events: tables_events.MatchFinished, **how: Any) -> None:
        """Matches are over."""
        self.hear("on_match_finished", *events, **how)

    def chips(self, *accounts: str) -> list[int]:
        """Balances of players."""
        return [self.ask(GetBalance(account=account)).chips for account in accounts]

    def house(self, account: str) -> int:
        """The balance of a house account."""
        statement = sa.select(sa.func.coalesce(sa.func.sum(house.c.chips), 0)).where(house.c.account == account)
        with self.database.work() as work:
            return int(work.execute(statement).scalar_one())

    def check(self) -> LedgerCheck | Refusal:
        """The whole history, added up."""
        return self.ask(CheckLedger())


def registered(account: str, device: str = "") -> Registered:
    """A new player."""
    return Registered(account=account, name=account.title(), device=device, created_at_ms=0)
