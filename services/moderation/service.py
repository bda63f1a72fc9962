"""The RPC requests and events of moderation."""

from typing import Any

from nameko.extensions import DependencyProvider

from services.contracts.base import Done
from services.contracts.lobby.accounts import privacy
from services.contracts.lobby.accounts.accounts import SessionBegan
from services.contracts.lobby.people.conduct import ChatMatched, MessageRefused, ProtocolAbused
from services.contracts.moderation import appeals as moderation_appeals
from services.contracts.moderation import cards as moderation_cards
from services.contracts.moderation import cases as moderation_cases
from services.contracts.moderation import companies as moderation_companies
from services.contracts.moderation import conduct, desk, orders, staff
from services.contracts.moderation import messages as moderation_messages
from services.contracts.moderation import reports as moderation_reports
from services.contracts.moderation.operator_settings import SettingsAnnounced
from services.contracts.moderation.signals import EarlyLeaver, FriendRewarded, MatchAppraised, MatchTimed
from services.contracts.partners import webhooks as webhooks_api
from services.contracts.partners.service_accounts import GetServiceAccount, ServiceAccount
from services.contracts.ranking.boards import BoardPrizesPaid
from services.contracts.tables.events import CardEarned, MatchFinished
from services.contracts.tournaments.events import CompetitionChanged, ResultCorrected
from services.contracts.wallet.events import AddressShared, MatchCorrected, RewardTakenBack, StakesReleased
from services.contracts.wallet.payments import DebtWrittenOff, PaymentRestored, PaymentReversed
from services.kernel.refusal import Refusal
from services.moderation import operator_settings, player_file
from services.moderation.appeals import use_cases as appeals
from services.moderation.audit import exports
from services.moderation.audit import use_cases as audit
from services.moderation.cards import earned_cards
from services.moderation.cards.rules import CardSettings
from services.moderation.cases import use_cases as cases
from services.moderation.companies import use_cases as companies
from services.moderation.desk import trends
from services.moderation.desk import use_cases as shared
from services.moderation.messages import use_cases as messages
from services.moderation.orders import logged_corrections
from services.moderation.orders import use_cases as operator_orders
from services.moderation.privacy import rows as own_privacy
from services.moderation.reports import use_cases as reports
from services.moderation.sanctions import conduct_query, mutes
from services.moderation.sanctions import staff_sanctions as sanctions
from services.moderation.settings import ModerationSettings
from services.moderation.signals import use_cases as signals
from services.moderation.staff import role_changes, service_accounts
from services.moderation.upkeep import Upkeep
from services.moderation.webhooks import use_cases as webhooks
from services.platform.broker.rpc_client import RpcClient
from services.platform.database.repeated_commands import once_per_request
from services.platform.database.unit_of_work import Work
from services.platform.hosting.events import on_events
from services.platform.hosting.host import APP_KEY, Base, Wired
from services.platform.hosting.rpc import rpc
from services.platform.operations.privacy import answer_erasures, answer_exports
from services.platform.process import settings as environment

_SIGNALS_MS = 1_000
"""How long events for signals wait to be handled together: no player waits for signals."""


class App:
    """What the entrypoints use."""

    def __init__(self, base: Base, cards: CardSettings, settings: ModerationSettings | None = None) -> None:
        """Created once a process."""
        self.base = base
        self.settings = settings or ModerationSettings()
        self.cards = cards
        self.upkeep = Upkeep(base.database)

    def run_with_cards(self, handler: Any, request: Any) -> Any:
        """Run a handler in one unit of work, with the present settings of cards."""
        return self.base.database.run(operator_settings.with_cards_now, self.cards, handler, request)

    def run_once(self, handler: Any, request: Any) -> Any:
        """One unit of work; a change that was carried out under the request's id is answered as the first time."""
        return self.base.database.run(lambda work: once_per_request(work, request, lambda: handler(work, request)))

    def run_once_with_cards(self, handler: Any, request: Any) -> Any:
        """Both: once under the request's id, with the settings of cards."""
        return self.run_once(
            lambda work, asked: operator_settings.with_cards_now(work, self.cards, handler, asked), request
        )


