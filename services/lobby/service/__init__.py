"""The lobby's requests, each passed on to the use case of its subject; events of other services are in events.py."""

from typing import Any

from nameko.extensions import DependencyProvider

from services.contracts.base import Done
from services.contracts.client.pushes import FindGateways, GatewaysOf
from services.contracts.lobby import chat as lobby_chat
from services.contracts.lobby import open_tables, presence, seeks
from services.contracts.lobby import reactions as lobby_reactions
from services.contracts.lobby.accounts import access, accounts, guest_accounts, privacy
from services.contracts.lobby.accounts import pictures as photos
from services.contracts.lobby.accounts.security_log import NoteStaffRead
from services.contracts.lobby.halls import GoToHall
from services.contracts.lobby.people import blocks, conduct, devices, friends, messages
from services.contracts.moderation import reports as discipline
from services.contracts.partners import lookups as other_systems
from services.contracts.partners import room_pages
from services.contracts.tournaments.entries import Competitor, GetCompetitor
from services.contracts.wallet import shop as economy
from services.kernel.refusal import Refusal
from services.lobby.access import email_addresses, forgotten_passwords, login, second_factor, ways_to_log_in
from services.lobby.accounts import account_changes, registration
from services.lobby.accounts.guest_accounts import use_cases as guests
from services.lobby.accounts.pictures import use_cases as player_pictures
from services.lobby.accounts.terms import use_cases as posted_terms
from services.lobby.chat import use_cases as chat
from services.lobby.conduct import reports, staff, standings
from services.lobby.conduct.standings import check_standing
from services.lobby.halls import use_cases as halls
from services.lobby.lists import room
from services.lobby.lists import room as rooms
from services.lobby.matchmaking import seeks as searches
from services.lobby.messages import use_cases as private_messages
from services.lobby.presence import competitors, connections
from services.lobby.privacy import erasure, export
from services.lobby.service.app import App
from services.lobby.service.cards import CardRequests
from services.lobby.service.companies import CompanyRequests
from services.lobby.service.events import EventHandlers
from services.lobby.service.passkeys import PasskeyRequests
from services.lobby.service.ways_in import VisitRequests, WayInRequests
from services.lobby.sessions import token_renewal
from services.lobby.sessions import use_cases as sessions
from services.lobby.settings import LobbySettings, SignInSettings, VisitSettings
from services.lobby.social import blocks as block_lists
from services.lobby.social import friends as friendships
from services.lobby.social import gifts
from services.lobby.tables import creation, leaving, seats
from services.platform.broker.rpc_client import RpcClient
from services.platform.hosting.host import APP_KEY, Base, Wired
from services.platform.hosting.rpc import rpc
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
    directory = environment.load(VisitSettings).directory(base.settings)
    return App(base, rpc, settings, directory, environment.load(SignInSettings))


class Background(DependencyProvider):
    """Runs the application's background work as long as the container runs."""

    def start(self) -> None:
        """Start with the container."""
        self.container.config[APP_KEY].start()

    def stop(self) -> None:
        """Stop after the last request."""
        self.container.config[APP_KEY].stop()


