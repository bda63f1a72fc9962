"""Moderation's entrypoints."""

from typing import Any

from nameko.extensions import DependencyProvider

from services.contracts import discipline, orders, privacy
from services.contracts import moderation as contract
from services.contracts.base import Done
from services.contracts.boards import BoardPrizesPaid
from services.contracts.competition_events import CompetitionChanged, ResultCorrected
from services.contracts.conduct import ChatMatched, ProtocolAbused
from services.contracts.lobby import SessionBegan
from services.contracts.operator_settings import SettingsAnnounced
from services.contracts.outside import AddressShared, MatchCorrected, RewardTakenBack
from services.contracts.payments import DebtWrittenOff, PaymentRestored, PaymentReversed
from services.contracts.signals import EarlyLeaver, FriendRewarded, MatchTimed
from services.contracts.tables import CardEarned, MatchFinished
from services.kernel.refusal import Refusal
from services.moderation import handlers
from services.moderation.cards import CardSettings
from services.moderation.handlers.upkeep import Upkeep
from services.moderation.settings import ModerationSettings
from services.plumbing import settings as environment
from services.plumbing.commands import once_per_request
from services.plumbing.database import Work
from services.plumbing.events import on_events
from services.plumbing.host import APP_KEY, Base, Wired
from services.plumbing.privacy import answer_erasures, answer_exports
from services.plumbing.rpc import rpc
from services.plumbing.rpc_client import RpcClient

_SIGNALS_MS = 1_000
"""Signals are for the staff: what they count may wait for company."""


class App:
    """What the entrypoints work with."""

    def __init__(self, base: Base, cards: CardSettings) -> None:
        """Made once a process."""
        self.base = base
        self.cards = cards
        self.upkeep = Upkeep(base.database)

    def run_with_cards(self, handler: Any, request: Any) -> Any:
        """One unit of work of a handler that takes the numbers of cards as they are now."""
        return self.base.database.run(handlers.with_cards_now, self.cards, handler, request)

    def run_once(self, handler: Any, request: Any) -> Any:
        """One unit of work; a change that was carried out under the request's id is answered as the first time."""
        return self.base.database.run(lambda work: once_per_request(work, request, lambda: handler(work, request)))

    def run_once_with_cards(self, handler: Any, request: Any) -> Any:
        """Both."""
        return self.run_once(lambda work, asked: handlers.with_cards_now(work, self.cards, handler, asked), request)


def make_app(base: Base, _rpc: RpcClient) -> App:
    """The application object; moderation asks nobody."""
    return App(base, environment.load(ModerationSettings).cards)


class Background(DependencyProvider):
    """Lets the upkeep run as long as the container does."""

    def start(self) -> None:
        """With the first request."""
        self.container.config[APP_KEY].upkeep.start()

    def stop(self) -> None:
        """After the last one."""
        self.container.config[APP_KEY].upkeep.stop()


