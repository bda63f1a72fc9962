"""Requests to tournaments, and the events that it publishes (services/tournaments/RULES.md)."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from services.contracts.base import Done, Message, Request, SafeInt
from services.contracts.staff_roles import OPERATORS, OVERSEERS

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]
Chips = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000_000)]
Time = Annotated[int, msgspec.Meta(ge=0, le=9_000_000_000_000_000)]
Reason = Annotated[str, msgspec.Meta(max_length=600)]
Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
State = Literal["draft", "announced", "open", "running", "closing", "settled", "cancelled"]
EntryState = Literal["asked", "paid", "refused", "refunding", "refunded"]
GameState = Literal["called", "playing", "counted", "returned", "void"]
LISTED_MAX = 1_000


# --- competitions ------------------------------------------------------------------------------------------------


class Plan(Message, frozen=True, kw_only=True):
    """What an operator makes of a competition; frozen from `announced` on. `prizes` in chips (`fixed`) or
    `shares_bps` that add to 10,000 (`growing`), by place, best first. Times are UTC milliseconds."""

    name: Annotated[str, msgspec.Meta(min_length=3, max_length=240)]
    """3–60 signs, cleaned as chat is; a sign that people see may take several code points."""
    game: Id
    options: dict[str, Any] = {}
    players: Literal[2, 4] = 2
    opens_at_ms: Time
    starts_at_ms: Time
    ends_at_ms: Time
    price_chips: Chips
    games_per_entry: Count
    kind: Literal["total", "best_x"]
    x: Count | None = None
    max_entries: Count | None = None
    min_entrants: Count | None = None
    prize_mode: Literal["fixed", "growing"]
    prizes: Annotated[list[Chips], msgspec.Meta(max_length=200)] = []
    shares_bps: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=10_000)]], msgspec.Meta(max_length=200)] = []
    guarantee_chips: Chips = 0
    pool_bps: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | None = None


class Competition(Message, frozen=True):
    """One competition as players see it. Of two with the same id the one with the greater `seq` is how it is."""

    id: str
    name: str
    game: str
    state: str
    opens_at_ms: int
    starts_at_ms: int
    ends_at_ms: int
    price_chips: int
    players: int
    kind: str
    entrants: int
    """Different players with an entry that was not refunded."""
    entries: int
    """Their entries."""
    games_running: int
    games_counted: int
    waiting: int
    """Players who wait for a game now."""
    prize_mode: str
    pool_chips: int
    """The prizes with the entries so far; before the start with no fewer than it needs to start."""
    first_prize_chips: int
    seq: int
    made_by: str | None = None
    """The account of a player's own competition; null: the platform's."""
    maker: str = ""
    """Its name."""
    audience: str = "all"
    """For `all`, for `friends` of the maker, or for a `company`."""
    places: int | None = None
    """For how many players it is; null: any number."""


class Competitions(Message, frozen=True):
    """Competitions by start, soonest first."""

    competitions: list[Competition]


class ListCompetitions(Request[Competitions], frozen=True, kw_only=True):
    """The `limit` competitions that start latest, in the given states (all that players see, if none is named).

    With `before_ms`: those that start before it, and those that start just then and have a greater id than
    `before_competition`.
    """

    answer: ClassVar[type] = Competitions
    refusals = ("bad_parameters",)
    states: list[str] = []
    before_ms: Time | None = None
    before_competition: Id | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=LISTED_MAX)] = LISTED_MAX


class Own(Message, frozen=True):
    """The asking account's place in a competition."""

    entries: int
    """Paid and not refunded."""
    entries_asked: int
    """Not answered by the wallet yet."""
    entries_max: int
    games_left: int
    games_played: int
    waiting_since_ms: int | None
    expected_wait_ms: int | None
    """How long the last players waited; null: no game was paired yet."""
    table: str | None
    """The table of the asker's running game."""
    disqualified: str | None
    place: int | None
    points: int
    margin: int
    prize_chips: int | None
    prize_state: Literal["paid", "review", "refused"] | None = None
    """Of the prize: paid or being paid, waiting for a review, or not paid after one."""
    """Paid, once the competition is settled."""


class Rules(Message, frozen=True):
    """What a competition counts by."""

    options: dict[str, Any]
    target: int | None
    games_per_entry: int
    x: int | None
    max_entries: int
    min_entrants: int
    prizes_chips: list[int]
    """By place, with the entries of `pool_chips` and the ranked players so far; before anybody is ranked as if every
    place were filled."""
    prizes: list[int]
    shares_bps: list[int]
    guarantee_chips: int
    pool_bps: int
    overtime_min: int


class CompetitionCard(Message, frozen=True):
    """A competition with everything about it; `own` null for who is not logged in, `reason` of a cancellation;
    `paid_at_ms`: when the wallet had paid the prizes."""

    competition: Competition
    rules: Rules
    own: Own | None
    reason: str | None = None
    paid_at_ms: int | None = None


