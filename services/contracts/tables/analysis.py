"""The analysis of finished matches, hints, and the problem of the day (services/tables/RULES.md §19–§21).

Whoever asks for an analysis says who they are, as for a recording (recordings.py): tables decides whether they may see
it. A report names seats and never people; their names come with each answer, from the recording.
"""

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from services.contracts.base import Message, Request
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.recordings import AboutRecording, AboutStudy, Name

Unit = Literal["points", "chance"]
"""`points`: of a hand, or of tavli's running game (1: won singly). `chance`: of winning the match, 1 is certain."""
Mark = Literal["none", "doubtful", "bad", "very_bad"]
Rating = Literal["master", "expert", "strong", "club", "casual", "beginner"]
"""How well a player played by the mean error, the best first."""
JobState = Literal["waiting", "running", "done", "failed"]

Day = Annotated[str, msgspec.Meta(max_length=10)]
"""A day of the platform, `2026-11-28`; anything else is an unknown one."""


# --- what a report is made of ------------------------------------------------------------------------------------


class Chances(Message, frozen=True):
    """How a game of tavli ends for the seat that decides, each 0 … 1. `win` includes `double_win`; `double_loss` is
    part of what is left."""

    win: float
    double_win: float
    double_loss: float


class Candidate(Message, frozen=True):
    """A move that could have been made, and what it was worth to its seat, in the report's `unit`. `move` None: to play
    on instead of resigning."""

    move: dict[str, Any] | None
    value: float
    chances: Chances | None = None


class Reason(Message, frozen=True):
    """Why a move is good: a code of the game's RULES.md with its data, which a page words; `best`: nothing simpler can
    be said of it than that it is worth most."""

    code: str
    data: dict[str, Any] = {}


class Decision(Message, frozen=True):
    """A move that was made, by a seat that had a choice.

    `seq` is the recording's event; the Academy shows the board before it at `hand` and `position`. `loss`: what it
    was worth less than the best, in `unit`; `match_loss`: the same in `match_unit`. `deep`: whether the values are from
    a longer computation than usual. `best`: at most three, the best first; the move made need not be among them.
    """

    seq: int
    t_ms: int
    hand: int
    position: int
    seat: int
    kind: str
    """A word of the game: tavli `play`, `resign`; pilotta `bid`, `card` …; dominoes `tile`."""
    move: dict[str, Any]
    value: float
    chances: Chances | None
    options: int
    """How many different things the seat could have done."""
    best: list[Candidate]
    reason: Reason
    """Of the best move."""
    loss: float
    match_loss: float
    mark: Mark
    deep: bool = False


class Luck(Message, frozen=True):
    """A roll or a deal. `luck`: what it changed by side, in `match_unit`; sides of two, so the two sum to zero.

    `kind`: `roll`, `opening` (who begins), `start` (the winner of a game begins the next), `deal`. `seat`: who rolled.
    """

    seq: int
    t_ms: int
    hand: int
    position: int
    kind: Literal["roll", "opening", "start", "deal"]
    seat: int | None
    values: list[int]
    """The dice; empty for a deal."""
    luck: list[float]


class CurvePoint(Message, frozen=True):
    """The chance of side 0 to win the match, after the event `seq`."""

    seq: int
    t_ms: int
    hand: int
    position: int
    chance: float


class PlayerReport(Message, frozen=True):
    """How one seat played. `decisions`: those with a choice; `mean_error`: mean `loss` of them, in `unit`."""

    seat: int
    side: int
    decisions: int
    mean_error: float
    lost: float
    """The sum of all losses, in `unit`."""
    match_lost: float
    marks: dict[str, int]
    """`doubtful`, `bad`, `very_bad` → how many."""
    rating: Rating | None
    """None: too few decisions to say."""


class SideReport(Message, frozen=True):
    """What became of a side, in `match_unit`: `result` = `luck` + `skill` + `conceded`, to 0.0001.

    `result` as `chance`: 0.5 for a match won, −0.5 for one lost; as `points`: the side's points less the other's.
    `conceded`: what leaving a match before its end changed. `without_luck`: `result` − `luck`; as `chance` it is given
    from 0 to 1: how often matches played like this one are won.
    """

    side: int
    seats: list[int]
    result: float
    luck: float
    skill: float
    conceded: float
    without_luck: float


class Turning(Message, frozen=True):
    """A moment that decided the match: a decision or luck, by its event. `swing`: what it changed for side 0, in
    `match_unit`."""

    what: Literal["decision", "luck"]
    seq: int
    t_ms: int
    hand: int
    position: int
    seat: int | None
    swing: float


