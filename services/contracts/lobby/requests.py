"""Requests to the lobby, and the events that it publishes (services/lobby/RULES.md)."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from services.contracts.base import CHECK_REFUSALS, SESSION_REFUSALS, Done, Event, Message, Request, SafeInt, Short
from services.contracts.lobby.halls import HallLine
from services.contracts.wallet.balances import CheckGuest, CheckStake
from services.kernel.strength import STRONG, Strength
from services.kernel.text.dates import DATE_PATTERN

Status = Literal["online", "invited", "playing", "waiting", "returning", "absent"]
Mode = Literal["invite", "open"]
Language = Literal["el", "en", "es"]
TermsNumber = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]  # a version of the terms and rules


# --- accounts and sessions ---------------------------------------------------------------------------------------


class Account(Message, frozen=True):
    """An account as its owner sees it."""

    account: str
    name: str
    language: Language
    created_at_ms: int
    second_factor: bool = False  # whether the session that asks was opened with a second factor
    staff_session_over: bool = False  # whether that session is too old for work of staff
    guest: bool = False  # whether it has not registered yet (services/lobby/RULES.md §11)
    home: str | None = None  # the cell from which it visits this one (§19); null: it is at home here


class Session(Message, frozen=True):
    """A live session: its secret token (256 random bits, URL-safe text) and whose it is."""

    token: str
    account: Account
    invite_result: str | None = None
    """The outcome of the invitation of a new account: `rewarded` (whatever the inviter gets), `invite_unknown`,
    `invite_self`; null without one, or while the wallet is away."""


BUSY_DETAIL = {"service": "lobby", "busy": "passwords"}
"""Detail of `service_unavailable` where too many passwords wait to be hashed: nothing was begun."""


class Token(Message, frozen=True):
    """A new token of a session that goes on; the one it replaces holds for a moment more."""

    token: str


class Register(Request[Session], frozen=True, kw_only=True):
    """A new account, logged in at once. `code`: of an invitation, which came by `channel`."""

    answer: ClassVar[type] = Session
    refusals = (
        "username_invalid", "email_invalid", "password_weak", "birth_date_invalid", "underage", "registration_limit",
        "terms_changed", "username_taken", "email_taken", "channel_unknown",
    )  # fmt: skip
    username: str
    email: str
    password: str
    birth_date: Annotated[str, msgspec.Meta(extra_json_schema={"format": "date", "pattern": DATE_PATTERN})]
    language: Language = "en"
    device: str = ""
    address: str = ""
    code: Short | None = None
    channel: Short | None = None
    terms: TermsNumber | None = None
    """The version of the terms that was read; None: whichever is posted."""


class LogIn(Request[Session], frozen=True, kw_only=True):
    """A new session; an older one of the account ends."""

    answer: ClassVar[type] = Session
    refusals = (
        "login_locked", "rate_limited", "login_failed", "account_suspended", "account_blocked",
        "second_factor_needed", "second_factor_wrong",
    )  # fmt: skip
    username: str
    """The username or the e-mail address."""
    password: str
    device: str = ""
    address: str = ""
    code: Short = ""
    """Of the second factor, where the account has one: of the application, or a recovery code."""


class LogOut(Request[Done], frozen=True, kw_only=True):
    """The session ends."""

    answer: ClassVar[type] = Done
    refusals = ("session_expired",)
    token: str


class ChangePassword(Request[Token], frozen=True, kw_only=True):
    """Another password; this session goes on under a new token, all others end. Wrong ones count as at a login."""

    answer: ClassVar[type] = Token
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, *CHECK_REFUSALS, "password_same", "password_weak")
    token: str
    current: str
    new: str
    device: str = ""
    address: str = ""


class RenewToken(Request[Token], frozen=True, kw_only=True):
    """Another token for this session."""

    answer: ClassVar[type] = Token
    refusals = (*SESSION_REFUSALS, "account_suspended")
    token: str


class ChangeLanguage(Request[Account], frozen=True, kw_only=True):
    """The language in which the account is spoken to."""

    answer: ClassVar[type] = Account
    refusals = SESSION_REFUSALS
    token: str
    language: Language


class TermsVersion(Message, frozen=True):
    """A posted version of the terms and rules. It counts for matches, rounds and competitions begun from then on."""

    version: int
    posted_at_ms: int
    changes: dict[str, str]
    """The description of its changes, by language."""


class Terms(Message, frozen=True):
    """The posted version, and every version, newest first."""

    version: int
    history: list[TermsVersion]


class GetTerms(Request[Terms], frozen=True, kw_only=True):
    """The terms and rules that are posted."""

    answer: ClassVar[type] = Terms


class AcceptTerms(Request[Done], frozen=True, kw_only=True):
    """The account has read the posted version."""

    answer: ClassVar[type] = Done
    refusals = (*SESSION_REFUSALS, "terms_changed")
    token: str
    version: TermsNumber


class WhoIs(Request[Account], frozen=True, kw_only=True):
    """The account of a session's token."""

    answer: ClassVar[type] = Account
    refusals = (*SESSION_REFUSALS, "account_suspended")
    token: str
    active: bool = True
    """Whether asking counts as an action of the user (heartbeats do not)."""


