"""The wallet's entrypoints: requests, events, and the comparison of the ledger's sums."""

import threading
from typing import Any

from nameko.extensions import DependencyProvider

from services.contracts import (
    access,
    boards,
    cells,
    competition_events,
    discipline_events,
    economy,
    entries,
    lobby,
    orders,
    other_systems,
    outside,
    payments,
    privacy,
    rounds,
    tables,
)
from services.contracts import wallet as contract
from services.contracts.base import Done
from services.kernel.cells import is_cell
from services.kernel.refusal import Refusal
from services.plumbing import names
from services.plumbing import settings as environment
from services.plumbing.database import Work
from services.plumbing.events import on_events
from services.plumbing.host import APP_KEY, Base, Wired
from services.plumbing.live_settings import LiveSettings
from services.plumbing.logs import get_logger
from services.plumbing.privacy import answer_erasures, answer_exports
from services.plumbing.rpc import rpc
from services.plumbing.rpc_client import RpcClient
from services.plumbing.settings_events import SettingsEvents
from services.plumbing.tasks import spawn
from services.wallet import handlers, metrics
from services.wallet.cells import Cells
from services.wallet.handlers import between_cells, competitions, first_chips, open_checkouts, statements, visitors
from services.wallet.handlers import outside as partners
from services.wallet.payment_states import PaymentProvider
from services.wallet.payments import make_provider
from services.wallet.payments.calls import ProviderCalls
from services.wallet.settings import WalletSettings

log = get_logger(__name__)

_OVERDUE_S = 1.0
"""How often a process looks for matches that wait for another cell too long."""
_COMPANY_MS = 3
"""How long a match's message waits for others, so that one commit carries many: 8 at once cost a fifth of 8 alone."""


class App:
    """What the entrypoints use."""

    def __init__(self, base: Base, settings: WalletSettings, provider: PaymentProvider | None = None) -> None:
        """Created once a process. `provider` takes payments; None: the one of the settings, if they name one."""
        self.base = base
        self.settings = settings
        self.live = LiveSettings("wallet", settings, self._adopt, WalletSettings.check)
        found = provider or make_provider(settings)
        most, per_minute = settings.provider_calls_max, settings.provider_calls_per_min
        self.provider = ProviderCalls(found, most, per_minute) if found is not None else None

    def _adopt(self, settings: WalletSettings) -> None:
        """An operator has changed a setting."""
        self.settings = settings

    @property
    def cells(self) -> Cells:
        """This cell and its neighbours."""
        common = self.base.settings
        return Cells(common.cell, frozenset(common.cell_neighbours), self.settings.cell_answer_ms)

    def run(self, handler: Any, request: Any) -> Any:
        """One unit of work: `handler(work, settings, request)`."""
        return self.base.database.run(handler, self.settings, request)

    def end_checkouts(self, account: str | None = None) -> None:
        """Close the open checkouts of excluded buyers. One that fails is tried again with the next comparison of
        sums."""
        try:
            open_checkouts.end_barred(self.base.database, self.provider, account)
        except Exception as error:  # noqa: BLE001 the exclusion stands, and the next look comes
            log.warning("checkouts_not_ended", error=f"{type(error).__name__}: {error}")

    def give_up_overdue(self) -> None:
        """Refuse the matches whose visitors' homes have not answered in time."""
        try:
            self.base.database.run(visitors.give_up_overdue, self.cells)
        except Exception as error:  # noqa: BLE001 the next look comes within a second
            log.warning("overdue_not_given_up", error=f"{type(error).__name__}: {error}")

    def compare_sums(self) -> None:
        """Compare the ledger's sums once; while the database is away there is nothing to compare."""
        try:
            self.base.database.run(handlers.reconcile)
            self.base.database.run(statements.send, self.cells)
        except Exception as error:  # noqa: BLE001 the next comparison comes, and the metric tells of this one
            metrics.checks_failed.inc()
            log.warning("ledger_check_failed", error=f"{type(error).__name__}: {error}")


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
    _check_cells(base.settings)
    base.sends_to += [names.cell_queue(each) for each in base.settings.cell_neighbours]
    return App(base, settings)


def _check_cells(common: environment.CommonSettings) -> None:
    wrong = [each for each in common.cell_neighbours if not is_cell(each) or each == common.cell]
    if wrong:
        raise environment.SettingsError(f"KAFENEIO_CELL_NEIGHBOURS: {wrong[0]!r} is not the id of another cell")
    if common.cell_neighbours and not common.cell:
        raise environment.SettingsError("KAFENEIO_CELL_NEIGHBOURS: this cell has no id itself, KAFENEIO_CELL")


def _is_development(base: Base) -> bool:
    """Whether broker and database are inside this process, as in development."""
    return base.settings.embedded and base.database.is_sqlite


