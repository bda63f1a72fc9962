"""The lobby's RPC requests and events: decoded by plumbing, passed on to a use case."""

from typing import Any

from nameko.extensions import DependencyProvider

from services.contracts.base import Done
from services.contracts.client.pushes import FindGateways, GatewaysOf
from services.contracts.lobby import conduct, privacy
from services.contracts.lobby import pictures as photos
from services.contracts.lobby import requests as contract
from services.contracts.lobby.halls import GoToHall
from services.contracts.moderation import events as discipline_events
from services.contracts.moderation import orders
from services.contracts.moderation import reports_and_cards as discipline
from services.contracts.moderation.conduct_and_messages import CardsChanged, ChatMuted, MessageSent
from services.contracts.partners import lookups as other_systems
from services.contracts.ranking.ratings import Rated
from services.contracts.ranking.statistics import QuintilesChanged
from services.contracts.tables.commands_and_events import PauseChanged, SeatFreed, TableDone
from services.contracts.tournaments.entries import Competitor, GetCompetitor
from services.contracts.tournaments.events import GameCalled
from services.contracts.wallet import public_ledger as outside
from services.contracts.wallet import shop_and_lotteries as economy
from services.contracts.wallet.balances import ChipsChanged
from services.kernel.refusal import Refusal
from services.lobby.access import login
from services.lobby.accounts import account_changes, registration
from services.lobby.accounts.pictures import use_cases as player_pictures
from services.lobby.accounts.terms import use_cases as posted_terms
from services.lobby.chat import use_cases as chat
from services.lobby.conduct import operator_orders, reports, standings, warnings
from services.lobby.halls import use_cases as halls
from services.lobby.lists import room as rooms
from services.lobby.presence import connections, player_queries
from services.lobby.privacy import erasure, export
from services.lobby.service.access import AccessRequests
from services.lobby.service.app import App
from services.lobby.service.blocks import BlockRequests
from services.lobby.service.friends import FriendRequests
from services.lobby.service.guest_accounts import GuestRequests
from services.lobby.service.room_pages import RoomPages
from services.lobby.service.seeks import SeekRequests
from services.lobby.service.visits import VisitRequests
from services.lobby.sessions import token_renewal
from services.lobby.sessions import use_cases as sessions
from services.lobby.settings import LobbySettings, VisitSettings
from services.lobby.social import gifts
from services.lobby.tables import creation, events_of_services, leaving, seats, self_exclusion
from services.lobby.tables.competition_games import use_cases as competitions
from services.platform.broker.rpc_client import RpcClient
from services.platform.database.unit_of_work import Work
from services.platform.hosting.events import on_events
from services.platform.hosting.host import APP_KEY, Base, Wired
from services.platform.hosting.rpc import rpc
from services.platform.operations.live_settings import settings_changed
from services.platform.operations.settings_events import SettingsEvents
from services.platform.process import settings as environment


def make_app(base: Base, rpc: RpcClient) -> App:
    """The application object.

    Raises:
        SettingsError: the operator's settings do not fit together.
    """
    settings = environment.load(LobbySettings)
    if field := settings.check():
        raise environment.SettingsError(f"KAFENEIO_{field.upper()}: needed for KAFENEIO_MAIL_TRANSPORT")
    return App(base, rpc, settings, environment.load(VisitSettings).directory(base.settings))


class Background(DependencyProvider):
    """Runs the application's background work as long as the container runs."""

    def start(self) -> None:
        """Start with the container."""
        self.container.config[APP_KEY].start()

    def stop(self) -> None:
        """Stop after the last request."""
        self.container.config[APP_KEY].stop()