class GetPlayer(Request[Account], frozen=True, kw_only=True):
    """An account by its id or username."""

    answer: ClassVar[type] = Account
    refusals = ("player_unknown",)
    account: str | None = None
    name: str | None = None


# --- presence ----------------------------------------------------------------------------------------------------


class PlayerLine(Message, frozen=True):
    """One line of the players list; `group` and `login_at_ms`, then the case-folded name, order it."""

    account: str
    name: str
    status: Status
    group: int
    login_at_ms: int
    elo: int
    table: str | None = None
    yellow_cards: int = 0
    """Active ones (services/moderation/RULES.md §1)."""
    blue_cards: int = 0
    photo: str | None = None
    """The id of the player's photo (`GetPhoto`)."""
    avatar: str | None = None
    """What the player wears of the shop's avatars; a photo goes before it."""
    quintile: int | None = None
    """Of the dominoes classification, 1 the top; None: without a counted match."""


class Players(Message, frozen=True):
    """The players list in its order."""

    players: list[PlayerLine]


class ListPlayers(Request[Players], frozen=True, kw_only=True):
    """Everybody who is here, or in one hall."""

    answer: ClassVar[type] = Players
    hall: SafeInt | None = None


class Connected(Request["Room"], frozen=True, kw_only=True):
    """A client of this session is connected to a gateway: its player is present. Returns the whole room."""

    answer: ClassVar[Any] = None  # Room, set below: it is declared later
    refusals = (*SESSION_REFUSALS, "account_suspended")
    token: str
    gateway: str
    conn: SafeInt
    lists: bool = True
    """Whether players and tables are wanted; false: both are left empty, the gateway asks once for a crowd."""


class Disconnected(Request[Done], frozen=True, kw_only=True):
    """The connection was lost. Ignored if the account has a newer one."""

    answer: ClassVar[type] = Done
    account: str
    gateway: str
    conn: SafeInt


class Active(Request[Done], frozen=True, kw_only=True):
    """These accounts have acted since the last such call (their inactivity timers start again)."""

    answer: ClassVar[type] = Done
    accounts: list[str]


# --- tables before they start ------------------------------------------------------------------------------------


class SeatLine(Message, frozen=True):
    """A seat as the tables list shows it; `name` None: free."""

    seat: int
    name: str | None = None
    account: str | None = None
    bot: bool = False
    invited: bool = False
    """Invited and not yet answered."""


class TableLine(Message, frozen=True):
    """One table of the list."""

    table: str
    name: str
    game: str
    options: dict[str, Any]
    stake_chips: int
    mode: Mode
    spectators: bool
    practice: bool
    state: Literal["filling", "ready", "started"]
    organizer: str
    """The organizer's account; empty for a house-banked table."""
    seats: list[SeatLine]
    created_at_ms: int
    house: bool = False
    """House-banked: kept open by the platform; sit down at any time (`JoinTable`), get up by the game's own move."""
    competition: str | None = None
    """The competition whose game this is."""
    hall: int | None = None
    """Where it is listed; None: in all halls."""


class Tables(Message, frozen=True):
    """Tables, oldest first."""

    tables: list[TableLine]


class ListTables(Request[Tables], frozen=True, kw_only=True):
    """Every table that is open or running, or those that one hall lists."""

    answer: ClassVar[type] = Tables
    hall: SafeInt | None = None


class FindTable(Request[TableLine], frozen=True, kw_only=True):
    """A table that is open or running, in whatever hall."""

    answer: ClassVar[type] = TableLine
    refusals = ("table_unknown",)
    table: str


class CreateTable(Request[TableLine], frozen=True, kw_only=True):
    """Open a table and sit on seat 0.

    `invite`: seat → username (mode `invite`: every other seat). `bots`: seats that the computer plays, which makes
    a practice table (stake 0); when that fills it, it starts at once. `id` is the sender's: sent twice, it answers
    the same table.
    """

    answer: ClassVar[type] = TableLine
    refusals = (
        "already_seated", "table_name_invalid", "game_unknown", "options_invalid", "seat_invalid", "seat_duplicate",
        "seat_self", "player_unknown", "player_not_online", "seats_missing", "blocked_by_player", "invitation_limit",
        *CheckStake.limited,
    )  # fmt: skip
    account: str
    id: str
    name: str
    game: str
    options: dict[str, Any] = {}
    stake_chips: SafeInt = 0
    mode: Mode = "open"
    spectators: bool = True
    invite: dict[str, str] = {}
    bots: list[SafeInt] = []
    timed: bool = False  # a practice table with the game's usual clock; else it has none. Others always have theirs
    strength: Strength = STRONG  # of the computer players


