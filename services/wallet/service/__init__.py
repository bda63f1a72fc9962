"""The wallet's entrypoints: requests about matches and money, and events. Each part of the class has its module."""

from functools import partial
from typing import Any

from services.contracts.base import Done
from services.contracts.lobby import access, persons, privacy
from services.contracts.lobby import requests as lobby
from services.contracts.moderation import events as discipline_events
from services.contracts.moderation import orders
from services.contracts.ranking import boards
from services.contracts.tables import commands_and_events as tables
from services.contracts.tables import rounds
from services.contracts.tournaments import entries
from services.contracts.tournaments import events as competition_events
from services.contracts.wallet import balances as contract
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import RpcClient
from services.platform.database.unit_of_work import Work
from services.platform.hosting.events import on_events
from services.platform.hosting.host import Base, Wired
from services.platform.hosting.rpc import rpc
from services.platform.operations.privacy import answer_erasures, answer_exports
from services.platform.operations.settings_events import SettingsEvents
from services.platform.process import settings as environment
from services.wallet import use_cases as handlers
from services.wallet.competitions import use_cases as competitions
from services.wallet.invitations import first_chips
from services.wallet.service import cells
from services.wallet.service.app import App, Comparing
from services.wallet.service.cells import CellMessages, Overdue
from services.wallet.service.economy import EconomyRequests
from services.wallet.service.other_systems import OtherSystemsRequests
from services.wallet.service.payments import PaymentRequests
from services.wallet.settings import WalletSettings

_COMPANY_MS = 3
"""How long a match's message waits for others, so that one commit carries many: 8 at once cost a fifth of 8 alone."""


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