class ModerationService:
    """Cards, suspensions, roles."""

    name = "moderation"
    app: Any = Wired()
    background: Any = Background()

    @rpc(contract.GetConduct)
    def get_conduct(self, request: contract.GetConduct) -> contract.Conduct:
        """The standing of an account."""
        return self.app.run_with_cards(handlers.get_conduct, request)

    # --- messages from the Administrator ---

    @rpc(contract.SendMessage)
    def send_message(self, request: contract.SendMessage) -> contract.AdminMessage | Refusal:
        """Write to one account, or to everybody."""
        return self.app.run_once(handlers.send, request)

    @rpc(contract.ListMessages)
    def list_messages(self, request: contract.ListMessages) -> contract.AdminMessages:
        """An account's messages."""
        return self.app.base.database.run(handlers.list_messages, request)

    @rpc(contract.ReadMessage)
    def read_message(self, request: contract.ReadMessage) -> contract.AdminMessage | Refusal:
        """One was opened."""
        return self.app.base.database.run(handlers.read, request)

    @rpc(contract.AcknowledgeMessage)
    def acknowledge_message(self, request: contract.AcknowledgeMessage) -> contract.AdminMessage | Refusal:
        """One was understood."""
        return self.app.base.database.run(handlers.acknowledge, request)

    # --- cases ---

    @rpc(contract.ListCases)
    def list_cases(self, request: contract.ListCases) -> contract.Cases | Refusal:
        """What signals have opened."""
        return self.app.base.database.run(handlers.list_cases, request)

    @rpc(contract.CloseCase)
    def close_case(self, request: contract.CloseCase) -> contract.Case | Refusal:
        """Staff has looked into it."""
        return self.app.run_once(handlers.close_case, request)

    # --- mutes ---

    @rpc(contract.MuteChat)
    def mute_chat(self, request: contract.MuteChat) -> contract.Mute | Refusal:
        """Staff take the word from a player."""
        return self.app.base.database.run(handlers.mute_chat, request)

    # --- reports ---

    @rpc(discipline.FileReport)
    def file_report(self, request: discipline.FileReport) -> discipline.Receipt | Refusal:
        """Somebody reports a player."""
        return self.app.base.database.run(handlers.file_report, request)

    @rpc(discipline.ListOwnReports)
    def list_own_reports(self, request: discipline.ListOwnReports) -> discipline.Receipts:
        """What became of one's own reports."""
        return self.app.base.database.run(handlers.list_own_reports, request)

    @rpc(discipline.ListReports)
    def list_reports(self, request: discipline.ListReports) -> discipline.Reports | Refusal:
        """Reports for staff."""
        return self.app.base.database.run(handlers.list_reports, request)

    @rpc(discipline.Decide)
    def decide(self, request: discipline.Decide) -> discipline.Report | Refusal:
        """Staff decide a report."""
        return self.app.run_once_with_cards(handlers.decide, request)

    # --- cards, suspensions, blocks ---

    @rpc(discipline.GiveCard)
    def give_card(self, request: discipline.GiveCard) -> discipline.KeptSuspension | Refusal:
        """A red card."""
        return self.app.run_with_cards(handlers.give_card, request)

    @rpc(discipline.RevokeCard)
    def revoke_card(self, request: discipline.RevokeCard) -> discipline.Card | Refusal:
        """An active card is taken back."""
        return self.app.run_once_with_cards(handlers.revoke_card, request)

    @rpc(discipline.LiftSuspension)
    def lift_suspension(self, request: discipline.LiftSuspension) -> discipline.KeptSuspension | Refusal:
        """A suspension ends now."""
        return self.app.run_with_cards(handlers.lift_suspension, request)

    @rpc(discipline.Block)
    def block(self, request: discipline.Block) -> discipline.KeptBlock | Refusal:
        """An account is blocked for good."""
        return self.app.run_once(handlers.block, request)

    @rpc(discipline.Unblock)
    def unblock(self, request: discipline.Unblock) -> Done | Refusal:
        """A block ends."""
        return self.app.run_once(handlers.unblock, request)

    # --- appeals ---

    @rpc(discipline.FileAppeal)
    def file_appeal(self, request: discipline.FileAppeal) -> discipline.Appeal | Refusal:
        """A player appeals."""
        return self.app.run_once(handlers.file_appeal, request)

    @rpc(discipline.ListAppeals)
    def list_appeals(self, request: discipline.ListAppeals) -> discipline.Appeals | Refusal:
        """Appeals for staff."""
        return self.app.base.database.run(handlers.list_appeals, request)

    @rpc(discipline.RuleAppeal)
    def rule_appeal(self, request: discipline.RuleAppeal) -> discipline.Appeal | Refusal:
        """An administrator rules on an appeal."""
        return self.app.run_once_with_cards(handlers.rule_appeal, request)

    # --- roles, the audit log, files ---

    @rpc(discipline.GiveRole)
    def give_role(self, request: discipline.GiveRole) -> discipline.Holder | Refusal:
        """Somebody gets a role."""
        return self.app.run_once(handlers.give_role, request)

    @rpc(discipline.TakeRole)
    def take_role(self, request: discipline.TakeRole) -> discipline.Holder | Refusal:
        """Somebody loses a role."""
        return self.app.run_once(handlers.take_role, request)

    @rpc(discipline.ListRoles)
    def list_roles(self, request: discipline.ListRoles) -> discipline.Holders | Refusal:
        """Who has which role."""
        return self.app.base.database.run(handlers.list_roles, request)

    @rpc(discipline.ListAuditEntries)
    def list_audit_entries(self, request: discipline.ListAuditEntries) -> discipline.AuditPage | Refusal:
        """The audit log."""
        return self.app.base.database.run(handlers.list_audit_entries, request)

    @rpc(discipline.CheckAuditLog)
    def check_audit_log(self, request: discipline.CheckAuditLog) -> discipline.AuditCheck | Refusal:
        """Whether the audit log is whole."""
        return self.app.base.database.run(handlers.check_audit_log, request)

    @rpc(discipline.GetPlayerFile)
    def get_player_file(self, request: discipline.GetPlayerFile) -> discipline.PlayerFile | Refusal:
        """Everything about a player."""
        return self.app.base.database.run(handlers.get_player_file, request)

    @rpc(discipline.NoteReading)
    def note_reading(self, request: discipline.NoteReading) -> Done | Refusal:
        """Staff read something that is not public."""
        return self.app.base.database.run(handlers.note_reading, request)

    # --- what operators order ---

    @rpc(orders.PlaceOrder)
    def place_order(self, request: orders.PlaceOrder) -> orders.Order | Refusal:
        """An operator orders something."""
        return self.app.base.database.run(handlers.place_order, self.app.cards, request)

    @rpc(orders.ListOrders)
    def list_orders(self, request: orders.ListOrders) -> orders.Orders | Refusal:
        """What was ordered, and what came of it."""
        return self.app.base.database.run(handlers.list_orders, request)

    @rpc(orders.GetOrder)
    def get_order(self, request: orders.GetOrder) -> orders.Order | Refusal:
        """What came of one order."""
        return self.app.base.database.run(handlers.get_order, request)

    @rpc(orders.ListSettings)
    def list_settings(self, request: orders.ListSettings) -> orders.Settings | Refusal:
        """The settings that can be changed."""
        return self.app.base.database.run(handlers.list_settings, self.app.cards, request)

    # --- events ---

    @on_events(orders.OrderAnswered)
    def on_order_answered(self, work: Work, events: list[orders.OrderAnswered]) -> None:
        """Orders that were carried out, or refused."""
        handlers.orders_answered(work, events)

    @on_events(SettingsAnnounced)
    def on_settings_announced(self, work: Work, events: list[SettingsAnnounced]) -> None:
        """The settings of other services."""
        handlers.settings_announced(work, events)

    @on_events(orders.FreeMatchCorrected)
    def on_free_match_corrected(self, work: Work, events: list[orders.FreeMatchCorrected]) -> None:
        """Results of matches without a stake."""
        handlers.free_matches_corrected(work, events)

    @on_events(orders.RoundCorrected)
    def on_round_corrected(self, work: Work, events: list[orders.RoundCorrected]) -> None:
        """Rounds that were paid anew."""
        handlers.rounds_corrected(work, events)

    @on_events(ResultCorrected)
    def on_result_corrected(self, work: Work, events: list[ResultCorrected]) -> None:
        """Results of competitions' games."""
        handlers.results_corrected(work, events)

    @on_events(CompetitionChanged)
    def on_competition_changed(self, work: Work, events: list[CompetitionChanged]) -> None:
        """What operators have done about competitions."""
        handlers.competitions_changed(work, events)

    @on_events(CardEarned, "*")
    def on_card_earned(self, work: Work, events: list[CardEarned]) -> None:
        """Cards that matches have earned."""
        handlers.with_cards_now(work, self.app.cards, handlers.give_earned, events)

    @on_events(PaymentReversed)
    def on_payment_reversed(self, work: Work, events: list[PaymentReversed]) -> None:
        """Payments that were taken back."""
        handlers.payments_reversed(work, events)

    @on_events(PaymentRestored)
    def on_payment_restored(self, work: Work, events: list[PaymentRestored]) -> None:
        """Disputes that were won."""
        handlers.payments_restored(work, events)

    @on_events(DebtWrittenOff)
    def on_debt_written_off(self, work: Work, events: list[DebtWrittenOff]) -> None:
        """Debts that operators have written off."""
        handlers.debts_written_off(work, events)

    @on_events(AddressShared)
    def on_address_shared(self, work: Work, events: list[AddressShared]) -> None:
        """Matches for chips between seats of one address."""
        handlers.addresses_shared(work, events)

    @on_events(EarlyLeaver)
    def on_early_leaver(self, work: Work, events: list[EarlyLeaver]) -> None:
        """Who looked at hands for nothing."""
        handlers.left_early(work, events)

    @on_events(MatchFinished, "*", linger_ms=_SIGNALS_MS, wanted=lambda event: not event.practice)
    def on_match_finished(self, work: Work, events: list[MatchFinished]) -> None:
        """Matches are over: signals count what they show."""
        handlers.matches_finished(work, events)

    @on_events(MatchTimed, linger_ms=_SIGNALS_MS)
    def on_match_timed(self, work: Work, events: list[MatchTimed]) -> None:
        """Decision times and lost connections."""
        handlers.matches_timed(work, events)

    @on_events(SessionBegan, linger_ms=500)
    def on_session_began(self, work: Work, events: list[SessionBegan]) -> None:
        """Devices and addresses."""
        handlers.sessions_began(work, events)

    @on_events(FriendRewarded)
    def on_friend_rewarded(self, work: Work, events: list[FriendRewarded]) -> None:
        """Invitations that were rewarded."""
        handlers.friends_rewarded(work, events)

    @on_events(ChatMatched)
    def on_chat_matched(self, work: Work, events: list[ChatMatched]) -> None:
        """Chat with words of the operator's lists."""
        handlers.chats_matched(work, events)

    @on_events(ProtocolAbused)
    def on_protocol_abused(self, work: Work, events: list[ProtocolAbused]) -> None:
        """Sessions that misused the protocol."""
        handlers.protocols_abused(work, events)

    @on_events(MatchCorrected)
    def on_match_corrected(self, work: Work, events: list[MatchCorrected]) -> None:
        """Results that operators have replaced."""
        handlers.matches_corrected(work, events)

    @on_events(BoardPrizesPaid)
    def on_board_prizes_paid(self, work: Work, events: list[BoardPrizesPaid]) -> None:
        """Prizes of leaderboards."""
        handlers.board_prizes_paid(work, events)

    @on_events(RewardTakenBack)
    def on_reward_taken_back(self, work: Work, events: list[RewardTakenBack]) -> None:
        """What operators have taken back."""
        handlers.rewards_taken_back(work, events)

    @on_events(privacy.ExportAsked)
    def on_export_asked(self, work: Work, events: list[privacy.ExportAsked]) -> None:
        """Somebody wants to have their data."""
        answer_exports(work, self.name, events, handlers.privacy.collect)

    @on_events(privacy.ErasureAsked)
    def on_erasure_asked(self, work: Work, events: list[privacy.ErasureAsked]) -> None:
        """Somebody is gone."""
        answer_erasures(work, self.name, events, handlers.privacy.erase)


SERVICE = ModerationService
