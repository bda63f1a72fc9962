"""A lobby without nameko and broker: use cases over a real database, with everything else played by the test."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from services.contracts.base import Done, Request
from services.contracts.client.frames import ServerFrame
from services.contracts.lobby import chat as lobby_chat
from services.contracts.lobby import open_tables, presence
from services.contracts.lobby import reactions as lobby_reactions
from services.contracts.lobby.accounts import (
    access,
    bots,
    guest_accounts,
    passkeys,
    pictures,
    privacy,
    programs,
    providers,
    tokens,
)
from services.contracts.lobby.accounts import accounts as lobby_accounts
from services.contracts.lobby.halls import GoToHall
from services.contracts.lobby.people import companies, conduct, devices
from services.contracts.lobby.people import messages as private
from services.contracts.moderation import conduct as moderation
from services.contracts.partners import lookups as other_systems
from services.contracts.partners import room_pages
from services.contracts.ranking import ratings as ranking
from services.contracts.tables import catalogue, commands
from services.contracts.wallet import balances as wallet
from services.contracts.wallet import shop as economy
from services.kernel.clock import FakeClock
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.access import email_addresses, forgotten_passwords, login, second_factor, ways_to_log_in
from services.lobby.access.passkeys import use_cases as passkey_cases
from services.lobby.access.providers import use_cases as provider_cases
from services.lobby.accounts import account_changes, registration
from services.lobby.accounts.pictures import use_cases as player_pictures
from services.lobby.accounts.pictures.photo_processor import PhotoProcessor
from services.lobby.accounts.pictures.rules import PictureSettings
from services.lobby.accounts.terms import use_cases as posted_terms
from services.lobby.bots import use_cases as bot_accounts
from services.lobby.chat import use_cases as chat
from services.lobby.companies import staff_deeds
from services.lobby.conduct import company_reports, reports, staff, standings
from services.lobby.halls import use_cases as halls
from services.lobby.lists import room
from services.lobby.lists import room as page_handlers
from services.lobby.mails import rows as mails
from services.lobby.mails.letters import Mail
from services.lobby.messages import use_cases as private_messages
from services.lobby.ports import NoProviders, Ports, Providers, Verdict
from services.lobby.presence import connections
from services.lobby.privacy import erasure, export
from services.lobby.programs import consent, exchange
from services.lobby.programs import use_cases as program_cases
from services.lobby.sessions import token_renewal
from services.lobby.sessions import use_cases as sessions
from services.lobby.settings import LobbySettings
from services.lobby.social import gifts
from services.lobby.tables import creation, leaving, seats
from services.lobby.tokens import use_cases as personal_tokens
from services.platform.database import inbox, unit_of_work
from services.platform.database.unit_of_work import Database, Work
from tests.lobby.entrances import Entrances

PASSWORD = "correct horse"
BORN = "1990-12-31"


class Here(NamedTuple):
    """A player who has come in."""

    account: str
    token: str
    gateway: str
    conn: int


class PlainPasswords:
    """Hashes at once, and counts what was checked."""

    def __init__(self) -> None:
        self.checked: list[str | None] = []
        self.busy = False

    def hash(self, password: str) -> str | Refusal:
        return Refusal("service_unavailable") if self.busy else f"hash of {password}"

    def check(self, password: str, stored: str | None) -> Verdict | Refusal:
        self.checked.append(stored)
        if self.busy:
            return Refusal("service_unavailable")
        if stored == f"old hash of {password}":
            return Verdict(True, f"hash of {password}")
        return Verdict(stored == f"hash of {password}")


class Played:
    """The other services, as the test has them answer: by request class, a value or a function of the request."""

    def __init__(self, is_in_work: Callable[[], bool]) -> None:
        self.calls: list[Request[Any]] = []
        self.timeouts_ms: dict[type, int | None] = {}
        self.seats = 2
        self._is_in_work = is_in_work
        self.answers: dict[type, Any] = {
            catalogue.CheckOptions: lambda asked: catalogue.CheckedOptions(
                options={"size": 3, **asked.options}, seats=self.seats, sides=[], shards=8
            ),
            wallet.CheckStake: Done(),
            privacy.CheckMoneySettled: Done(),
            privacy.CheckTablesLeft: Done(),
            wallet.CheckGuest: wallet.GuestPurse(chips=5_000, caps={"loss_limit": 900}),
            catalogue.GetCatalogue: catalogue.Catalogue(games=[]),
            moderation.GetConduct: lambda asked: moderation.Conduct(
                account=asked.account, cards={}, roles=[], suspension=None
            ),
            ranking.GetRatings: lambda asked: ranking.Ratings(
                ratings=[
                    ranking.Rating(account=each, rating=1_612, games=9, peak=1_650, seq=9) for each in asked.accounts
                ]
            ),
        }

    def call(self, request: Request[Any], timeout_ms: int | None = None) -> Any:
        assert not self._is_in_work(), "nobody is asked while rows are locked"
        self.calls.append(request)
        self.timeouts_ms[type(request)] = timeout_ms
        answer = self.answers[type(request)]
        return answer(request) if callable(answer) else answer

    def asked(self, kind: type) -> list[Any]:
        return [request for request in self.calls if isinstance(request, kind)]


class Pushed(NamedTuple):
    """A frame that was pushed."""

    accounts: list[str] | None
    frame: ServerFrame
    close: str | None
    except_conn: tuple[str, int] | None
    table: str | None = None
    spectators: bool = False
    hall: int | None = None
    session: str = ""
    conn: tuple[str, int] | None = None


class Pushes:
    """The frames that clients were sent."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.changed_players: list[str] = []
        self.changed_tables: list[str] = []
        self.frames: list[Pushed] = []
        self.rooms: list[str] = []
        """Whose clients get the room again."""

    def room_again(self, account: str) -> None:
        self.rooms.append(account)

    def players(self, accounts: Any) -> None:
        self.changed_players.extend(accounts)

    def tables(self, table_ids: Any) -> None:
        self.changed_tables.extend(table_ids)

    def frame(
        self,
        accounts: Any,
        frame: ServerFrame,
        close: str | None = None,
        except_conn: Any = None,
        table: str | None = None,
        *,
        spectators: bool = False,
        hall: int | None = None,
        session: str = "",
        conn: Any = None,
    ) -> None:
        to = None if accounts is None else list(accounts)
        self.frames.append(Pushed(to, frame, close, except_conn, table, spectators, hall, session, conn))

    def to(self, account: str, kind: type) -> list[Any]:
        """Frames of a kind that this account got."""
        return [
            push.frame
            for push in self.frames
            if isinstance(push.frame, kind) and (push.accounts is None or account in push.accounts)
        ]

    def closed_connections(self) -> list[tuple[list[str] | None, str, tuple[str, int] | None]]:
        """The connections that were ended: of whom, why, and which one was spared."""
        return [(push.accounts, push.close, push.except_conn) for push in self.frames if push.close is not None]


