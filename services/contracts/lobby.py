"""Requests to the lobby, and the events that it publishes (services/lobby/RULES.md)."""

from typing import Any, ClassVar, Literal

from services.contracts import economy
from services.contracts.base import Done, Event, Message, Request
from services.contracts.halls import HallLine
from services.kernel.strength import STRONG, Strength

Status = Literal["online", "invited", "playing", "waiting", "returning", "absent"]
Mode = Literal["invite", "open"]
Language = Literal["el", "en", "es"]


# --- accounts and sessions ---------------------------------------------------------------------------------------


class Account(Message, frozen=True):
    """Who somebody is, as they see themselves."""

    account: str
    name: str
    language: Language
    created_at_ms: int
    second_factor: bool = False  # whether the session that asks was opened with a second factor
    staff_session_over: bool = False
    """Whether that session has lasted longer than staff may work in one (services/lobby/RULES.md §1)."""
    guest: bool = False
    """Whether it has not registered yet (services/lobby/RULES.md §11)."""


class Session(Message, frozen=True):
    """A live session: its secret token (256 random bits, URL-safe text) and whose it is."""

    token: str
    account: Account
    invite_result: str | None = None
    """What the invitation brought that a new account came by: `rewarded`, `invite_unknown`, `invite_self`,
    `invite_capped`, `inviter_inactive`; null without one, or while the wallet is away."""


BUSY_DETAIL = {"service": "lobby", "busy": "passwords"}
"""Detail of `service_unavailable` where too many passwords wait to be hashed: nothing was begun."""


class Token(Message, frozen=True):
    """A new token of a session that goes on; the one it replaces holds for a moment more."""

    token: str


class Register(Request[Session], frozen=True, kw_only=True):
    """A new account, logged in at once.

    Refusals, in this order: `username_invalid`, `email_invalid`, `password_weak`, `birth_date_invalid`, `underage`,
    `registration_limit`, `terms_changed`, `username_taken`, `email_taken`. `code`: of an invitation, which came by
    `channel`.
    """

    answer: ClassVar[type] = Session
    username: str
    email: str
    password: str
    birth_date: str
    """ISO date, `1990-12-31`."""
    language: Language = "en"
    device: str = ""
    address: str = ""
    """The client's network address, for the limit per day."""
    code: str | None = None
    channel: str | None = None
    terms: int | None = None
    """The version of the terms that was read; None: whichever is posted."""


class LogIn(Request[Session], frozen=True, kw_only=True):
    """A new session; an older one of the account ends. Refusals: `login_locked`, `rate_limited` (of the network
    address), `login_failed`, `account_suspended`, `account_blocked`, `second_factor_needed` (the password was right),
    `second_factor_wrong`."""

    answer: ClassVar[type] = Session
    username: str
    """The username or the e-mail address."""
    password: str
    device: str = ""
    address: str = ""
    """The client's network address."""
    code: str = ""
    """Of the second factor, where the account has one: of the application, or a recovery code."""


class LogOut(Request[Done], frozen=True, kw_only=True):
    """The session ends. Refusals: `session_expired`."""

    answer: ClassVar[type] = Done
    token: str


class ChangePassword(Request[Token], frozen=True, kw_only=True):
    """Another password; this session goes on under a new token, every other one ends. Wrong ones count as at a login.

    In order: `session_expired`, `session_replaced`, `login_locked`, `password_wrong`, `password_same`, `password_weak`.
    """

    answer: ClassVar[type] = Token
    token: str
    current: str
    new: str
    address: str = ""


class RenewToken(Request[Token], frozen=True, kw_only=True):
    """Another token for this session. Refusals: `session_expired`, `session_replaced`, `account_suspended`."""

    answer: ClassVar[type] = Token
    token: str


class ChangeLanguage(Request[Account], frozen=True, kw_only=True):
    """The language in which the account is spoken to. Refusals: `session_expired`, `session_replaced`."""

    answer: ClassVar[type] = Account
    token: str
    language: Language


class TermsVersion(Message, frozen=True):
    """A posted version of the terms and rules. It counts for matches, rounds and competitions begun from then on."""

    version: int
    posted_at_ms: int
    changes: dict[str, str]
    """What it changed, by language."""


class Terms(Message, frozen=True):
    """The posted version, and every version, newest first."""

    version: int
    history: list[TermsVersion]


class GetTerms(Request[Terms], frozen=True, kw_only=True):
    """The terms and rules that are posted."""

    answer: ClassVar[type] = Terms


class AcceptTerms(Request[Done], frozen=True, kw_only=True):
    """The account has read the posted version. Refusals: `session_expired`, `session_replaced`, `terms_changed`."""

    answer: ClassVar[type] = Done
    token: str
    version: int


class WhoIs(Request[Account], frozen=True, kw_only=True):
    """Whose session a token is. Refusals: `session_expired`, `session_replaced`, `account_suspended`."""

    answer: ClassVar[type] = Account
    token: str
    active: bool = True
    """Whether asking counts as an action of the user (heartbeats do not)."""


class GetPlayer(Request[Account], frozen=True, kw_only=True):
    """An account by its id or username. Refusals: `player_unknown`."""

    answer: ClassVar[type] = Account
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
    hall: int | None = None


class Connected(Request["Room"], frozen=True, kw_only=True):
    """A client of this session is connected to a gateway: its player is present. Returns the whole room.

    Refusals: `session_expired`, `session_replaced`, `account_suspended`.
    """

    answer: ClassVar[Any] = None  # Room, set below: it is declared later
    token: str
    gateway: str
    conn: int
    lists: bool = True
    """Whether players and tables are wanted; false: both are left empty, the gateway asks once for a crowd."""


