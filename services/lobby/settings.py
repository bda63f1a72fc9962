"""Settings of the lobby, read from `KAFENEIO_<NAME>`, and the parts of them that the rules take (RULES.md)."""

from typing import Annotated, Literal

import msgspec

from services.kernel.local_time import is_zone
from services.kernel.ratings import ELO_START
from services.lobby.access.providers import rules as providers
from services.lobby.access.providers.rules import Provider, ProviderEntry
from services.lobby.accounts.pictures.rules import PictureSettings
from services.lobby.accounts.rules import AccountSettings
from services.lobby.bots.rules import BotSettings
from services.lobby.chat.rules import ChatSettings
from services.lobby.companies.rules import CompanySettings
from services.lobby.matchmaking.matching import MatchingSettings
from services.lobby.messages.rules import MessageSettings
from services.lobby.sessions.inactivity import SessionSettings
from services.lobby.tables.open_table import TableSettings
from services.lobby.tokens.rules import TokenSettings
from services.lobby.visits import cell_directory
from services.lobby.visits.cell_directory import CellEntry, Directory
from services.platform.process.settings import CommonSettings, SettingsError

Positive = Annotated[int, msgspec.Meta(ge=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]


class VisitSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Visits between cells (RULES.md §19): read once, at the start."""

    cell_pass_key: str = ""
    """Secret: the key with which this cell signs passes of its players to other cells, 32 bytes as base64url; made by
    `kafeneio cells key`."""
    cell_directory: dict[str, CellEntry] = {}
    """JSON: id of a neighbour → `{"name": "Thessaloniki", "address": "https://…", "key": "…"}`. `key`: its public key,
    or a list of keys while it changes to another. Needs the pass key, and each of them among the neighbours."""

    def directory(self, common: CommonSettings) -> Directory:
        """The cells that can be visited from here.

        Raises:
            SettingsError: the settings do not fit together.
        """
        try:
            return cell_directory.read(common.cell, common.cell_neighbours, self.cell_pass_key, self.cell_directory)
        except ValueError as error:
            raise SettingsError(str(error)) from error


class SignInSettings(msgspec.Struct, frozen=True, kw_only=True):
    """OpenID providers (RULES.md §27): read once, at the start."""

    sign_in_providers: dict[str, ProviderEntry] = {}
    """JSON: id → `{"client_id": "…"}` for `google`, `apple` (with `apple_team` and `apple_key`) and `facebook`; others
    need `name` and `issuer` too. Their order is that of the buttons."""
    sign_in_secrets: dict[str, str] = {}
    """Secret: JSON, id of a provider → its client secret; Apple's is the key (PEM) with which secrets are signed."""
    sign_in_timeout_s: Positive = 5
    """How long a provider may take for one step."""

    def providers(self) -> dict[str, Provider]:
        """The providers by id.

        Raises:
            SettingsError: an entry is not one, or a secret belongs to none.
        """
        try:
            return providers.read(self.sign_in_providers, self.sign_in_secrets)
        except ValueError as error:
            raise SettingsError(f"KAFENEIO_SIGN_IN_PROVIDERS: {error}") from error


class LobbySettings(msgspec.Struct, frozen=True, kw_only=True):
    """The operator's numbers; units are in the names."""

    # --- accounts and sessions ---
    register_per_ip_day: Count = 0
    """Accounts that one network address may make a UTC day; 0: no limit."""
    guest_keep_days: Count = 30
    """Days without a visit after which a guest account is erased (RULES.md §11); 0: there are no guest accounts."""
    visit_hours: Positive = 12
    """The longest session of a visitor from another cell (RULES.md §19)."""
    visitor_keep_days: Positive = 30
    """Days without a visit after which a visitor's account is erased here (RULES.md §19)."""
    inactivity_s: Positive = 600
    """A session without an action of its user for longer than this ends (RULES.md §1)."""
    activity_lag_s: Count = 35
    """How late it may be known that a connected player has acted: gateways report it every 30 s."""
    session_handover_s: Positive = 15
    """How long a new login may take to connect before the seat of the old one is given up."""
    token_renew_h: Positive = 12
    """Hours after which a session's token is replaced by a new one (RULES.md §1)."""
    token_overlap_s: Count = 60
    """How long the old one holds still, for what is on its way."""
    password_workers: Positive = 2
    """Passwords hashed at the same time, each on a thread of its own."""
    password_waiting_max: Count = 12
    """Passwords that may wait for a worker; more are refused. Keep it below the workers that answer requests."""
    password_memory_kib: Positive = 65_536
    """What hashing one password takes of memory."""
    password_rounds: Positive = 3
    """How often Argon2id goes over that memory."""
    conduct_timeout_ms: Positive = 300
    """How long a login waits for moderation's word; without it the login passes."""
    ratings_timeout_ms: Positive = 300
    """How long a login waits for ranking's word; without it the rating is shown later."""
    elo_start: int = ELO_START
    """Shown for who has not been rated yet."""

    photo_bytes_max: Positive = 524_288
    """The largest file that is taken as a photo; keep the gateway's `gateway_photo_bytes_max` as it is here."""
    export_keep_days: Positive = 7
    """How long an export of an account's data may be downloaded."""

    session_max_h: Positive = 24
    """A session ends so long after its login, whatever its user does; not while a match runs (RULES.md §1)."""
    staff_session_max_h: Positive = 8
    """The same for who had a role at the login."""

    erasures_folder: str = ""
    """Where ids of erased accounts are listed outside of the database, for restores (RULES.md §7); empty: nowhere."""
    sealing_keys: str = ""
    """Secret: `id:base64,…`, keys of 32 bytes that encrypt second factors and mails; the first seals (RULES.md §8)."""
    security_log_days: Positive = 180
    """How long the log of security events is kept (RULES.md §17)."""

    # --- mail ---
    mail_transport: Literal["none", "folder", "smtp"] = "none"
    """How mails leave: not at all, as files into `mail_folder` (development), or by SMTP."""
    mail_folder: str = "var/mail"
    """Where mails are files."""
    mail_link_home: str = ""
    """The site's address in mails, `https://play.example`. Never taken from a request, which anybody can forge."""
    mail_from: str = "noreply@localhost"
    """Who mails come from."""
    smtp_host: str = "localhost"
    """The SMTP server."""
    smtp_port: Positive = 587
    """Its port."""
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    """How the connection is encrypted; `none` only inside one machine."""
    smtp_user: str = ""
    """Who logs in there; empty: nobody."""
    smtp_password: str = ""
    """The SMTP server's password."""
    smtp_timeout_s: Positive = 10
    """How long the server may take."""

    # --- web push (RULES.md §24) ---
    push_key: str = ""
    """Secret: the key with which notices to browsers are signed, 32 bytes as base64url; made by `kafeneio push-keys`.
    Empty: none are sent. With another key every browser has to be added anew, which pages do by themselves."""
    push_contact: str = "mailto:noreply@localhost"
    """Where services of browsers' makers may reach the operator: `mailto:…` or `https://…`."""
    push_own_hosts: list[str] = []
    """JSON: names of services of pushes of the operator's own, which may have private addresses and other ports."""
    push_workers: Positive = 48
    """Notices that are sent at the same time; of one service at most a quarter of them."""
    push_timeout_s: Positive = 10
    """How long a service may take."""

    # --- personal tokens (RULES.md §12) ---
    tokens_max: Positive = 20
    """Personal tokens of an account that hold at the same time."""
    token_days_max: Positive = 366
    """For how many days a personal token may hold."""

    # --- bot accounts (RULES.md §13) ---
    bots_max: Positive = 3
    """Bot accounts of a person."""
    bot_games_day_max: Positive = 200
    """Tables that a bot may sit down at on a UTC day."""

    # --- tables ---
    invite_s: Positive = 30
    """How long an invitation may be accepted (RULES.md §5)."""
    invitations_per_pair_h: Positive = 20
    """How often a player may invite the same other player in an hour (RULES.md §5)."""
    refused_tables_max: Positive = 20
    """How often a player may be refused a table in ten minutes before having to wait (RULES.md §4)."""
    start_timeout_s: Positive = 120
    """How long the organizer may wait once all seats are filled (RULES.md §6)."""
    house_tables: dict[str, Count] = {}
    """House-banked game → how many tables of each of its variants are kept open; of one not named: 1."""
    min_age: Positive = 18
    """Whole years for an account (services/wallet/RULES.md §11)."""
    min_age_house: Positive = 21
    """Whole years for house-banked tables (services/wallet/RULES.md §11)."""
    table_checks_timeout_ms: Positive = 2_000
    """How long tables and wallet may take to check options and stakes."""

    hall_players_max: Positive = 400
    """Players of a hall; for more another one opens (RULES.md §18)."""
    hall_counts_age_ms: Count = 1_000
    """How old the numbers of players in halls may be by which a hall is chosen for whoever comes in."""

    # --- chat ---
    chat_rate: Positive = 5
    """Messages that a player may send in ten seconds in a room (RULES.md §3)."""
    chat_history: Count = 50
    """Lines that a newcomer sees."""
    chat_keep_days: Positive = 90
    """How long chat lines are kept."""

    # --- messages between friends (RULES.md §20) ---
    message_keep_days: Positive = 30
    """How long messages between friends are kept."""
    messages_day_max: Positive = 500
    """Messages that an account may write in any 24 hours."""
    conversations_day_max: Positive = 20
    """Conversations that it may begin meanwhile."""
    newcomer_days: Count = 7
    """Accounts that are younger than so many days have the lower numbers of newcomers (RULES.md §22), found
    no company, and join by invitation alone (§23)."""
    newcomer_messages_day_max: Positive = 50
    """Messages that a newcomer may write in any 24 hours."""
    newcomer_conversations_day_max: Positive = 3
    """Conversations that a newcomer may begin meanwhile."""

    # --- invitations that wait, and companies (RULES.md §21, §23) ---
    calls_max: Positive = 10
    """Invitations of an account that may wait at the same time."""
    company_members_max: Positive = 60
    """Members of a company. Where it is lowered, no member has to go."""
    company_candidates_max: Positive = 60
    """Open invitations of a company, and as many who ask to join."""
    companies_founded_max: Positive = 2
    """Companies of which an account may be the founder."""
    companies_joined_max: Positive = 10
    """Companies to which an account may belong."""

    # --- searches for a game (RULES.md §9) ---
    seek_wait_max_s: Positive = 1_800
    """The longest time for which one may look for a game."""
    seek_width_elo: Count = 100
    """How far the ratings of others may be from one's own at first."""
    seek_widen_elo_s: Count = 10
    """By how many points more with each second."""
    seek_any_s: Positive = 60
    """From then on any rating will do."""
    seek_return_s: Positive = 30
    """How long a search outlives the connection of its player, who is not seated meanwhile."""
    seek_apart_s: Positive = 600
    """How long two players whom the wallet has refused together are kept apart."""

    # --- notices (RULES.md §24) ---
    house_zone: str = "Europe/Athens"
    """The platform's time zone, a name of the IANA data base: when its day begins, and with it the day of a problem."""

    # --- the process ---
    lobby_sweep_ms: Positive = 500
    """How often invitations, starts, sessions and gateways are looked after."""
    gateway_silent_ms: Positive = 6_000
    """A gateway that does not beat for so long has lost all its players."""
    push_linger_ms: Count = 200
    """How often, at most, changed lines of the players list go to everybody."""
    push_waiting_max: Positive = 50_000
    """Pushes that may wait for the broker; more are dropped."""

    def check(self) -> str | None:
        """The setting that does not fit the others; None: they fit."""
        if self.mail_transport != "none" and not self.mail_link_home.startswith(("http://", "https://")):
            return "mail_link_home"
        return None if is_zone(self.house_zone) else "house_zone"

    @property
    def accounts(self) -> AccountSettings:
        """What accounts.py takes."""
        return AccountSettings(
            min_age=self.min_age, min_age_house=self.min_age_house, register_per_ip_day=self.register_per_ip_day
        )

    @property
    def sessions(self) -> SessionSettings:
        """What sessions/inactivity.py takes."""
        return SessionSettings(
            inactivity_s=self.inactivity_s,
            max_h=self.session_max_h,
            staff_max_h=self.staff_session_max_h,
            visit_max_h=min(self.session_max_h, self.visit_hours),
        )

    @property
    def tables(self) -> TableSettings:
        """What tables.py, creation.py and invitations.py take."""
        return TableSettings(invite_s=self.invite_s, start_timeout_s=self.start_timeout_s)

    @property
    def personal_tokens(self) -> TokenSettings:
        """What tokens/rules.py takes."""
        return TokenSettings(tokens_max=self.tokens_max, days_max=self.token_days_max)

    @property
    def bots(self) -> BotSettings:
        """What bots/rules.py takes."""
        return BotSettings(bots_max=self.bots_max, games_day_max=self.bot_games_day_max)

    @property
    def matching(self) -> MatchingSettings:
        """What matching.py takes."""
        return MatchingSettings(width_elo=self.seek_width_elo, widen_elo_s=self.seek_widen_elo_s, any_s=self.seek_any_s)

    @property
    def pictures(self) -> PictureSettings:
        """What pictures.py takes."""
        return PictureSettings(bytes_max=self.photo_bytes_max)

    @property
    def messages(self) -> MessageSettings:
        """What messages/rules.py takes."""
        return MessageSettings(
            keep_days=self.message_keep_days,
            day_max=self.messages_day_max,
            conversations_day_max=self.conversations_day_max,
            newcomer_days=self.newcomer_days,
            newcomer_day_max=self.newcomer_messages_day_max,
            newcomer_conversations_day_max=self.newcomer_conversations_day_max,
        )

    @property
    def companies(self) -> CompanySettings:
        """What companies/rules.py takes."""
        return CompanySettings(
            members_max=self.company_members_max,
            candidates_max=self.company_candidates_max,
            founded_max=self.companies_founded_max,
            belongs_max=self.companies_joined_max,
        )

    @property
    def chat(self) -> ChatSettings:
        """What chat/rules.py takes."""
        return ChatSettings(chat_rate=self.chat_rate, history=self.chat_history, chat_keep_days=self.chat_keep_days)
