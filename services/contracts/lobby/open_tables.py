"""Tables before they start: opened, joined, left, started, invited to (services/lobby/RULES.md §4–§6)."""

from typing import Any, ClassVar, Literal

from services.contracts.base import EXCLUSION_REFUSALS, Done, Message, Request, SafeInt, Short
from services.contracts.wallet.balances import CheckGuest, CheckStake
from services.kernel.strength import STRONG, Strength

Mode = Literal["invite", "open"]


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
    company: str | None = None
    """The company whose members alone see it, and may sit down."""
    clock_factor: int = 1
    """By how much the game's clock is lengthened; then ratings do not change."""
    bots_allowed: bool = False
    """Whether bot accounts may sit down (services/lobby/RULES.md §13)."""
    closes_at_ms: int | None = None
    """All seats are taken: the organizer starts until then, or the table is closed."""


class Tables(Message, frozen=True):
    """Tables, oldest first."""

    tables: list[TableLine]


class ListTables(Request[Tables], frozen=True, kw_only=True):
    """Every table that is open or running, or those that one hall lists."""

    answer: ClassVar[type] = Tables
    hall: SafeInt | None = None


class FindTable(Request[TableLine], frozen=True, kw_only=True):
    """A table that is open or running, in whatever hall; one of a company only for its members."""

    answer: ClassVar[type] = TableLine
    refusals = ("table_unknown",)
    table: str
    account: str = ""
    """Who asks; empty: another system, which sees no company's tables."""
    routing: bool = False
    """Asked by a gateway that looks for the table's place, and shows the line to nobody."""


class ViewTable(Request[TableLine], frozen=True, kw_only=True):
    """A table that an account may view now, as a player of it or as a spectator; asked before it is shown by a stream
    (gateway/README.md, "Streams"), and again while that lasts."""

    answer: ClassVar[type] = TableLine
    refusals = (
        "table_unknown", "already_seated", "spectators_off", "guest_forbidden", "visitor_forbidden", "bot_forbidden",
        "age_restricted",
    )  # fmt: skip
    account: str
    table: str


class CreateTable(Request[TableLine], frozen=True, kw_only=True):
    """Open a table and sit on seat 0.

    `invite`: seat → username (mode `invite`: every other seat). `bots`: seats that the computer plays, which makes
    a practice table (stake 0); when that fills it, it starts at once. `id` is the sender's: sent twice, it answers
    the same table.
    """

    answer: ClassVar[type] = TableLine
    refusals = (
        *EXCLUSION_REFUSALS, "already_seated", "table_name_invalid", "game_unknown", "options_invalid", "clock_invalid",
        "seat_invalid", "seat_duplicate", "seat_self", "player_unknown", "player_not_online", "seats_missing",
        "blocked_by_player", "invitation_limit", *CheckStake.limited,
        "company_unknown", "bad_parameters", "bot_forbidden", "bots_not_allowed", "bot_games_limit",
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
    timed: bool = False  # a practice table with the game's clock; else it has none. Others always have theirs
    clock_factor: SafeInt = 1  # how much longer the game's clock is: 1, 2, 5 or 10; other than 1 without a stake only
    strength: Strength = STRONG  # of the computer players
    company: Short | None = None  # for its members: an open table without spectators (services/lobby/RULES.md §23)
    bots_allowed: bool = False  # whether bot accounts may sit down; without a stake only (§13)


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
        "player_not_online", "notice_not_acknowledged", "bot_forbidden", "bots_not_allowed", "bot_games_limit",
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
    clock_factor: int = 1
    """By how much the game's clock is lengthened."""
    bots_allowed: bool = False
    """Whether bot accounts may sit down there."""


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