class LobbyService(
    AccessRequests,
    BlockRequests,
    FriendRequests,
    GuestRequests,
    RoomPages,
    SeekRequests,
    VisitRequests,
    SettingsEvents,
):
    """Players, sessions, presence, chat, and tables until they start."""

    name = "lobby"
    app: Any = Wired()
    background: Any = Background()

    # --- accounts and sessions ---

    @rpc(contract.Register)
    def register(self, request: contract.Register) -> contract.Session | Refusal:
        """Register an account, which is logged in at once."""
        return registration.register(self.app.ports, request)

    @rpc(contract.LogIn)
    def log_in(self, request: contract.LogIn) -> contract.Session | Refusal:
        """Open a session."""
        return login.log_in(self.app.ports, request)

    @rpc(contract.LogOut)
    def log_out(self, request: contract.LogOut) -> Done | Refusal:
        """End the session."""
        return self.app.ports.run(sessions.log_out, request)

    @rpc(contract.ChangePassword)
    def change_password(self, request: contract.ChangePassword) -> contract.Token | Refusal:
        """Change the password."""
        return account_changes.change_password(self.app.ports, request)

    @rpc(contract.RenewToken)
    def renew_token(self, request: contract.RenewToken) -> contract.Token | Refusal:
        """Renew a session's token."""
        return self.app.ports.run(token_renewal.renew_token, request)

    @rpc(contract.ChangeLanguage)
    def change_language(self, request: contract.ChangeLanguage) -> contract.Account | Refusal:
        """Change the language."""
        return self.app.ports.run(account_changes.change_language, request)

    @rpc(contract.GetTerms)
    def get_terms(self, request: contract.GetTerms) -> contract.Terms:
        """The posted version and those before it."""
        return self.app.ports.run(posted_terms.get_terms, request)

    @rpc(contract.AcceptTerms)
    def accept_terms(self, request: contract.AcceptTerms) -> Done | Refusal:
        """Accept the posted terms."""
        return self.app.ports.run(posted_terms.accept_terms, request)

    @rpc(contract.WhoIs)
    def who_is(self, request: contract.WhoIs) -> contract.Account | Refusal:
        """The account of a session's token."""
        return self.app.ports.run(sessions.who_is, request)

    @rpc(contract.GetPlayer)
    def get_player(self, request: contract.GetPlayer) -> contract.Account | Refusal:
        """An account by id or name."""
        return self.app.ports.run(player_queries.get_player, request)

    @rpc(other_systems.GetPlayers)
    def get_players(self, request: other_systems.GetPlayers) -> other_systems.PlayersFound:
        """Many accounts by their ids."""
        return self.app.ports.run(player_queries.get_players, request)

    @rpc(GetCompetitor)
    def get_competitor(self, request: GetCompetitor) -> Competitor | Refusal:
        """The facts about an account that competitions need."""
        return self.app.ports.run(competitions.get_competitor, request)

    @rpc(FindGateways)
    def find_gateways(self, request: FindGateways) -> GatewaysOf:
        """Where accounts are connected, for the pushes of others."""
        return self.app.ports.run(rooms.find_gateways, request)

    # --- pictures of players ---

    @rpc(photos.SetPhoto)
    def set_photo(self, request: photos.SetPhoto) -> photos.Photo | Refusal:
        """Set the photo."""
        return player_pictures.set_photo(self.app.ports, request)

    @rpc(photos.DeletePhoto)
    def delete_photo(self, request: photos.DeletePhoto) -> Done:
        """Delete the photo."""
        return self.app.ports.run(player_pictures.delete_photo, request)

    @rpc(photos.GetPhoto)
    def get_photo(self, request: photos.GetPhoto) -> photos.PhotoFile | Refusal:
        """A photo's bytes."""
        return self.app.ports.run(player_pictures.get_photo, request)

    # --- one account's data ---

    @rpc(privacy.AskExport)
    def ask_export(self, request: privacy.AskExport) -> privacy.Export | Refusal:
        """Request an export."""
        return self.app.ports.run(export.ask_export, request)

    @rpc(privacy.GetExport)
    def get_export(self, request: privacy.GetExport) -> privacy.Export | Refusal:
        """The state of an export or erasure."""
        return self.app.ports.run(export.get_export, request)

    @rpc(privacy.DownloadExport)
    def download_export(self, request: privacy.DownloadExport) -> privacy.ExportFile | Refusal:
        """Download an export."""
        return self.app.ports.run(export.download_export, request)

    @rpc(privacy.EraseAccount)
    def erase_account(self, request: privacy.EraseAccount) -> privacy.Erasure | Refusal:
        """Erase one's own account."""
        return erasure.erase_account(self.app.ports, request)

    @rpc(privacy.OrderErasure)
    def order_erasure(self, request: privacy.OrderErasure) -> privacy.Erasure | Refusal:
        """Erase an account by order of an operator."""
        return erasure.order_erasure(self.app.ports, request)

    @rpc(privacy.GetErasure)
    def get_erasure(self, request: privacy.GetErasure) -> privacy.Erasure | Refusal:
        """The state of an export or erasure."""
        return self.app.ports.run(erasure.get_erasure, request)

    # --- presence ---

    @rpc(contract.ListPlayers)
    def list_players(self, request: contract.ListPlayers) -> contract.Players:
        """All players who are logged in."""
        return self.app.ports.run(rooms.list_players, request)

    @rpc(contract.Connected)
    def connected(self, request: contract.Connected) -> contract.Room | Refusal:
        """A client has connected; returns its room."""
        return connections.connected(self.app.ports, request)

    @rpc(GoToHall)
    def go_to_hall(self, request: GoToHall) -> Done | Refusal:
        """Move to another hall."""
        return self.app.ports.run(halls.go_to_hall, request)

    @rpc(contract.Disconnected)
    def disconnected(self, request: contract.Disconnected) -> Done:
        """A client has disconnected."""
        return self.app.ports.run(connections.disconnected, request)

    @rpc(contract.Active)
    def active(self, request: contract.Active) -> Done:
        """These players have acted."""
        return self.app.ports.run(sessions.active, request)

    # --- tables before they start ---

    @rpc(contract.ListTables)
    def list_tables(self, request: contract.ListTables) -> contract.Tables:
        """Every table that waits for players or plays."""
        return self.app.ports.run(rooms.list_tables, request)

    @rpc(contract.FindTable)
    def find_table(self, request: contract.FindTable) -> contract.TableLine | Refusal:
        """A table in any hall."""
        return self.app.ports.run(rooms.find_table, request)

    @rpc(contract.CreateTable)
    def create_table(self, request: contract.CreateTable) -> contract.TableLine | Refusal:
        """Open a table."""
        return creation.create_table(self.app.ports, request)

    @rpc(contract.JoinTable)
    def join_table(self, request: contract.JoinTable) -> contract.TableLine | Refusal:
        """Take a seat."""
        return seats.join_table(self.app.ports, request)

    @rpc(contract.LeaveTable)
    def leave_table(self, request: contract.LeaveTable) -> Done | Refusal:
        """Leave a seat."""
        return self.app.ports.run(leaving.leave_table, request)

    @rpc(contract.StartTable)
    def start_table(self, request: contract.StartTable) -> Done | Refusal:
        """Start a table."""
        return seats.start_table(self.app.ports, request)

    @rpc(contract.AnswerInvitation)
    def answer_invitation(self, request: contract.AnswerInvitation) -> Done | Refusal:
        """Answer an invitation."""
        return seats.answer_invitation(self.app.ports, request)

    @rpc(economy.GiveItem)
    def give_item(self, request: economy.GiveItem) -> economy.Gift | Refusal:
        """Give an item to another seat."""
        return gifts.give_item(self.app.ports, request)

    # --- chat ---

    @rpc(contract.Say)
    def say(self, request: contract.Say) -> contract.ChatLine | Refusal:
        """Add a line to a chat room."""
        return self.app.ports.run(chat.say, request)

    # --- conduct ---

    @rpc(conduct.ReportPlayer)
    def report_player(self, request: conduct.ReportPlayer) -> discipline.Receipt | Refusal:
        """Report a player."""
        return reports.report_player(self.app.ports, request)

    @rpc(conduct.FileAppeal)
    def file_appeal(self, request: conduct.FileAppeal) -> conduct.AppealReceipt | Refusal:
        """Appeal against a card, suspension or block."""
        return reports.file_appeal(self.app.ports, request)

    @rpc(conduct.FindNames)
    def find_names(self, request: conduct.FindNames) -> conduct.Names | Refusal:
        """The names of accounts."""
        return self.app.ports.run(standings.find_names, request)

    @rpc(conduct.ListChat)
    def list_chat(self, request: conduct.ListChat) -> conduct.ChatPage | Refusal:
        """Chat lines, for staff."""
        return self.app.ports.run(standings.list_chat, request)

    @rpc(conduct.EndForAbuse)
    def end_for_abuse(self, request: conduct.EndForAbuse) -> Done:
        """End the session of a client that misuses the protocol."""
        return self.app.ports.run(standings.end_for_abuse, request)

    # --- events ---

    @on_events(privacy.ExportAnswered)
    def export_answered(self, work: Work, events: list[privacy.ExportAnswered]) -> None:
        """Services have sent the data that they store about accounts."""
        export.exports_answered(work, self.app.ports, events)

    @on_events(privacy.ErasureAnswered)
    def erasure_answered(self, work: Work, events: list[privacy.ErasureAnswered]) -> None:
        """Services have erased their data of accounts."""
        erasure.erasures_answered(work, self.app.ports, events)

    @on_events(GameCalled)
    def game_called(self, work: Work, events: list[GameCalled]) -> None:
        """Games of competitions have to be started."""
        competitions.games_called(work, self.app.ports, events)

    @on_events(TableDone)
    def table_done(self, work: Work, events: list[TableDone]) -> None:
        """Tables have ended."""
        events_of_services.tables_done(work, self.app.ports, events)

    @on_events(SeatFreed)
    def seat_freed(self, work: Work, events: list[SeatFreed]) -> None:
        """Players have left matches that continue."""
        events_of_services.seats_freed(work, self.app.ports, events)

    @on_events(PauseChanged)
    def pause_changed(self, work: Work, events: list[PauseChanged]) -> None:
        """Matches wait for a player, or continue."""
        events_of_services.pause_changed(work, self.app.ports, events)

    @on_events(QuintilesChanged, linger_ms=1_000, remember=False)  # a quintile's number shows whether the event is new
    def quintiles_changed(self, work: Work, events: list[QuintilesChanged]) -> None:
        """Dominoes players have another quintile."""
        events_of_services.quintiles_changed(work, self.app.ports, events)

    @on_events(CardsChanged)
    def cards_changed(self, work: Work, events: list[CardsChanged]) -> None:
        """Accounts have other active cards."""
        events_of_services.cards_changed(work, self.app.ports, events)

    @on_events(ChatMuted)
    def chat_muted(self, work: Work, events: list[ChatMuted]) -> None:
        """Staff have muted accounts."""
        events_of_services.chat_muted(work, self.app.ports, events)

    @on_events(discipline_events.StandingChanged)
    def standing_changed(self, work: Work, events: list[discipline_events.StandingChanged]) -> None:
        """Exclusions of accounts have changed."""
        standings.standings_changed(work, self.app.ports, events)

    @on_events(discipline_events.WatchChanged)
    def watch_changed(self, work: Work, events: list[discipline_events.WatchChanged]) -> None:
        """The accounts whose chat staff see live have changed."""
        standings.watches_changed(work, self.app.ports, events)

    @on_events(discipline_events.RolesChanged)
    def roles_changed(self, work: Work, events: list[discipline_events.RolesChanged]) -> None:
        """Roles of staff have changed."""
        standings.roles_changed(work, self.app.ports, events)

    @on_events(orders.OrderPlaced, "post_terms")
    def terms_ordered(self, work: Work, events: list[orders.OrderPlaced]) -> None:
        """Operators have posted terms."""
        operator_orders.terms_ordered(work, self.app.ports, events)

    @on_events(orders.SettingChanged)
    def on_setting_changed(self, work: Work, events: list[orders.SettingChanged]) -> None:
        """Operators change lists of words, and settings of other services that the lobby uses too."""
        operator_orders.settings_changed(work, self.app.ports, events)
        settings_changed(work, self.app.live, events)

    @on_events(discipline_events.MessageAcknowledged)
    def message_acknowledged(self, work: Work, events: list[discipline_events.MessageAcknowledged]) -> None:
        """Warnings were acknowledged."""
        warnings.messages_acknowledged(work, self.app.ports, events)

    @on_events(discipline_events.ReportFiled)
    def report_filed(self, work: Work, events: list[discipline_events.ReportFiled]) -> None:
        """New reports."""
        standings.reports_filed(work, self.app.ports, events)

    @on_events(discipline_events.AppealFiled)
    def appeal_filed(self, work: Work, events: list[discipline_events.AppealFiled]) -> None:
        """New appeals."""
        standings.appeals_filed(work, self.app.ports, events)

    @on_events(discipline_events.CaseOpened)
    def case_opened(self, work: Work, events: list[discipline_events.CaseOpened]) -> None:
        """New cases."""
        standings.cases_opened(work, self.app.ports, events)

    @on_events(outside.SelfExcluded)
    def self_excluded(self, work: Work, events: list[outside.SelfExcluded]) -> None:
        """Players have excluded themselves from games for money."""
        self_exclusion.self_excluded(work, self.app.ports, events)

    @on_events(economy.ItemGiven)
    def item_given(self, work: Work, events: list[economy.ItemGiven]) -> None:
        """Gifts at tables."""
        gifts.items_given(work, self.app.ports, events)

    @on_events(economy.AvatarWorn)
    def avatar_worn(self, work: Work, events: list[economy.AvatarWorn]) -> None:
        """Players wear other avatars."""
        player_pictures.avatars_worn(work, self.app.ports, events)

    @on_events(ChipsChanged)
    def chips_changed(self, work: Work, events: list[ChipsChanged]) -> None:
        """Balances have changed."""
        events_of_services.chips_changed(work, self.app.ports, events)

    @on_events(MessageSent)
    def message_sent(self, work: Work, events: list[MessageSent]) -> None:
        """Messages of the Administrator were sent."""
        events_of_services.messages_sent(work, self.app.ports, events)

    @on_events(Rated, linger_ms=1_000, remember=False)  # a rating's number shows whether the event is new
    def rated(self, work: Work, events: list[Rated]) -> None:
        """Matches have been rated."""
        events_of_services.rated(work, self.app.ports, events)


SERVICE = LobbyService