_ENTRANCES = Entrances()


class LocalLobby:
    """The lobby and everything around it."""

    def __init__(self, url: str, clock: FakeClock | None = None) -> None:
        self.clock = clock or FakeClock()
        self.database = _Watched(url, "lobby", self.clock)
        self.rpc = Played(lambda: self.database.in_work > 0)
        self.push = Pushes()
        self.passwords = PlainPasswords()
        self.providers: Providers = NoProviders()
        self.pictures = PhotoProcessor(PictureSettings(), run_in_thread=lambda function, *args: function(*args))
        self.set()
        self._last = 0
        self._at_first = self._arranged()
        self._first_ports = self.ports

    def set(self, **settings: Any) -> None:
        """Other settings from now on."""
        chosen = LobbySettings(**({"hall_counts_age_ms": 0} | settings))
        self.ports = Ports(
            *(self.database, self.rpc, self.passwords, self.push, chosen, self.pictures), providers=self.providers
        )

    @property
    def now_ms(self) -> int:
        return self.clock.now_ms()

    def wait(self, ms: int) -> None:
        self.clock.advance(ms)

    # --- asking ---

    def ask(self, request: Request[Any]) -> Any:
        """As the service does."""
        use_case = _ASKING.get(type(request))
        if use_case is not None:
            return use_case(self.ports, request)
        return self.ports.run(_IN_ONE[type(request)], request)

    def deliver(self, use_case: Callable[..., None], *events: Any) -> None:
        """Hand events to their use case, in one unit of work."""
        self.database.run(use_case, self.ports, list(events))

    def next_id(self) -> str:
        self._last += 1
        return f"c{self._last}"

    # --- people ---

    def register(self, name: str, **fields: Any) -> Any:
        email = f"{name.lower()}@example.org"
        form = {"username": name, "email": email, "password": PASSWORD, "birth_date": BORN} | fields
        return self.ask(lobby_accounts.Register(**form))

    def log_in(self, name: str, password: str = PASSWORD, **how: Any) -> Any:
        return self.ask(lobby_accounts.LogIn(username=name, password=password, **how))

    def mails(self) -> list[Mail]:
        """The mails that were written since the last look, oldest first."""
        found = []
        while (waiting := self.database.run(mails.claim, 60_000)) is not None:
            self.database.run(mails.drop, waiting.id)
            found.append(waiting.mail)
        return found

    def connect(self, session: lobby_accounts.Session, gateway: str = "g1") -> Here:
        self._last += 1
        here = Here(session.account.account, session.token, gateway, self._last)
        room = self.ask(presence.Connected(token=session.token, gateway=gateway, conn=here.conn))
        assert isinstance(room, presence.Room), room
        return here

    def enter(self, *names: str, gateway: str = "g1") -> list[Here]:
        """New players, connected one after the other."""
        if self._is_untouched():
            return _ENTRANCES.enter(self, names, gateway)
        return self.enter_one_by_one(names, gateway)

    def enter_one_by_one(self, names: Iterable[str], gateway: str) -> list[Here]:
        """The same by the use cases."""
        return [self.connect(self.register(name), gateway) for name in names]

    def _is_untouched(self) -> bool:
        """Whether nothing has happened here, and nothing was arranged."""
        usual = self.ports is self._first_ports and self.database.on_rows is None
        return usual and not self.database.is_used and self._arranged() == self._at_first

    def _arranged(self) -> Any:
        return self.noted(), dict(self.rpc.answers), self.rpc.seats

    def noted(self) -> dict[str, Any]:
        """What the test's own parts have noted so far."""
        calls = {"calls": self.rpc.calls, "timeouts_ms": self.rpc.timeouts_ms}
        parts = {
            "rpc": calls,
            "push": vars(self.push),
            "passwords": vars(self.passwords),
            "lobby": {"_last": self._last},
        }
        return {name: {each: copy(value) for each, value in part.items()} for name, part in parts.items()}

    def note(self, noted: dict[str, Any]) -> None:
        """As if these parts had noted it themselves."""
        parts = {"rpc": self.rpc, "push": self.push, "passwords": self.passwords, "lobby": self}
        for name, part in noted.items():
            vars(parts[name]).update({each: copy(value) for each, value in part.items()})

    def leave(self, who: Here) -> None:
        assert self.ask(presence.Disconnected(account=who.account, gateway=who.gateway, conn=who.conn)) == Done()

    def back(self, who: Here, gateway: str = "g1") -> Here:
        """The same session on a new connection."""
        self._last += 1
        here = who._replace(gateway=gateway, conn=self._last)
        self.ask(presence.Connected(token=here.token, gateway=here.gateway, conn=here.conn))
        return here

    def statuses(self) -> dict[str, str]:
        return {line.name: line.status for line in self.ask(presence.ListPlayers()).players}

    # --- tables ---

    def create(self, who: Here, **fields: Any) -> Any:
        asked = {"id": self.next_id(), "name": "Our table", "game": "tictactoe", "stake_chips": 500} | fields
        return self.ask(open_tables.CreateTable(account=who.account, **asked))

    def join(self, who: Here, table: str, seat: int | None = None) -> Any:
        return self.ask(open_tables.JoinTable(account=who.account, id=self.next_id(), table=table, seat=seat))

    def get_up(self, who: Here, table: str) -> Any:
        return self.ask(open_tables.LeaveTable(account=who.account, id=self.next_id(), table=table))

    def start(self, who: Here, table: str) -> Any:
        return self.ask(open_tables.StartTable(account=who.account, id=self.next_id(), table=table))

    def answer(self, who: Here, invitation: str, accept: bool = True) -> Any:
        return self.ask(
            open_tables.AnswerInvitation(account=who.account, id=self.next_id(), invitation=invitation, accept=accept)
        )

    def say(self, who: Here, text: str, room: str = "lobby", *, watching: bool = False) -> Any:
        return self.ask(lobby_chat.Say(account=who.account, id=self.next_id(), room=room, text=text, watching=watching))

    def started(self, *who: Here) -> str:
        """A running table of these players; answers its id."""
        self.rpc.seats = len(who)
        table = self.create(who[0]).table
        for other in who[1:]:
            self.join(other, table)
        assert self.start(who[0], table) == Done()
        return table

    def table(self, table_id: str) -> open_tables.TableLine | None:
        return next((line for line in self.ask(open_tables.ListTables()).tables if line.table == table_id), None)

    def sweep(self) -> None:
        leaving.sweep_tables(self.ports)
        sessions.sweep_sessions(self.ports)
        connections.sweep_handovers(self.ports)

    # --- what was written ---

    def rows(self, table: sa.Table) -> list[Any]:
        with self.database.work() as work:
            return list(work.execute(sa.select(table)).all())

    def outgoing(self) -> list[Any]:
        """The outbox in the order of its writing: PostgreSQL fills what a wipe has left in any order."""
        written = [] if self.database.is_sqlite else [sa.text("xmin::text::bigint"), sa.text("ctid")]
        with self.database.work() as work:
            return list(work.execute(sa.select(unit_of_work.outbox).order_by(*written)).all())

    def sent(self) -> list[tuple[str, Any]]:
        """Messages to queues: queue and decoded command."""
        rows = [row for row in self.outgoing() if not row.exchange]
        return [(row.routing_key, msgspec.json.decode(row.body, type=commands.Command)) for row in rows]

    def published(self, *, sessions: bool = False) -> list[tuple[str, Any]]:
        """Events: routing key and body; those of sessions or all others."""
        rows = [row for row in self.outgoing() if row.exchange]
        rows = [row for row in rows if row.routing_key.startswith("lobby.session_") is sessions]
        return [(row.routing_key, msgspec.json.decode(row.body)[3]) for row in rows]

    def wipe(self) -> None:
        """As if nothing had ever happened."""
        with contextlib.closing(self.database.engine.raw_connection()) as borrowed:
            driver: Any = borrowed.driver_connection
            if self.database.is_sqlite:
                driver.executescript(f"BEGIN IMMEDIATE; {_WIPING}; COMMIT")
            else:
                driver.execute(_WIPING, prepare=False)
        self.database.is_used = False