class Disconnected(Request[Done], frozen=True, kw_only=True):
    """The connection is gone. Ignored where a newer one of the account has come."""

    answer: ClassVar[type] = Done
    account: str
    gateway: str
    conn: int


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
    hall: int | None = None


class FindTable(Request[TableLine], frozen=True, kw_only=True):
    """A table that is open or running, in whatever hall. Refusals: `table_unknown`."""

    answer: ClassVar[type] = TableLine
    table: str


class CreateTable(Request[TableLine], frozen=True, kw_only=True):
    """Open a table and sit on seat 0.

    `invite`: seat → username (mode `invite`: every other seat). `bots`: seats that the computer plays, which makes
    a practice table (stake 0); when that fills it, it starts at once. `id` is the sender's: sent twice, it answers
    the same table.
    Refusals: `already_seated`, `table_name_invalid`, `game_unknown`, `options_invalid`, `seat_invalid`,
    `seat_duplicate`, `seat_self`, `player_unknown`, `player_not_online`, `seats_missing`,
    `blocked_by_player`, `invitation_limit`, and those of `wallet.CheckStake`.
    """

    answer: ClassVar[type] = TableLine
    account: str
    id: str
    name: str
    game: str
    options: dict[str, Any] = {}
    stake_chips: int = 0
    mode: Mode = "open"
    spectators: bool = True
    invite: dict[str, str] = {}
    bots: list[int] = []
    timed: bool = False  # a practice table with the game's usual clock; else it has none. Others always have theirs
    strength: Strength = STRONG  # of the computer players


class JoinTable(Request[TableLine], frozen=True, kw_only=True):
    """Take a free seat at an open table (`seat` None: the first free one), or at a house-banked one while it runs.

    At a house-banked table, in this order: `table_unknown`, `bad_parameters` (no such seat), `age_restricted`,
    `player_not_online`, those of `wallet.CheckGuest`, `notice_not_acknowledged`, `already_seated`, `table_full`,
    `seat_taken`. `notice`: the notice about games of chance has been acknowledged; once in a session is enough.

    Refusals: `table_unknown`, `already_started`, `already_seated`, `not_invited` (invite table), `table_full`,
    `seat_taken`, `seat_invalid`, and those of `wallet.CheckStake`.
    """

    answer: ClassVar[type] = TableLine
    account: str
    id: str
    table: str
    seat: int | None = None
    notice: bool = False


class LeaveTable(Request[Done], frozen=True, kw_only=True):
    """Get up before the start: frees the seat; the organizer's going, or anybody's at an invite table, ends it.

    Refusals: `table_unknown`, `not_seated`, `already_started`.
    """

    answer: ClassVar[type] = Done
    account: str
    id: str
    table: str


class StartTable(Request[Done], frozen=True, kw_only=True):
    """Refusals: `table_unknown`, `not_organizer`, `already_started`, `seats_missing`, and `wallet.CheckStake`'s."""

    answer: ClassVar[type] = Done
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
    """Refusals: `invitation_unknown`, `not_invited`, `invitation_answered`, `invitation_withdrawn`,
    `invitation_expired`, and `wallet.CheckStake`'s."""

    answer: ClassVar[type] = Done
    account: str
    id: str
    invitation: str
    accept: bool


class GiveItem(Request[economy.Gift], frozen=True, kw_only=True):
    """Buy something for another seat of the table where one plays. Refusals: `not_in_match`, `economy.BuyItem`'s."""

    answer: ClassVar[type] = economy.Gift
    account: str
    id: str
    table: str
    match: str
    item: str
    seat: int


# --- chat --------------------------------------------------------------------------------------------------------


class ChatLine(Message, frozen=True):
    """A message as it is shown: plain text, cleaned."""

    id: int
    room: str
    """`lobby`, `table:{id}` or `spectators:{id}`."""
    account: str
    name: str
    text: str
    at_ms: int


class Say(Request[ChatLine], frozen=True, kw_only=True):
    """Refusals: `chat_not_member`, `chat_banned` (says until when), `chat_muted`, `chat_rate`, `chat_empty`,
    `chat_too_long`."""

    answer: ClassVar[type] = ChatLine
    account: str
    id: str
    room: str
    text: str
    watching: bool = False
    """Whether the sender looks at the table of a `spectators:` room without sitting there, as the gateway sees it."""


# --- the room as a whole -----------------------------------------------------------------------------------------


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
    """Old enough today to sit at house-banked tables, or to look at them."""
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
    """The halls next to one's own in the order of their numbers, at most 50, at the moment when one came in."""
    halls_total: int = 1
    players_total: int = 0
    """How many halls were open then, and how many players were in all of them."""


Connected.answer = Room


# --- events --------------------------------------------------------------------------------------------------


class Registered(Event, frozen=True, kw_only=True):
    """A new account: the wallet gives welcome chips, once."""

    account: str
    name: str
    device: str
    created_at_ms: int
    email_key: str = ""
    """SHA-256 of the address without `+tag`, lower-cased."""
    network: str = ""
    """SHA-256 of the IPv4 address or IPv6 /64 that it came from; `person_key`: of unique name and birth date."""
    person_key: str = ""


class SessionBegan(Event, frozen=True, kw_only=True):
    """An account has logged in. `device`: the client's own name of itself, empty where it keeps none; `address_key`:
    SHA-256 of its network address, empty where it is not known."""

    account: str
    at_ms: int
    device: str = ""
    address_key: str = ""


class SessionEnded(Event, frozen=True, kw_only=True):
    """An account's session is over, by itself or by the next one."""

    account: str
    at_ms: int