class GetCompetition(Request[CompetitionCard], frozen=True, kw_only=True):
    """One competition, as `account` sees it."""

    answer: ClassVar[type] = CompetitionCard
    refusals = ("competition_unknown",)
    competition: Id
    account: str | None = None


class StandingLine(Message, frozen=True):
    """A ranked player. `prize_chips`: of the settled competition, or what the place would bring now."""

    place: int
    account: str
    name: str
    points: int
    margin: int
    games: int
    prize_chips: int


class CompetitionStandings(Message, frozen=True):
    """Ranked players, first to last, from `offset` on; `own` is the asker's row wherever it is. `final`: settled."""

    lines: list[StandingLine]
    total: int
    own: StandingLine | None
    final: bool
    seq: int


class GetStandings(Request[CompetitionStandings], frozen=True, kw_only=True):
    """The standings after all games that are over."""

    answer: ClassVar[type] = CompetitionStandings
    refusals = ("competition_unknown",)
    competition: Id
    account: str | None = None
    offset: Count = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = 100


class GamePlayer(Message, frozen=True):
    """A player of a game; `points` and `margin` null while it runs, or where the game was given back. `counted`:
    among the games that count for the standings."""

    seat: int
    account: str
    name: str
    points: int | None
    margin: int | None
    counted: bool


class GameLine(Message, frozen=True):
    """A game of a competition. `match` is the recording's number, empty before the end. `sides`: seats by side, and
    `score`: points by side, of a game that has ended."""

    table: str
    match: str
    state: GameState
    called_at_ms: int
    ended_at_ms: int | None
    outcome: str | None
    players: list[GamePlayer]
    sides: list[list[int]] = []
    score: list[int] | None = None


class Games(Message, frozen=True):
    """Games, newest first; `next_before_ms` with `next_before_table` asks for the page after."""

    games: list[GameLine]
    next_before_ms: int | None
    next_before_table: str | None = None


class ListGames(Request[Games], frozen=True, kw_only=True):
    """Games of a competition: those that run, or all, or one player's."""

    answer: ClassVar[type] = Games
    refusals = ("competition_unknown",)
    competition: Id
    account: str | None = None
    running: bool = False
    player: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    before_ms: Time | None = None
    before_table: Id | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


# --- what players do ---------------------------------------------------------------------------------------------


class CompetitionEntry(Message, frozen=True):
    """An entry: `number` 1, 2 … of its player. `asked`: the wallet has not answered yet; the card shows its answer."""

    competition: str
    number: int
    state: EntryState


class Enter(Request[CompetitionEntry], frozen=True, kw_only=True):
    """Buy an entry. `id` is the sender's: sent twice, it is one entry."""

    answer: ClassVar[type] = CompetitionEntry
    at_home = ("account",)
    refusals = (
        "competition_unknown", "entry_closed", "entry_limit", "competition_full", "account_unknown",
        "insufficient_chips", "self_excluded", "debt_open", "loss_limit", "age_restricted", "account_suspended",
    )  # fmt: skip
    account: str
    id: Id
    competition: Id


class Withdraw(Request[Done], frozen=True, kw_only=True):
    """Give all own entries back, before the start. `id` is the sender's: sent twice, it is done once and answered the
    same."""

    answer: ClassVar[type] = Done
    at_home = ("account",)
    refusals = ("competition_unknown", "withdraw_closed", "idempotency_conflict")
    account: str
    id: Id | None = None
    competition: Id


class Waiting(Message, frozen=True):
    """The player waits for a game; `expected_ms` null: no game was paired yet."""

    competition: str
    since_ms: int
    expected_ms: int | None


class AskGame(Request[Waiting], frozen=True, kw_only=True):
    """Wait for a game; again changes nothing. Waiting elsewhere ends. `id` as in `Withdraw`."""

    answer: ClassVar[type] = Waiting
    at_home = ("account",)
    refusals = (
        "competition_unknown", "no_games_left", "competition_not_running", "already_seated", "player_not_online",
        "player_unknown",
    )  # fmt: skip
    account: str
    id: Id | None = None
    competition: Id


class StopWaiting(Request[Done], frozen=True, kw_only=True):
    """Do not wait any more; who has been called meanwhile plays. `id` as in `Withdraw`."""

    answer: ClassVar[type] = Done
    at_home = ("account",)
    account: str
    id: Id | None = None
    competition: Id


# --- what operators do -------------------------------------------------------------------------------------------


class PlanCard(Message, frozen=True):
    """A competition as its operator sees it. `prizes_chips`: by place with the fewest entrants that let it start."""

    id: str
    state: str
    plan: Plan
    pool_chips: int
    prizes_chips: list[int]
    reason: str | None
    """Of its cancellation."""


class PlanCards(Message, frozen=True):
    """A page of competitions with drafts, those that start latest first; `next_after`: asks for the next page."""

    plans: list[PlanCard]
    next_after: str | None = None