class Overdue(DependencyProvider):
    """Gives up matches whose visitors' homes do not answer, in every wallet process; none where there is one cell."""

    def setup(self) -> None:
        """Nothing runs yet."""
        self._stopped = threading.Event()

    def start(self) -> None:
        """Look from now on."""
        app: App = self.container.config[APP_KEY]
        if app.cells.neighbours:
            spawn("cells-overdue", self._run)

    def stop(self) -> None:
        """No more."""
        self._stopped.set()

    def kill(self) -> None:
        """No more, and at once."""
        self._stopped.set()

    def _run(self) -> None:
        app: App = self.container.config[APP_KEY]
        while not self._stopped.wait(_OVERDUE_S):
            app.give_up_overdue()


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
        while not self._stopped.is_set():
            app.compare_sums()
            app.end_checkouts()
            self._stopped.wait(app.settings.ledger_check_s)


class WalletService(SettingsEvents):
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
        return self.app.base.database.run(handlers.check_stake, self.app.settings, request)

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

    # --- lotteries, shop, invitations, limits ---

    @rpc(economy.ListLotteries)
    def list_lotteries(self, request: economy.ListLotteries) -> economy.Lotteries:
        """The lotteries and their odds."""
        return self.app.run(handlers.list_lotteries, request)

    @rpc(economy.OpenTicket)
    def open_ticket(self, request: economy.OpenTicket) -> economy.Ticket | Refusal:
        """Open a ticket, with the commitment to its chance."""
        return self.app.run(handlers.open_ticket, request)

    @rpc(economy.DrawTicket)
    def draw_ticket(self, request: economy.DrawTicket) -> economy.Drawn | Refusal:
        """Pay for a ticket and draw it."""
        return self.app.run(handlers.draw_ticket, request)

    @rpc(economy.ListTickets)
    def list_tickets(self, request: economy.ListTickets) -> economy.Tickets:
        """An account's drawn tickets."""
        return self.app.run(handlers.list_tickets, request)

    @rpc(economy.ListShop)
    def list_shop(self, request: economy.ListShop) -> economy.Shop:
        """What can be bought."""
        return self.app.run(handlers.list_shop, request)

    @rpc(economy.BuyAvatar)
    def buy_avatar(self, request: economy.BuyAvatar) -> economy.Wardrobe | Refusal:
        """Buy an avatar."""
        return self.app.run(handlers.buy_avatar, request)

    @rpc(economy.WearAvatar)
    def wear_avatar(self, request: economy.WearAvatar) -> economy.Wardrobe | Refusal:
        """Wear an avatar that the account owns."""
        return self.app.run(handlers.wear_avatar, request)

    @rpc(economy.BuyItem)
    def buy_item(self, request: economy.BuyItem) -> economy.Gift | Refusal:
        """Buy an item for another seat."""
        return self.app.run(handlers.buy_item, request)

    @rpc(economy.ListGifts)
    def list_gifts(self, request: economy.ListGifts) -> economy.Gifts | Refusal:
        """Gifts at a table, or to an account."""
        return self.app.run(handlers.list_gifts, request)

    @rpc(payments.ListPayments)
    def list_payments(self, request: payments.ListPayments) -> payments.Payments:
        """An account's purchases."""
        return self.app.run(handlers.list_payments, request)

    @rpc(economy.GetInviteCard)
    def get_invite_card(self, request: economy.GetInviteCard) -> economy.InviteCard | Refusal:
        """An account's invitation links."""
        return self.app.run(handlers.get_invite_card, request)

    @rpc(economy.FindInviter)
    def find_inviter(self, request: economy.FindInviter) -> economy.Inviter:
        """The account with an invitation code."""
        return self.app.run(handlers.find_inviter, request)

    @rpc(economy.Welcome)
    def welcome(self, request: economy.Welcome) -> economy.Welcomed | Refusal:
        """Open a new account that was invited."""
        return self.app.run(handlers.welcome_invited, request)

    @rpc(economy.GetCare)
    def get_care(self, request: economy.GetCare) -> economy.CareCard | Refusal:
        """An account's limits, exclusion and session."""
        return self.app.run(handlers.get_care, request)

    @rpc(economy.SetLimit)
    def set_limit(self, request: economy.SetLimit) -> economy.CareCard | Refusal:
        """Set a limit of an account."""
        return self.app.run(handlers.set_limit, request)

    @rpc(economy.Exclude)
    def exclude(self, request: economy.Exclude) -> economy.CareCard | Refusal:
        """Exclude an account from games for money."""
        answer: economy.CareCard | Refusal = self.app.run(handlers.exclude, request)
        if not isinstance(answer, Refusal):
            self.app.end_checkouts(request.account)
        return answer

    @rpc(economy.RevokeExclusion)
    def revoke_exclusion(self, request: economy.RevokeExclusion) -> economy.CareCard | Refusal:
        """Ask to end an exclusion."""
        return self.app.run(handlers.revoke_exclusion, request)

    @rpc(economy.Acknowledge)
    def acknowledge(self, request: economy.Acknowledge) -> economy.CareCard | Refusal:
        """Acknowledge a reality check or notice."""
        return self.app.run(handlers.acknowledge, request)

    @rpc(privacy.CheckMoneySettled)
    def check_money_settled(self, request: privacy.CheckMoneySettled) -> Done | Refusal:
        """Whether nothing of an account is pending."""
        return self.app.run(handlers.privacy.check_money_settled, request)

    @rpc(outside.MoveChips)
    def move_chips(self, request: outside.MoveChips) -> outside.Moved | Refusal:
        """Credit or debit chips for another system."""
        return self.app.run(handlers.move_chips, request)

    @rpc(outside.ListLedger)
    def list_ledger(self, request: outside.ListLedger) -> outside.LedgerPage | Refusal:
        """The ledger's transfers after an id."""
        return self.app.run(handlers.list_ledger, request)

    @rpc(other_systems.ApproveCredit)
    def approve_credit(self, request: other_systems.ApproveCredit) -> outside.Moved | Refusal:
        """Approve a large credit."""
        return self.app.run(partners.approve_credit, request)

    @rpc(other_systems.ListPendingCredits)
    def list_pending_credits(self, request: other_systems.ListPendingCredits) -> other_systems.PendingCredits:
        """Credits that wait for an approval."""
        return self.app.run(partners.list_pending_credits, request)

    @rpc(other_systems.GetBalances)
    def get_balances(self, request: other_systems.GetBalances) -> other_systems.BalancesFound:
        """Many accounts' chips."""
        return self.app.run(partners.get_balances, request)

    @rpc(other_systems.GetTransfer)
    def get_transfer(self, request: other_systems.GetTransfer) -> outside.LedgerEntry | Refusal:
        """One transfer."""
        return self.app.run(partners.get_transfer, request)

    @rpc(payments.BeginPayment)
    def begin_payment(self, request: payments.BeginPayment) -> payments.Payment | Refusal:
        """Begin to buy a pack."""
        return handlers.begin_payment(self.app.base.database, self.app.settings, self.app.provider, request)

    @rpc(payments.ConfirmPayment)
    def confirm_payment(self, request: payments.ConfirmPayment) -> payments.Payment | Refusal:
        """Ask the provider for the state of a payment."""
        return handlers.confirm_payment(self.app.base.database, self.app.provider, request)

    @rpc(payments.PayDebt)
    def pay_debt(self, request: payments.PayDebt) -> payments.Debt | Refusal:
        """Pay debts."""
        return self.app.run(handlers.pay_debt, request)

    @rpc(payments.HearProvider)
    def hear_provider(self, request: payments.HearProvider) -> Done | Refusal:
        """A notice of the payment provider."""
        return handlers.hear_provider(self.app.base.database, self.app.provider, request)

    # --- events ---

    @on_events(orders.OrderPlaced, "correct_match")
    def on_match_ordered(self, work: Work, events: list[orders.OrderPlaced]) -> None:
        """Operators have ordered corrections of matches."""
        handlers.matches_ordered(work, self.app.settings, events)

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
        handlers.sessions_began(work, events)

    @on_events(lobby.SessionEnded)
    def on_session_ended(self, work: Work, events: list[lobby.SessionEnded]) -> None:
        """Sessions have begun or ended."""
        handlers.sessions_ended(work, events)

    @on_events(lobby.Registered)
    def on_registered(self, work: Work, events: list[lobby.Registered]) -> None:
        """Accounts were registered: pay welcome chips."""
        handlers.welcome(work, self.app.settings, events)

    @on_events(access.EmailConfirmed)
    def on_email_confirmed(self, work: Work, events: list[access.EmailConfirmed]) -> None:
        """E-mail addresses were confirmed: pay the chips that waited for it."""
        first_chips.emails_confirmed(work, self.app.settings, events)

    @on_events(tables.MatchAsked, "staked", linger_ms=_COMPANY_MS)
    def on_match_asked(self, work: Work, events: list[tables.MatchAsked]) -> None:
        """Hold the stakes."""
        visitors.hold(work, self.app.settings, self.app.cells, events)

    @on_events(tables.MatchFinished, "staked", linger_ms=_COMPANY_MS)
    def on_match_finished(self, work: Work, events: list[tables.MatchFinished]) -> None:
        """Settle matches."""
        handlers.settle(work, self.app.settings, events, self.app.cells)

    @on_events(cells.CellMessageSent)
    def on_cell_message_sent(self, work: Work, events: list[cells.CellMessageSent]) -> None:
        """Other cells ask for stakes, answer, release and settle."""
        between_cells.received(work, self.app.settings, self.app.cells, events)

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
        answer_erasures(work, self.name, events, handlers.privacy.erase)


SERVICE = WalletService