class JoinTable(Request[TableLine], frozen=True, kw_only=True):
    """Take a free seat at an open table (`seat` None: the first free one), or at a house-banked one while it runs.

    At a house-banked table, in this order: `table_unknown`, `bad_parameters` (no such seat), `age_restricted`,
    `player_not_online`, those of `wallet.CheckGuest`, `notice_not_acknowledged`, `already_seated`, `table_full`,
    `seat_taken`. `notice`: the notice about games of chance has been acknowledged; once in a session is enough.
    """

    answer: ClassVar[type] = TableLine
    refusals = (
        "table_unknown", "already_started", "already_seated", "not_invited", "table_full", "seat_taken",
        "seat_invalid", *CheckStake.limited, *CheckGuest.refusals, "bad_parameters", "age_restricted",
        "player_not_online", "notice_not_acknowledged",
    )  # fmt: skip
    account: str
    id: str
    table: str
    seat: SafeInt | None = None
    notice: bool = False


class LeaveTable(Request[Done], frozen=True, kw_only=True):
    """Get up before the start: frees the seat; the organizer's going, or anybody's at an invite table, ends it."""

    answer: ClassVar[type] = Done
    refusals = ("table_unknown", "not_seated", "already_started")
    account: str
    id: str
    table: str


class StartTable(Request[Done], frozen=True, kw_only=True):
    """Start the match at a table that one has opened."""

    answer: ClassVar[type] = Done
    refusals = ("table_unknown", "not_organizer", "already_started", "seats_missing", *CheckStake.limited)
    account: str
    id: str
    table: str


class Invitation(Message, frozen=True):
    """An unanswered invitation; it is valid up to and including `expires_at_ms`."""

    invitation: str
    table: str
    seat: int
    by: str
    """The organizer's name."""
    name: str
    game: str
    options: dict[str, Any]
    stake_chips: int
    expires_at_ms: int


class AnswerInvitation(Request[Done], frozen=True, kw_only=True):
    """Take the seat that an invitation offers, or decline it."""

    answer: ClassVar[type] = Done
    refusals = (
        "invitation_unknown", "not_invited", "invitation_answered", "invitation_withdrawn", "invitation_expired",
        *CheckStake.refusals,
    )  # fmt: skip
    account: str
    id: str
    invitation: str
    accept: bool


# --- chat --------------------------------------------------------------------------------------------------------


class ChatLine(Message, frozen=True):
    """A message as it is shown: plain text, cleaned."""

    id: SafeInt
    room: str
    """`lobby`, `table:{id}` or `spectators:{id}`."""
    account: str
    name: str
    text: str
    at_ms: SafeInt


class Say(Request[ChatLine], frozen=True, kw_only=True):
    """Say something in a chat room."""

    answer: ClassVar[type] = ChatLine
    refusals = ("chat_not_member", "chat_banned", "chat_muted", "chat_rate", "chat_empty", "chat_too_long")
    account: str
    id: str
    room: str
    text: str
    watching: bool = False
    """Whether the sender views the table of a `spectators:` room without sitting there, by the gateway's knowledge."""


class Room(Message, frozen=True):
    """All that a client needs when it comes in."""

    me: Account
    players: list[PlayerLine]
    tables: list[TableLine]
    chat: list[ChatLine]
    """The last lines of the lobby, and of the table where one sits."""
    invitations: list[Invitation]
    table: str | None
    """The table at which one sits, if any."""
    may_bank: bool = False
    """Whether the player is old enough today to sit at house-banked tables, or to view them."""
    house_age: int = 0
    """From which age on one is (whole years)."""
    notice_given: bool = False
    """Whether the notice about games of chance has been acknowledged in this session."""
    token: str | None = None
    """A new token of this session, whose own has grown old: to be used from now on."""
    terms: int = 1
    """The posted version of the terms and rules."""
    terms_accepted: int | None = None
    """The version that this account has accepted; None: one from before they were counted."""
    hall: int = 1
    """The hall where one is: `players`, `tables` and the lobby's `chat` are its own."""
    halls: list[HallLine] = []
    """The halls next to the player's own in the order of their numbers, at most 50, at the moment of entering."""
    halls_total: int = 1
    players_total: int = 0
    """The number of halls that were open then, and of players in all of them."""
    session: str = ""
    """Names the session and opens nothing; the same while tokens change. Empty for one of the release before."""


Connected.answer = Room

# --- events --------------------------------------------------------------------------------------------------


class Registered(Event, frozen=True, kw_only=True):
    """A new account. SHA-256: `email_key` of the address without `+tag`, lower-cased; `network` of the IPv4 address or
    IPv6 /64; `person_key` of unique name and birth date; `device_identity` of device and birth date."""

    account: str
    name: str
    device: str
    created_at_ms: int
    email_key: str = ""
    network: str = ""
    person_key: str = ""
    device_identity: str = ""


class SessionBegan(Event, frozen=True, kw_only=True):
    """An account has logged in. `device`: the client's own name of itself; `address_key`: SHA-256 of its network
    address; `device_identity` as in `Registered`. Each is empty where it is not known."""

    account: str
    at_ms: int
    device: str = ""
    address_key: str = ""
    device_identity: str = ""


class SessionEnded(Event, frozen=True, kw_only=True):
    """A session of the account is over. `began_at_ms`: when it began; null from the release before."""

    account: str
    at_ms: int
    began_at_ms: int | None = None