class WalletService(CellMessages, EconomyRequests, OtherSystemsRequests, PaymentRequests, SettingsEvents):
    """The RPC requests and events of the wallet."""

    name = "wallet"
    app: Any = Wired()
    comparing = Comparing()
    overdue = Overdue()

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
        """Whether players may sit down for a stake."""
        return self.app.run(self.app.matches.check_stake, request)

    @rpc(contract.GetStakeRules)
    def get_stake_rules(self, _request: contract.GetStakeRules) -> contract.StakeRules:
        """Limits of stakes, and the rake."""
        return handlers.get_stake_rules(self.app.settings)

    @rpc(contract.CheckGuest)
    def check_guest(self, request: contract.CheckGuest) -> contract.GuestPurse | Refusal:
        """Whether a guest may sit down at a house-banked table."""
        return self.app.run(handlers.check_guest, request)

    @rpc(entries.CheckEntry)
    def check_entry(self, request: entries.CheckEntry) -> Done | Refusal:
        """Whether a player may pay for an entry."""
        return self.app.run(competitions.check_entry, request)

    @rpc(contract.CheckLedger)
    def check_ledger(self, request: contract.CheckLedger) -> contract.LedgerCheck | Refusal:
        """Check the ledger's invariants against its whole history."""
        return self.app.base.database.run(handlers.check_ledger, request)

    @rpc(privacy.CheckMoneySettled)
    def check_money_settled(self, request: privacy.CheckMoneySettled) -> Done | Refusal:
        """Whether nothing of an account is pending."""
        return self.app.run(handlers.privacy.check_money_settled, request)

    # --- events ---

    @on_events(orders.OrderPlaced, "correct_match")
    def on_match_ordered(self, work: Work, events: list[orders.OrderPlaced]) -> None:
        """Operators have ordered corrections of matches."""
        handlers.matches_ordered(work, self.app.settings, events, self.app.matches.correct)

    @on_events(orders.OrderPlaced, "correct_round")
    def on_round_ordered(self, work: Work, events: list[orders.OrderPlaced]) -> None:
        """Operators have ordered corrections of rounds."""
        handlers.rounds_ordered(work, self.app.settings, events)

    @on_events(orders.OrderPlaced, "take_back")
    def on_takeback_ordered(self, work: Work, events: list[orders.OrderPlaced]) -> None:
        """Operators have ordered that rewards are taken back."""
        handlers.takebacks_ordered(work, events)

    @on_events(discipline_events.StandingChanged)
    def on_standing_changed(self, work: Work, events: list[discipline_events.StandingChanged]) -> None:
        """A blocked account's chips are frozen."""
        handlers.standings_changed(work, self.app.settings, events)

    @on_events(lobby.SessionBegan)
    def on_session_began(self, work: Work, events: list[lobby.SessionBegan]) -> None:
        """Sessions have begun or ended."""
        handlers.sessions_began(work, self.app.settings, events)

    @on_events(lobby.SessionEnded)
    def on_session_ended(self, work: Work, events: list[lobby.SessionEnded]) -> None:
        """Sessions have begun or ended."""
        handlers.sessions_ended(work, events)

    @on_events(lobby.Registered)
    def on_registered(self, work: Work, events: list[lobby.Registered]) -> None:
        """Accounts were registered: pay welcome chips."""
        handlers.welcome(work, self.app.settings, events)

    @on_events(persons.PersonKnown)
    def on_person_known(self, work: Work, events: list[persons.PersonKnown]) -> None:
        """What is on record of the persons behind accounts that were registered before it was published."""
        handlers.persons_known(work, self.app.settings, events)

    @on_events(access.EmailConfirmed)
    def on_email_confirmed(self, work: Work, events: list[access.EmailConfirmed]) -> None:
        """E-mail addresses were confirmed: pay the chips that waited for it."""
        first_chips.emails_confirmed(work, self.app.settings, events)

    @on_events(tables.MatchAsked, "staked", linger_ms=_COMPANY_MS)
    def on_match_asked(self, work: Work, events: list[tables.MatchAsked]) -> None:
        """Hold the stakes."""
        self.app.matches.hold(work, self.app.settings, events)

    @on_events(tables.MatchFinished, "staked", linger_ms=_COMPANY_MS)
    def on_match_finished(self, work: Work, events: list[tables.MatchFinished]) -> None:
        """Settle matches."""
        self.app.matches.settle(work, self.app.settings, events)

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
        """Send tables the purses of guests."""
        handlers.publish_purses(work, events)

    @on_events(competition_events.EntryAsked)
    def on_entry_asked(self, work: Work, events: list[competition_events.EntryAsked]) -> None:
        """Take the prices of entries."""
        competitions.take_entries(work, self.app.settings, events)

    @on_events(competition_events.RefundAsked)
    def on_refund_asked(self, work: Work, events: list[competition_events.RefundAsked]) -> None:
        """Refund the prices of entries."""
        competitions.refund_entries(work, events)

    @on_events(competition_events.PrizesAsked)
    def on_prizes_asked(self, work: Work, events: list[competition_events.PrizesAsked]) -> None:
        """Pay prizes."""
        competitions.pay_prizes(work, events)

    @on_events(competition_events.PrizesCorrected)
    def on_prizes_corrected(self, work: Work, events: list[competition_events.PrizesCorrected]) -> None:
        """Pay and take the differences of corrected prizes."""
        competitions.correct_prizes(work, events)

    @on_events(boards.BoardClosed)
    def on_board_closed(self, work: Work, events: list[boards.BoardClosed]) -> None:
        """Pay the prizes of leaderboards."""
        handlers.pay_boards(work, events)

    @on_events(privacy.ExportAsked)
    def on_export_asked(self, work: Work, events: list[privacy.ExportAsked]) -> None:
        """Accounts have asked for the export of their data."""
        answer_exports(work, self.name, events, handlers.privacy.collect)

    @on_events(privacy.ErasureAsked)
    def on_erasure_asked(self, work: Work, events: list[privacy.ErasureAsked]) -> None:
        """Accounts are being erased."""
        answer_erasures(work, self.name, events, partial(handlers.privacy.erase, self.app.settings))


SERVICE = WalletService