def make_app(base: Base, _rpc: RpcClient) -> App:
    """The application object; moderation sends no requests."""
    settings = environment.load(ModerationSettings)
    return App(base, settings.cards, settings)


class Background(DependencyProvider):
    """Runs the periodic tasks as long as the container runs."""

    def start(self) -> None:
        """Start with the container."""
        self.container.config[APP_KEY].upkeep.start()

    def stop(self) -> None:
        """Stop after the last request."""
        self.container.config[APP_KEY].upkeep.stop()


class ModerationService:
    """The requests and events of moderation."""

    name = "moderation"
    app: Any = Wired()
    background: Any = Background()

    @rpc(conduct.GetConduct)
    def get_conduct(self, request: conduct.GetConduct) -> conduct.Conduct:
        """The standing of an account."""
        return self.app.run_with_cards(conduct_query.get_conduct, request)

    @rpc(GetServiceAccount)
    def get_service_account(self, request: GetServiceAccount) -> ServiceAccount | Refusal:
        """An account in whose name another system acts."""
        return self.app.base.database.run(service_accounts.get_service_account, request)

    # --- webhooks ---

    @rpc(webhooks_api.CreateWebhook)
    def create_webhook(self, request: webhooks_api.CreateWebhook) -> webhooks_api.WebhookSecret | Refusal:
        """A new webhook, with its secret."""
        return self.app.base.database.run(webhooks.create, self.app.settings, request)

    @rpc(webhooks_api.ListWebhooks)
    def list_webhooks(self, request: webhooks_api.ListWebhooks) -> webhooks_api.Webhooks:
        """An owner's webhooks."""
        return self.app.base.database.run(webhooks.list_webhooks, request)

    @rpc(webhooks_api.RotateWebhookSecret)
    def rotate_webhook_secret(self, request: webhooks_api.RotateWebhookSecret) -> webhooks_api.WebhookSecret | Refusal:
        """A new secret of a webhook."""
        return self.app.base.database.run(webhooks.rotate, request)

    @rpc(webhooks_api.PauseWebhook)
    def pause_webhook(self, request: webhooks_api.PauseWebhook) -> webhooks_api.Webhook | Refusal:
        """Stop a webhook."""
        return self.app.run_once(webhooks.pause, request)

    @rpc(webhooks_api.ResumeWebhook)
    def resume_webhook(self, request: webhooks_api.ResumeWebhook) -> webhooks_api.Webhook | Refusal:
        """Let a webhook go on."""
        return self.app.run_once(webhooks.resume, request)

    @rpc(webhooks_api.ReplayWebhook)
    def replay_webhook(self, request: webhooks_api.ReplayWebhook) -> webhooks_api.Webhook | Refusal:
        """Let a webhook go on from another place."""
        return self.app.run_once(webhooks.replay, request)

    @rpc(webhooks_api.DeleteWebhook)
    def delete_webhook(self, request: webhooks_api.DeleteWebhook) -> Done | Refusal:
        """Remove a webhook."""
        return self.app.run_once(webhooks.delete, request)

    @rpc(webhooks_api.ListWebhookDeliveries)
    def list_webhook_deliveries(self, request: webhooks_api.ListWebhookDeliveries) -> webhooks_api.Deliveries | Refusal:
        """The newest tries of a webhook."""
        return self.app.base.database.run(webhooks.list_deliveries, request)

    @rpc(webhooks_api.ClaimWebhooks)
    def claim_webhooks(self, request: webhooks_api.ClaimWebhooks) -> webhooks_api.ClaimedWebhooks:
        """The webhooks that the asking process delivers."""
        return self.app.base.database.run(webhooks.claim, request)

    @rpc(webhooks_api.ReportDelivery)
    def report_delivery(self, request: webhooks_api.ReportDelivery) -> webhooks_api.Webhook | Refusal:
        """What became of an event that was sent to a webhook."""
        return self.app.base.database.run(webhooks.report, request)

    # --- messages from the Administrator ---

    @rpc(moderation_messages.SendMessage)
    def send_message(self, request: moderation_messages.SendMessage) -> moderation_messages.AdminMessage | Refusal:
        """Write to one account, or to everybody."""
        return self.app.run_once(messages.send, request)

    @rpc(moderation_messages.ListMessages)
    def list_messages(self, request: moderation_messages.ListMessages) -> moderation_messages.AdminMessages:
        """An account's messages."""
        return self.app.base.database.run(messages.list_messages, request)

    @rpc(moderation_messages.ReadMessage)
    def read_message(self, request: moderation_messages.ReadMessage) -> moderation_messages.AdminMessage | Refusal:
        """Mark a message as opened."""
        return self.app.base.database.run(messages.read, request)

    @rpc(moderation_messages.AcknowledgeMessage)
    def acknowledge_message(
        self, request: moderation_messages.AcknowledgeMessage
    ) -> moderation_messages.AdminMessage | Refusal:
        """Mark a message as acknowledged."""
        return self.app.base.database.run(messages.acknowledge, request)

    # --- cases ---

    @rpc(moderation_cases.ListCases)
    def list_cases(self, request: moderation_cases.ListCases) -> moderation_cases.Cases | Refusal:
        """The open cases."""
        return self.app.base.database.run(cases.list_cases, request)

    @rpc(moderation_cases.CloseCase)
    def close_case(self, request: moderation_cases.CloseCase) -> moderation_cases.Case | Refusal:
        """Close a case."""
        return self.app.run_once(cases.close_case, request)

    # --- mutes ---

    @rpc(conduct.MuteChat)
    def mute_chat(self, request: conduct.MuteChat) -> conduct.Mute | Refusal:
        """Mute a player."""
        return self.app.base.database.run(mutes.mute_chat, request)

    # --- reports ---

    @rpc(moderation_reports.FileReport)
    def file_report(self, request: moderation_reports.FileReport) -> moderation_reports.Receipt | Refusal:
        """File a report about a player."""
        return self.app.base.database.run(reports.file_report, request)

    @rpc(moderation_reports.ListOwnReports)
    def list_own_reports(self, request: moderation_reports.ListOwnReports) -> moderation_reports.Receipts:
        """The receipts of an account's own reports."""
        return self.app.base.database.run(reports.list_own_reports, request)

    @rpc(moderation_reports.ListReports)
    def list_reports(self, request: moderation_reports.ListReports) -> moderation_reports.Reports | Refusal:
        """Reports for staff."""
        return self.app.base.database.run(reports.list_reports, request)

    @rpc(moderation_reports.Decide)
    def decide(self, request: moderation_reports.Decide) -> moderation_reports.Report | Refusal:
        """Staff decide a report."""
        return self.app.run_once_with_cards(reports.decide, request)

    @rpc(moderation_companies.DecideCompany)
    def decide_company(self, request: moderation_companies.DecideCompany) -> Done | Refusal:
        """Staff decide about a company of players."""
        return self.app.run_once(companies.decide_company, request)

    # --- cards, suspensions, blocks ---

    @rpc(moderation_cards.GiveCard)
    def give_card(self, request: moderation_cards.GiveCard) -> moderation_cards.KeptSuspension | Refusal:
        """Give a red card."""
        return self.app.run_with_cards(sanctions.give_card, request)

    @rpc(moderation_cards.RevokeCard)
    def revoke_card(self, request: moderation_cards.RevokeCard) -> moderation_cards.Card | Refusal:
        """Revoke an active card."""
        return self.app.run_once_with_cards(sanctions.revoke_card, request)

    @rpc(moderation_cards.LiftSuspension)
    def lift_suspension(self, request: moderation_cards.LiftSuspension) -> moderation_cards.KeptSuspension | Refusal:
        """Lift a suspension."""
        return self.app.run_with_cards(sanctions.lift_suspension, request)

    @rpc(moderation_cards.Block)
    def block(self, request: moderation_cards.Block) -> moderation_cards.KeptBlock | Refusal:
        """Block an account permanently."""
        return self.app.run_once(sanctions.block, request)

    @rpc(moderation_cards.Unblock)
    def unblock(self, request: moderation_cards.Unblock) -> Done | Refusal:
        """End a block."""
        return self.app.run_once(sanctions.unblock, request)

    # --- appeals ---

    @rpc(moderation_appeals.FileAppeal)
    def file_appeal(self, request: moderation_appeals.FileAppeal) -> moderation_appeals.Appeal | Refusal:
        """File an appeal."""
        return self.app.run_once(appeals.file_appeal, request)

    @rpc(moderation_appeals.ListAppeals)
    def list_appeals(self, request: moderation_appeals.ListAppeals) -> moderation_appeals.Appeals | Refusal:
        """Appeals for staff."""
        return self.app.base.database.run(appeals.list_appeals, request)

    @rpc(moderation_appeals.RuleAppeal)
    def rule_appeal(self, request: moderation_appeals.RuleAppeal) -> moderation_appeals.Appeal | Refusal:
        """An administrator rules on an appeal."""
        return self.app.run_once_with_cards(appeals.rule_appeal, request)

    # --- roles, the audit log, files ---

    @rpc(staff.GiveRole)
    def give_role(self, request: staff.GiveRole) -> staff.Holder | Refusal:
        """Give an account a role."""
        return self.app.run_once(role_changes.give_role, request)

    @rpc(staff.TakeRole)
    def take_role(self, request: staff.TakeRole) -> staff.Holder | Refusal:
        """Take a role from an account."""
        return self.app.run_once(role_changes.take_role, request)

    @rpc(staff.ListRoles)
    def list_roles(self, request: staff.ListRoles) -> staff.Holders | Refusal:
        """Accounts with roles."""
        return self.app.base.database.run(role_changes.list_roles, request)

    @rpc(staff.ListAuditEntries)
    def list_audit_entries(self, request: staff.ListAuditEntries) -> staff.AuditPage | Refusal:
        """The audit log."""
        return self.app.base.database.run(audit.list_audit_entries, request)

    @rpc(staff.BeginAuditExport)
    def begin_audit_export(self, request: staff.BeginAuditExport) -> staff.AuditExport | Refusal:
        """Begin to save the audit log."""
        return self.app.base.database.run(exports.begin_audit_export, request)

    @rpc(staff.ReadAuditExport)
    def read_audit_export(self, request: staff.ReadAuditExport) -> staff.AuditPage | Refusal:
        """Entries that are saved."""
        return self.app.base.database.run(exports.read_audit_export, request)

    @rpc(staff.CheckAuditLog)
    def check_audit_log(self, request: staff.CheckAuditLog) -> staff.AuditCheck | Refusal:
        """Check the audit log."""
        return self.app.base.database.run(audit.check_audit_log, request)

    @rpc(staff.GetPlayerFile)
    def get_player_file(self, request: staff.GetPlayerFile) -> staff.PlayerFile | Refusal:
        """A player's file."""
        return self.app.base.database.run(player_file.get_player_file, request)

    @rpc(staff.NoteReading)
    def note_reading(self, request: staff.NoteReading) -> Done | Refusal:
        """Log that staff read data that is not public."""
        return self.app.base.database.run(player_file.note_reading, request)

    # --- the desk ---

    @rpc(desk.ListClaims)
    def list_claims(self, request: desk.ListClaims) -> desk.Claims | Refusal:
        """Who looks at what."""
        return self.app.base.database.run(shared.list_claims, request)

    @rpc(desk.ClaimPlayer)
    def claim_player(self, request: desk.ClaimPlayer) -> desk.Claims | Refusal:
        """Look at what waits about a player."""
        return self.app.base.database.run(shared.claim_player, request)

    @rpc(desk.AddNote)
    def add_note(self, request: desk.AddNote) -> desk.Note | Refusal:
        """Write a note about a player."""
        return self.app.base.database.run(shared.add_note, request)

    @rpc(desk.GetLinks)
    def get_links(self, request: desk.GetLinks) -> desk.Links | Refusal:
        """What an account has in common with others."""
        return self.app.base.database.run(shared.get_links, request)

    @rpc(desk.ListSoleDecisions)
    def list_sole_decisions(self, request: desk.ListSoleDecisions) -> desk.SoleDecisions | Refusal:
        """Decisions taken alone."""
        return self.app.base.database.run(shared.list_sole_decisions, request)

    @rpc(desk.ReviewSoleDecision)
    def review_sole_decision(self, request: desk.ReviewSoleDecision) -> desk.SoleDecision | Refusal:
        """Look at a decision that was taken alone."""
        return self.app.run_once(shared.review_sole_decision, request)

    @rpc(desk.GetTrends)
    def get_trends(self, request: desk.GetTrends) -> desk.Trends | Refusal:
        """Numbers of the last days."""
        return self.app.base.database.run(trends.get_trends, request)

    @rpc(desk.TryThreshold)
    def try_threshold(self, request: desk.TryThreshold) -> desk.Tried | Refusal:
        """How many cases another threshold would have opened."""
        return self.app.base.database.run(trends.try_threshold, request)

    # --- orders of operators ---

    @rpc(orders.PlaceOrder)
    def place_order(self, request: orders.PlaceOrder) -> orders.Order | Refusal:
        """Place an order."""
        return self.app.base.database.run(operator_orders.place_order, self.app.cards, request)

    @rpc(orders.ListOrders)
    def list_orders(self, request: orders.ListOrders) -> orders.Orders | Refusal:
        """The orders and their outcomes."""
        return self.app.base.database.run(operator_orders.list_orders, request)

    @rpc(orders.GetOrder)
    def get_order(self, request: orders.GetOrder) -> orders.Order | Refusal:
        """One order and its outcome."""
        return self.app.base.database.run(operator_orders.get_order, request)

    @rpc(orders.ListSettings)
    def list_settings(self, request: orders.ListSettings) -> orders.Settings | Refusal:
        """The settings that can be changed."""
        return self.app.base.database.run(operator_settings.list_settings, self.app.cards, request)

    # --- events ---

    @on_events(orders.OrderAnswered)
    def on_order_answered(self, work: Work, events: list[orders.OrderAnswered]) -> None:
        """Services have carried orders out, or refused them."""
        operator_orders.orders_answered(work, events)

    @on_events(SettingsAnnounced)
    def on_settings_announced(self, work: Work, events: list[SettingsAnnounced]) -> None:
        """Services have announced their settings."""
        operator_settings.settings_announced(work, events)

    @on_events(orders.FreeMatchCorrected)
    def on_free_match_corrected(self, work: Work, events: list[orders.FreeMatchCorrected]) -> None:
        """Results of matches without a stake were corrected."""
        logged_corrections.free_matches_corrected(work, events)

    @on_events(orders.RoundCorrected)
    def on_round_corrected(self, work: Work, events: list[orders.RoundCorrected]) -> None:
        """Rounds were corrected."""
        logged_corrections.rounds_corrected(work, events)

    @on_events(ResultCorrected)
    def on_result_corrected(self, work: Work, events: list[ResultCorrected]) -> None:
        """Results of competitions' games were corrected."""
        logged_corrections.results_corrected(work, events)

    @on_events(CompetitionChanged)
    def on_competition_changed(self, work: Work, events: list[CompetitionChanged]) -> None:
        """Operators have changed competitions."""
        logged_corrections.competitions_changed(work, events)

    @on_events(CardEarned, "*")
    def on_card_earned(self, work: Work, events: list[CardEarned]) -> None:
        """Players have earned cards in matches."""
        operator_settings.with_cards_now(work, self.app.cards, earned_cards.give_earned, events)

    @on_events(PaymentReversed)
    def on_payment_reversed(self, work: Work, events: list[PaymentReversed]) -> None:
        """Payments were taken back."""
        cases.payments_reversed(work, events)

    @on_events(PaymentRestored)
    def on_payment_restored(self, work: Work, events: list[PaymentRestored]) -> None:
        """Disputes were won."""
        cases.payments_restored(work, events)

    @on_events(DebtWrittenOff)
    def on_debt_written_off(self, work: Work, events: list[DebtWrittenOff]) -> None:
        """Operators have written off debts."""
        logged_corrections.debts_written_off(work, events)

    @on_events(AddressShared)
    def on_address_shared(self, work: Work, events: list[AddressShared]) -> None:
        """Seats of a match for chips used one address."""
        cases.addresses_shared(work, events)

    @on_events(EarlyLeaver)
    def on_early_leaver(self, work: Work, events: list[EarlyLeaver]) -> None:
        """Accounts repeatedly left before the first round."""
        cases.left_early(work, events)

    @on_events(MatchFinished, "*", linger_ms=_SIGNALS_MS, wanted=lambda event: not event.practice)
    def on_match_finished(self, work: Work, events: list[MatchFinished]) -> None:
        """Matches have ended: count their observations."""
        signals.matches_finished(work, events)

    @on_events(MatchTimed, linger_ms=_SIGNALS_MS)
    def on_match_timed(self, work: Work, events: list[MatchTimed]) -> None:
        """Decision times and lost connections of matches were published."""
        signals.matches_timed(work, events)

    @on_events(MatchAppraised)
    def on_match_appraised(self, work: Work, events: list[MatchAppraised]) -> None:
        """Matches were analysed: count what their players' decisions lost."""
        signals.matches_appraised(work, events)

    @on_events(SessionBegan, linger_ms=500)
    def on_session_began(self, work: Work, events: list[SessionBegan]) -> None:
        """Sessions have begun: count devices and addresses."""
        signals.sessions_began(work, events)

    @on_events(FriendRewarded)
    def on_friend_rewarded(self, work: Work, events: list[FriendRewarded]) -> None:
        """Invitations were rewarded."""
        signals.friends_rewarded(work, events)

    @on_events(ChatMatched)
    def on_chat_matched(self, work: Work, events: list[ChatMatched]) -> None:
        """Chat lines contained words of the operator's lists."""
        signals.chats_matched(work, events)

    @on_events(MessageRefused, linger_ms=500)
    def on_message_refused(self, work: Work, events: list[MessageRefused]) -> None:
        """Messages between friends were refused."""
        signals.messages_refused(work, events)

    @on_events(ProtocolAbused)
    def on_protocol_abused(self, work: Work, events: list[ProtocolAbused]) -> None:
        """Clients misused the protocol."""
        signals.protocols_abused(work, events)

    @on_events(MatchCorrected)
    def on_match_corrected(self, work: Work, events: list[MatchCorrected]) -> None:
        """Results of staked matches were corrected."""
        logged_corrections.matches_corrected(work, events)

    @on_events(BoardPrizesPaid)
    def on_board_prizes_paid(self, work: Work, events: list[BoardPrizesPaid]) -> None:
        """Prizes of leaderboards were paid."""
        messages.board_prizes_paid(work, events)

    @on_events(RewardTakenBack)
    def on_reward_taken_back(self, work: Work, events: list[RewardTakenBack]) -> None:
        """Rewards were taken back."""
        logged_corrections.rewards_taken_back(work, events)

    @on_events(StakesReleased)
    def on_stakes_released(self, work: Work, events: list[StakesReleased]) -> None:
        """Stakes were given back that nobody could settle."""
        logged_corrections.stakes_released(work, events)

    @on_events(privacy.ExportAsked)
    def on_export_asked(self, work: Work, events: list[privacy.ExportAsked]) -> None:
        """Accounts have asked for the export of their data."""
        answer_exports(work, self.name, events, own_privacy.collect)

    @on_events(privacy.ErasureAsked)
    def on_erasure_asked(self, work: Work, events: list[privacy.ErasureAsked]) -> None:
        """Accounts are being erased."""
        answer_erasures(work, self.name, events, own_privacy.erase)


SERVICE = ModerationService