class LobbyService(
    CardRequests,
    CompanyRequests,
    PasskeyRequests,
    VisitRequests,
    WayInRequests,
    EventHandlers,
    SettingsEvents,
):
    """Players, sessions, presence, chat, and tables until they start."""

    name = "lobby"
    app: Any = Wired()
    background: Any = Background()

    # --- accounts and sessions ---

    @rpc(accounts.Register)
    def register(self, request: accounts.Register) -> accounts.Session | Refusal:
        """Register an account, which is logged in at once."""
        return registration.register(self.app.ports, request)

    @rpc(accounts.LogIn)
    def log_in(self, request: accounts.LogIn) -> accounts.Session | Refusal:
        """Open a session."""
        return login.log_in(self.app.ports, request)

    @rpc(accounts.LogOut)
    def log_out(self, request: accounts.LogOut) -> Done | Refusal:
        """End the session."""
        return self.app.ports.run(sessions.log_out, request)

    @rpc(accounts.ChangePassword)
    def change_password(self, request: accounts.ChangePassword) -> accounts.Token | Refusal:
        """Change the password."""
        return account_changes.change_password(self.app.ports, request)

    @rpc(accounts.RenewToken)
    def renew_token(self, request: accounts.RenewToken) -> accounts.Token | Refusal:
        """Renew a session's token."""
        return self.app.ports.run(token_renewal.renew_token, request)

    @rpc(accounts.ChangeLanguage)
    def change_language(self, request: accounts.ChangeLanguage) -> accounts.Account | Refusal:
        """Change the language."""
        return self.app.ports.run(account_changes.change_language, request)

    @rpc(accounts.GetTerms)
    def get_terms(self, request: accounts.GetTerms) -> accounts.Terms:
        """The posted version and those before it."""
        return self.app.ports.run(posted_terms.get_terms, request)

    @rpc(accounts.AcceptTerms)
    def accept_terms(self, request: accounts.AcceptTerms) -> Done | Refusal:
        """Accept the posted terms."""
        return self.app.ports.run(posted_terms.accept_terms, request)

    @rpc(accounts.WhoIs)
    def who_is(self, request: accounts.WhoIs) -> accounts.Account | Refusal:
        """The account of a session's token."""
        return self.app.ports.run(sessions.who_is, request)

    @rpc(accounts.GetPlayer)
    def get_player(self, request: accounts.GetPlayer) -> accounts.Account | Refusal:
        """An account by id or name."""
        return self.app.ports.run(rooms.get_player, request)

    @rpc(other_systems.GetPlayers)
    def get_players(self, request: other_systems.GetPlayers) -> other_systems.PlayersFound:
        """Many accounts by their ids."""
        return self.app.ports.run(rooms.get_players, request)

    @rpc(GetCompetitor)
    def get_competitor(self, request: GetCompetitor) -> Competitor | Refusal:
        """The facts about an account that competitions need."""
        return self.app.ports.run(competitors.get_competitor, request)

    @rpc(FindGateways)
    def find_gateways(self, request: FindGateways) -> GatewaysOf:
        """Where accounts are connected, for the pushes of others."""
        return self.app.ports.run(rooms.find_gateways, request)

    # --- access to accounts: e-mail, forgotten passwords, sessions, the second factor (RULES.md §8) ---

    @rpc(access.CheckStanding)
    def check_standing(self, request: access.CheckStanding) -> Done | Refusal:
        """Whether moderation allows an account to play."""
        return check_standing(self.app.ports, [request.account]) or Done()

    @rpc(access.GetAccess)
    def get_access(self, request: access.GetAccess) -> access.Access | Refusal:
        """The ways to log in to an account."""
        return self.app.ports.run(ways_to_log_in.get_access, request)

    @rpc(access.EndSessions)
    def end_sessions(self, request: access.EndSessions) -> Done | Refusal:
        """End every session of an account."""
        return self.app.ports.run(ways_to_log_in.end_sessions, request)

    @rpc(access.AskConfirmation)
    def ask_confirmation(self, request: access.AskConfirmation) -> access.MailSent | Refusal:
        """Send the link that confirms an address once more."""
        return self.app.ports.run(email_addresses.ask_confirmation, request)

    @rpc(access.ConfirmEmail)
    def confirm_email(self, request: access.ConfirmEmail) -> Done | Refusal:
        """Confirm an address by its link."""
        return self.app.ports.run(email_addresses.confirm_email, request)

    @rpc(access.ChangeEmail)
    def change_email(self, request: access.ChangeEmail) -> access.MailSent | Refusal:
        """Ask for another address."""
        return email_addresses.change_email(self.app.ports, request)

    @rpc(access.ForgotPassword)
    def forgot_password(self, request: access.ForgotPassword) -> access.MailSent | Refusal:
        """Ask for a link that sets a new password."""
        return self.app.ports.run(forgotten_passwords.forgot_password, request)

    @rpc(access.ResetPassword)
    def reset_password(self, request: access.ResetPassword) -> Done | Refusal:
        """Set a new password."""
        return forgotten_passwords.reset_password(self.app.ports, request)

    @rpc(access.BeginFactor)
    def begin_factor(self, request: access.BeginFactor) -> access.FactorKey | Refusal:
        """Begin to set up a second factor."""
        return second_factor.begin_factor(self.app.ports, request)

    @rpc(access.ConfirmFactor)
    def confirm_factor(self, request: access.ConfirmFactor) -> access.RecoveryCodes | Refusal:
        """Switch the second factor on."""
        return self.app.ports.run(second_factor.confirm_factor, request)

    @rpc(NoteStaffRead)
    def note_staff_read(self, request: NoteStaffRead) -> Done:
        """Log that staff have read data about a player."""
        return self.app.ports.run(staff.note_staff_read, request)

    @rpc(access.EndFactor)
    def end_factor(self, request: access.EndFactor) -> Done | Refusal:
        """Switch the second factor off."""
        return self.app.ports.run(second_factor.end_factor, request)

    # --- guest accounts (RULES.md §11) ---

    @rpc(guest_accounts.EnterAsGuest)
    def enter_as_guest(self, request: guest_accounts.EnterAsGuest) -> guest_accounts.GuestSession | Refusal:
        """Open a session of a guest account, new or known by its key."""
        return guests.enter(self.app.ports, request)

    @rpc(guest_accounts.RegisterGuest)
    def register_guest(self, request: guest_accounts.RegisterGuest) -> accounts.Session | Refusal:
        """Register a guest account as a full account."""
        return registration.register(self.app.ports, request.form, request.token)

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

    # --- blocked players and friends (RULES.md §5, §10) ---

    @rpc(blocks.ListBlocks)
    def list_blocks(self, request: blocks.ListBlocks) -> blocks.Blocks:
        """The account's list."""
        return self.app.ports.run(block_lists.list_blocks, request)

    @rpc(blocks.BlockPlayer)
    def block_player(self, request: blocks.BlockPlayer) -> blocks.Blocks | Refusal:
        """Block a player."""
        return self.app.ports.run(block_lists.block_player, request)

    @rpc(blocks.UnblockPlayer)
    def unblock_player(self, request: blocks.UnblockPlayer) -> blocks.Blocks:
        """Unblock a player."""
        return self.app.ports.run(block_lists.unblock_player, request)

    @rpc(friends.ListFriends)
    def list_friends(self, request: friends.ListFriends) -> friends.Friends:
        """The account's list."""
        return self.app.ports.run(friendships.list_friends, request)

    @rpc(friends.AskFriend)
    def ask_friend(self, request: friends.AskFriend) -> friends.Friends | Refusal:
        """Request a friendship."""
        return self.app.ports.run(friendships.ask_friend, request)

    @rpc(friends.AnswerFriend)
    def answer_friend(self, request: friends.AnswerFriend) -> friends.Friends | Refusal:
        """Answer a request."""
        return self.app.ports.run(friendships.answer_friend, request)

    @rpc(friends.RemoveFriend)
    def remove_friend(self, request: friends.RemoveFriend) -> friends.Friends:
        """End a friendship."""
        return self.app.ports.run(friendships.remove_friend, request)

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

    @rpc(presence.ListPlayers)
    def list_players(self, request: presence.ListPlayers) -> presence.Players:
        """All players who are logged in."""
        return self.app.ports.run(rooms.list_players, request)

    @rpc(presence.CountPresent)
    def count_present(self, request: presence.CountPresent) -> presence.Counts:
        """How many people are here, and how much is on."""
        return self.app.ports.read(rooms.count_present, request)

    @rpc(presence.Connected)
    def connected(self, request: presence.Connected) -> presence.Room | Refusal:
        """A client has connected; returns its room."""
        return connections.connected(self.app.ports, request)

    @rpc(GoToHall)
    def go_to_hall(self, request: GoToHall) -> Done | Refusal:
        """Move to another hall."""
        return self.app.ports.run(halls.go_to_hall, request)

    @rpc(presence.Disconnected)
    def disconnected(self, request: presence.Disconnected) -> Done:
        """A client has disconnected."""
        return self.app.ports.run(connections.disconnected, request)

    @rpc(presence.Active)
    def active(self, request: presence.Active) -> Done:
        """These players have acted."""
        return self.app.ports.run(sessions.active, request)

    # --- pages of players and tables, for other systems ---

    @rpc(room_pages.ListPlayerPage)
    def list_player_page(self, request: room_pages.ListPlayerPage) -> room_pages.PlayerPage:
        """A page of the players."""
        return self.app.ports.run(room.list_player_page, request)

    @rpc(room_pages.ListTablePage)
    def list_table_page(self, request: room_pages.ListTablePage) -> room_pages.TablePage:
        """A page of the tables."""
        return self.app.ports.run(room.list_table_page, request)

    # --- tables before they start ---

    @rpc(open_tables.ListTables)
    def list_tables(self, request: open_tables.ListTables) -> open_tables.Tables:
        """Every table that waits for players or plays."""
        return self.app.ports.run(rooms.list_tables, request)

    @rpc(open_tables.FindTable)
    def find_table(self, request: open_tables.FindTable) -> open_tables.TableLine | Refusal:
        """A table in any hall."""
        return self.app.ports.run(rooms.find_table, request)

    @rpc(open_tables.ViewTable)
    def view_table(self, request: open_tables.ViewTable) -> open_tables.TableLine | Refusal:
        """A table that an account may view."""
        return self.app.ports.run(rooms.view_table, request)

    @rpc(open_tables.CreateTable)
    def create_table(self, request: open_tables.CreateTable) -> open_tables.TableLine | Refusal:
        """Open a table."""
        return creation.create_table(self.app.ports, request)

    @rpc(open_tables.JoinTable)
    def join_table(self, request: open_tables.JoinTable) -> open_tables.TableLine | Refusal:
        """Take a seat."""
        return seats.join_table(self.app.ports, request)

    @rpc(open_tables.LeaveTable)
    def leave_table(self, request: open_tables.LeaveTable) -> Done | Refusal:
        """Leave a seat."""
        return self.app.ports.run(leaving.leave_table, request)

    @rpc(open_tables.StartTable)
    def start_table(self, request: open_tables.StartTable) -> Done | Refusal:
        """Start a table."""
        return seats.start_table(self.app.ports, request)

    @rpc(open_tables.AnswerInvitation)
    def answer_invitation(self, request: open_tables.AnswerInvitation) -> Done | Refusal:
        """Answer an invitation."""
        return seats.answer_invitation(self.app.ports, request)

    @rpc(economy.GiveItem)
    def give_item(self, request: economy.GiveItem) -> economy.Gift | Refusal:
        """Give an item to another seat."""
        return gifts.give_item(self.app.ports, request)

    # --- players who look for a game (RULES.md §9) ---

    @rpc(seeks.GetSeeks)
    def get_seeks(self, request: seeks.GetSeeks) -> seeks.Seeks:
        """The account's own search."""
        return self.app.ports.run(searches.get_seeks, request)

    @rpc(seeks.StartSeek)
    def start_seek(self, request: seeks.StartSeek) -> seeks.Seeks | Refusal:
        """Start a search."""
        return searches.start_seek(self.app.ports, request)

    @rpc(seeks.CancelSeek)
    def cancel_seek(self, request: seeks.CancelSeek) -> Done:
        """End the search."""
        return self.app.ports.run(searches.cancel_seek, request)

    # --- chat ---

    @rpc(lobby_chat.Say)
    def say(self, request: lobby_chat.Say) -> lobby_chat.ChatLine | Refusal:
        """Add a line to a chat room."""
        return self.app.ports.run(chat.say, request)

    @rpc(lobby_reactions.React)
    def react(self, request: lobby_reactions.React) -> Done | Refusal:
        """Show a reaction at one's table."""
        return self.app.ports.run(chat.react, request)

    # --- messages between friends (RULES.md §20) ---

    @rpc(messages.ListConversations)
    def list_conversations(self, request: messages.ListConversations) -> messages.Conversations:
        """The account's conversations."""
        return self.app.ports.run(private_messages.list_conversations, request)

    @rpc(messages.ListMessages)
    def list_messages(self, request: messages.ListMessages) -> messages.MessagePage | Refusal:
        """A page of the lines with a friend."""
        return self.app.ports.run(private_messages.list_messages, request)

    @rpc(messages.WriteMessage)
    def write_message(self, request: messages.WriteMessage) -> messages.PrivateLine | Refusal:
        """Write to a friend."""
        return private_messages.write_message(self.app.ports, request)

    @rpc(messages.ReadMessages)
    def read_messages(self, request: messages.ReadMessages) -> Done | Refusal:
        """Mark a friend's lines as read."""
        return self.app.ports.run(private_messages.read_messages, request)

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
        return self.app.ports.run(staff.find_names, request)

    @rpc(devices.ListDevices)
    def list_devices(self, request: devices.ListDevices) -> devices.SeenDevices | Refusal:
        """The classes of devices of accounts."""
        return self.app.ports.run(staff.list_devices, request)

    @rpc(devices.FindByDevice)
    def find_by_device(self, request: devices.FindByDevice) -> conduct.FoundPlayers | Refusal:
        """Accounts by a class of devices."""
        return self.app.ports.run(staff.find_by_device, request)

    @rpc(conduct.FindPlayers)
    def find_players(self, request: conduct.FindPlayers) -> conduct.FoundPlayers | Refusal:
        """Accounts that staff look for."""
        return self.app.ports.run(staff.find_players, request)

    @rpc(conduct.ListChat)
    def list_chat(self, request: conduct.ListChat) -> conduct.ChatPage | Refusal:
        """Chat lines, for staff."""
        return self.app.ports.run(staff.list_chat, request)

    @rpc(conduct.EndForAbuse)
    def end_for_abuse(self, request: conduct.EndForAbuse) -> Done:
        """End the session of a client that misuses the protocol."""
        return self.app.ports.run(standings.end_for_abuse, request)


SERVICE = LobbyService