_WIPING = "; ".join(
    f"DELETE FROM {table.name}"
    for metadata in (schema.metadata, unit_of_work.metadata, inbox.metadata)
    for table in metadata.sorted_tables
)
"""One text for the driver itself: to give it every statement alone takes longer than to carry them out. PostgreSQL
carries it out in one transaction."""


class _Watched(Database):
    """Knows whether a unit of work is open, and whether there has been one since the database was wiped."""

    in_work = 0
    is_used = False

    @contextlib.contextmanager
    def work(self) -> Iterator[Work]:
        self.is_used = True
        with super().work() as work:
            yield work

    def run(self, handler: Callable[..., Any], *args: Any) -> Any:
        self.is_used = True
        with self._counted():
            return super().run(handler, *args)

    @contextlib.contextmanager
    def _counted(self) -> Iterator[None]:
        self.in_work += 1
        try:
            yield
        finally:
            self.in_work -= 1


_ASKING: dict[type, Any] = {
    lobby_accounts.Register: registration.register,
    lobby_accounts.LogIn: login.log_in,
    lobby_accounts.ChangePassword: account_changes.change_password,
    presence.Connected: connections.connected,
    private.WriteMessage: private_messages.write_message,
    open_tables.CreateTable: creation.create_table,
    open_tables.JoinTable: seats.join_table,
    open_tables.StartTable: seats.start_table,
    open_tables.AnswerInvitation: seats.answer_invitation,
    economy.GiveItem: gifts.give_item,
    pictures.SetPhoto: player_pictures.set_photo,
    conduct.ReportPlayer: reports.report_player,
    conduct.ReportCompany: company_reports.report_company,
    companies.ActOnCompany: staff_deeds.act,
    conduct.FileAppeal: reports.file_appeal,
    privacy.EraseAccount: erasure.erase_account,
    privacy.OrderErasure: erasure.order_erasure,
}
_ASKING |= {
    access.ChangeEmail: email_addresses.change_email,
    access.ResetPassword: forgotten_passwords.reset_password,
    access.BeginFactor: second_factor.begin_factor,
    passkeys.SignInByPasskey: login.sign_in_by_passkey,
    passkeys.OfferPasskey: passkey_cases.offer_passkey,
    passkeys.RemovePasskey: passkey_cases.remove_passkey,
    bots.MakeBot: bot_accounts.make_bot,
    bots.CloseBot: bot_accounts.close_bot,
    tokens.MakeToken: personal_tokens.make_token,
    programs.DecideConsent: consent.decide_consent,
    providers.ListProviders: provider_cases.list_providers,
    providers.StartProvider: provider_cases.start,
    providers.ReturnFromProvider: provider_cases.come_back,
    providers.EnterByProvider: login.enter_by_provider,
    providers.LinkProvider: provider_cases.link,
    providers.UnlinkProvider: provider_cases.unlink,
    guest_accounts.RegisterGuest: lambda ports, asked: registration.register(ports, asked.form, asked.token),
}
_IN_ONE: dict[type, Any] = {
    companies.SearchCompanies: staff_deeds.search,
    companies.ListPlayerCompanies: staff_deeds.list_of_player,
    companies.GetCompanyFile: staff_deeds.get_file,
    room_pages.ListPlayerPage: page_handlers.list_player_page,
    room_pages.ListTablePage: page_handlers.list_table_page,
    access.GetAccess: ways_to_log_in.get_access,
    access.EndSessions: ways_to_log_in.end_sessions,
    access.ListWaysIn: ways_to_log_in.list_ways_in,
    access.AskConfirmation: email_addresses.ask_confirmation,
    access.ConfirmEmail: email_addresses.confirm_email,
    access.ForgotPassword: forgotten_passwords.forgot_password,
    access.ConfirmFactor: second_factor.confirm_factor,
    access.EndFactor: second_factor.end_factor,
    passkeys.OfferRegistration: registration.offer_registration,
    passkeys.OfferSignIn: passkey_cases.offer_sign_in,
    passkeys.OfferProof: passkey_cases.offer_proof,
    passkeys.ProvePasskey: passkey_cases.prove_passkey,
    passkeys.AddPasskey: passkey_cases.add_passkey,
    passkeys.RenamePasskey: passkey_cases.rename_passkey,
    bots.ListBots: bot_accounts.list_bots,
    tokens.ListTokens: personal_tokens.list_tokens,
    programs.ListPrograms: program_cases.list_programs,
    programs.RegisterProgram: program_cases.register,
    programs.RemoveProgram: program_cases.remove,
    programs.EndAllowance: program_cases.end_allowance,
    programs.AskConsent: consent.ask_consent,
    programs.AskToken: exchange.ask_token,
    programs.RevokeProgramToken: exchange.give_back,
    tokens.RevokeToken: personal_tokens.revoke_token,
    providers.ProveProvider: provider_cases.prove,
    lobby_accounts.LogOut: sessions.log_out,
    lobby_accounts.RenewToken: token_renewal.renew_token,
    lobby_accounts.WhoIs: sessions.who_is,
    lobby_accounts.ChangeLanguage: account_changes.change_language,
    lobby_accounts.GetPlayer: room.get_player,
    other_systems.GetPlayers: room.get_players,
    lobby_accounts.GetTerms: posted_terms.get_terms,
    lobby_accounts.AcceptTerms: posted_terms.accept_terms,
    presence.ListPlayers: room.list_players,
    presence.CountPresent: room.count_present,
    presence.Disconnected: connections.disconnected,
    presence.Active: sessions.active,
    open_tables.ListTables: room.list_tables,
    open_tables.FindTable: room.find_table,
    open_tables.ViewTable: room.view_table,
    GoToHall: halls.go_to_hall,
    open_tables.LeaveTable: leaving.leave_table,
    lobby_chat.Say: chat.say,
    lobby_reactions.React: chat.react,
    private.ListConversations: private_messages.list_conversations,
    private.ListMessages: private_messages.list_messages,
    private.ReadMessages: private_messages.read_messages,
    conduct.EndForAbuse: standings.end_for_abuse,
    conduct.FindNames: staff.find_names,
    devices.ListDevices: staff.list_devices,
    devices.FindByDevice: staff.find_by_device,
    conduct.FindPlayers: staff.find_players,
    conduct.ListChat: staff.list_chat,
    pictures.DeletePhoto: player_pictures.delete_photo,
    pictures.GetPhoto: player_pictures.get_photo,
    privacy.AskExport: export.ask_export,
    privacy.GetExport: export.get_export,
    privacy.DownloadExport: export.download_export,
    privacy.GetErasure: erasure.get_erasure,
}