class ListPlans(Request[PlanCards], frozen=True, kw_only=True):
    """For operators: every competition, drafts too, a page at a time; `after`: the last competition of the page
    before."""

    answer: ClassVar[type] = PlanCards
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = ("forbidden", "competition_unknown")
    account: str
    after: Id | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = 50


class GetPlan(Request[PlanCard], frozen=True, kw_only=True):
    """For operators: one competition or draft."""

    answer: ClassVar[type] = PlanCard
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = ("forbidden", "competition_unknown")
    account: str
    competition: Id


class SaveCompetition(Request[PlanCard], frozen=True, kw_only=True):
    """Make a draft (`competition` is the operator's own id for it), or change it. `preview`: say what would come of
    it, and keep nothing. `id` as in `Withdraw`."""

    answer: ClassVar[type] = PlanCard
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = (
        "forbidden", "competition_frozen", "game_unknown", "options_invalid", "competition_invalid",
        "reason_required",
    )  # fmt: skip
    account: str
    id: Id | None = None
    competition: Id
    plan: Plan
    preview: bool = False
    reason: Reason = ""


class PublishCompetition(Request[PlanCard], frozen=True, kw_only=True):
    """Announce a draft. `id` is the sender's: sent twice, it is done once and answered the same."""

    answer: ClassVar[type] = PlanCard
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = (
        "forbidden", "competition_unknown", "reason_required", "competition_state", "competition_invalid",
        "idempotency_conflict",
    )  # fmt: skip
    account: str
    id: Id | None = None
    competition: Id
    reason: Reason = ""


class CancelCompetition(Request[PlanCard], frozen=True, kw_only=True):
    """Call it off; every entry is refunded. `id` as in `PublishCompetition`."""

    answer: ClassVar[type] = PlanCard
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = ("forbidden", "competition_unknown", "reason_required", "competition_state", "idempotency_conflict")
    account: str
    id: Id | None = None
    competition: Id
    reason: Reason


class Disqualify(Request[Done], frozen=True, kw_only=True):
    """Take a player out of the standings, or (`undo`) back in. After the settlement this is a correction. `id` as in
    `PublishCompetition`."""

    answer: ClassVar[type] = Done
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = (
        "forbidden", "competition_unknown", "entrant_unknown", "reason_required", "competition_state",
        "correction_window_closed", "idempotency_conflict",
    )  # fmt: skip
    account: str
    id: Id | None = None
    competition: Id
    player: Annotated[str, msgspec.Meta(max_length=64)]
    reason: Reason
    undo: bool = False


class CorrectGame(Request[Done], frozen=True, kw_only=True):
    """Replace a game's result. `result`: the winning side, `tie` or `void`; `departed`: seats that left for good. `id`
    as in `PublishCompetition`."""

    answer: ClassVar[type] = Done
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = (
        "forbidden", "competition_unknown", "game_unknown", "not_correctable", "reason_required", "competition_state",
        "correction_window_closed", "bad_parameters", "correction_empty", "idempotency_conflict",
    )  # fmt: skip
    account: str
    id: Id | None = None
    competition: Id
    table: Id
    result: SafeInt | Literal["tie", "void"]
    reason: Reason
    points: Annotated[list[SafeInt], msgspec.Meta(max_length=4)] | None = None
    departed: Annotated[list[SafeInt], msgspec.Meta(max_length=4)] = []
    own_mistake: bool = False


class EntrantLine(Message, frozen=True):
    """A player of a competition as its operator sees them. `entries`: paid and not refunded; `disqualified`: why."""

    account: str
    name: str
    entries: int
    disqualified: str | None


class Entrants(Message, frozen=True):
    """Players by name; `total`: how many there are."""

    entrants: list[EntrantLine]
    total: int


class ListEntrants(Request[Entrants], frozen=True, kw_only=True):
    """For operators and auditors: who has entered, of those whose name begins with `beginning`."""

    answer: ClassVar[type] = Entrants
    staff_roles: ClassVar[frozenset[str]] = OVERSEERS
    refusals = ("forbidden", "competition_unknown")
    account: str
    competition: Id
    beginning: Annotated[str, msgspec.Meta(max_length=40)] = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = 50


class AuditLine(Message, frozen=True):
    """A change of a competition: who did what, and what it was like after; `by` empty: the platform itself."""

    id: int
    at_ms: int
    by: str
    action: str
    reason: str
    detail: dict[str, Any]


class Audit(Message, frozen=True):
    """Changes, newest first."""

    lines: list[AuditLine]


class ListAudit(Request[Audit], frozen=True, kw_only=True):
    """For operators and auditors: the last 500 changes of a competition."""

    answer: ClassVar[type] = Audit
    staff_roles: ClassVar[frozenset[str]] = OVERSEERS
    refusals = ("forbidden", "competition_unknown")
    account: str
    competition: Id