class MatchReport(Message, frozen=True):
    """The analysis of a match. Numbers are rounded to 0.00001."""

    format: int
    """1; goes up when an old reader would misread it."""
    game: str
    rules: int
    evaluator: str
    """Which evaluation, with its version: reports of another one are made anew when they are asked for."""
    unit: Unit
    match_unit: Unit
    marks: dict[str, float]
    """`doubtful`, `bad`, `very_bad` → from which loss on."""
    ratings: dict[str, float]
    """Rating → up to which mean error; `beginner` has no bound."""
    decisions: list[Decision]
    luck: list[Luck]
    curve: list[CurvePoint]
    players: list[PlayerReport]
    sides: list[SideReport]
    turnings: list[Turning]
    """At most five, in the order of the match."""


# --- analyses ----------------------------------------------------------------------------------------------------


class Analysis(Message, frozen=True):
    """An analysis as it stands. `percent` of the work is done; `ahead`: analyses that come before it; `again_ms`: when
    to ask again, None once nothing changes any more. `left_today`: how many more the asking account may order."""

    match: str
    game: str
    seats: list[SeatPlayer]
    state: JobState
    percent: int
    ahead: int
    again_ms: int | None
    left_today: int
    report: MatchReport | None


class AboutAnalysis(AboutRecording[Analysis], frozen=True, kw_only=True):
    """A request about the analysis of one match, for those who may see its recording."""

    answer: ClassVar[type] = Analysis
    refusals = (
        *AboutRecording.refusals,
        "analysis_unavailable",  # matches of this game are not analysed, or this one is too long
    )


class AskAnalysis(AboutAnalysis, frozen=True, kw_only=True):
    """Order the analysis of a match, or see the one that was ordered before, by whomever."""

    refusals = (
        *AboutAnalysis.refusals,
        "analysis_running",  # one that this account has ordered is not done yet; `match` names it
        "analysis_limit",  # as many as an account may order a day (`limit`); `again_at_ms`
        "analysis_busy",  # too many wait
    )


class GetAnalysis(AboutAnalysis, frozen=True, kw_only=True):
    """The analysis of a match as it stands."""

    refusals = (
        *AboutAnalysis.refusals,
        "analysis_unknown",  # it has not been ordered
    )


# --- the computer in the Academy ---------------------------------------------------------------------------------


class ComputerMove(Message, frozen=True):
    """What the strong computer player would do for a seat, by what that seat may know. `move` None: nothing, where it
    need not move."""

    seat: int
    number: int | None
    move: dict[str, Any] | None
    reason: Reason


class AskHint(Request[ComputerMove], frozen=True, kw_only=True):
    """At a practice table: what would the computer play for the account's own seat?"""

    answer: ClassVar[type] = ComputerMove
    refusals = (
        "table_unknown",
        "not_seated",
        "not_practice",
        "not_alone",  # another person sits there
        "match_over",
        "not_your_turn",  # the seat owes no decision
        "computer_busy",
    )
    table: Name
    account: Name


class AskComputer(AboutStudy[ComputerMove], frozen=True, kw_only=True):
    """What would the computer play in this study, for the seat that decides next (or `seat`, if it may move)? Added as
    a `move` step, its answer plays the hand on against the computer."""

    answer: ClassVar[type] = ComputerMove
    refusals = (
        *AboutStudy.refusals,
        "not_your_turn",  # this seat has nothing to decide
        "computer_busy",  # too many computations wait
    )
    seat: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None


# --- the problem of the day --------------------------------------------------------------------------------------


class Problem(Message, frozen=True):
    """A position in which one move is clearly best. `view`: as `seat` saw it, which is to move; without names."""

    game: str
    day: str
    seat: int
    seats: int
    """How many sit at the table."""
    view: Any
    options: int
    """How many different things the seat can do."""
    source: Literal["match", "made"]
    """From an analysed match, or from one that computers have played among themselves."""
    unit: Unit


class GetProblem(Request[Problem], frozen=True, kw_only=True):
    """The problem of a day: today's, or one of the last thirty days."""

    answer: ClassVar[type] = Problem
    refusals = (
        "game_unknown",
        "problem_unknown",  # this game has none, or the day is none of those
    )
    game: Name
    day: Day | None = None


class Solution(Message, frozen=True):
    """What a move is worth in a problem. `right`: it is the best, or leads to the same position. `loss` None: it is
    none of the moves whose values are known, and worth less than all of them."""

    right: bool
    loss: float | None
    best: list[Candidate]
    reason: Reason


class SolveProblem(Request[Solution], frozen=True, kw_only=True):
    """Solve a problem with a move of its seat. Moves may also be refused as the game refuses them."""

    answer: ClassVar[type] = Solution
    refusals = (
        *GetProblem.refusals,
        "illegal_move",
    )
    game: Name
    day: Day
    move: dict[str, Any]
