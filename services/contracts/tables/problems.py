"""The problem of the day: what a person answers, and what is shown afterwards (services/tables/RULES.md §21)."""

from typing import Any, ClassVar, Literal

from services.contracts.base import Event, Message, Request
from services.contracts.tables.analysis import Candidate, Day, GetProblem, Reason, Unit
from services.contracts.tables.recordings import AboutStudy, Name, Steps, Study

How = Literal["none", "right", "wrong"]
"""How an account has answered: not at all, with the best play, with another one."""


class ProblemDay(Message, frozen=True):
    """A problem of a game and a day, and how the asking account has answered it."""

    game: str
    day: str
    answer: How


class OwnProblems(Message, frozen=True):
    """Today's problems and those of the last days, the newest first. `today`: the platform's day; `next_at_ms`: when
    the next one begins."""

    today: str
    next_at_ms: int
    problems: list[ProblemDay]


class ListProblems(Request[OwnProblems], frozen=True, kw_only=True):
    """Which problems there are; `account` None: for somebody who has not come in."""

    answer: ClassVar[type] = OwnProblems
    account: Name | None = None


class OwnAnswer(Message, frozen=True):
    """What an account has answered. `loss` None: the play is worth less than all whose values are known."""

    move: dict[str, Any]
    right: bool
    loss: float | None
    at_ms: int


class PlayShare(Message, frozen=True):
    """How many have answered with one play: those that lead to the same position are one."""

    move: dict[str, Any]
    answers: int
    right: bool
    loss: float | None


class ProblemOutcome(Message, frozen=True):
    """A problem with its solution. `best`: at most three plays, the best first; `plays`: the most frequent answers, at
    most five; `answers`: of how many in all; `own` None: this account has not answered."""

    game: str
    day: str
    unit: Unit
    best: list[Candidate]
    reason: Reason
    own: OwnAnswer | None
    plays: list[PlayShare]
    answers: int


class AnswerProblem(Request[ProblemOutcome], frozen=True, kw_only=True):
    """Answer today's problem of a game, once: the same play sent again is answered as the first time. Plays may also be
    refused as the game refuses them."""

    answer: ClassVar[type] = ProblemOutcome
    refusals = (
        *GetProblem.refusals,
        "problem_over",  # its day has passed: the solution is shown
        "problem_answered",  # this account has answered it with another play
        "illegal_move",
    )
    account: Name
    game: Name
    day: Day
    move: dict[str, Any]


class GetProblemOutcome(Request[ProblemOutcome], frozen=True, kw_only=True):
    """The solution and what others have answered: of a past day, or once the account has answered."""

    answer: ClassVar[type] = ProblemOutcome
    refusals = (
        *GetProblem.refusals,
        "problem_open",  # today's, which this account has not answered yet
    )
    account: Name
    game: Name
    day: Day


class StudyProblem(Request[Study], frozen=True, kw_only=True):
    """Play on from a problem in the Academy, for every seat, with all hands open and chance of its own."""

    answer: ClassVar[type] = Study
    refusals = (
        *GetProblemOutcome.refusals,
        *(code for code in AboutStudy.refusals if not code.startswith(("recording_", "fork_", "service_"))),
    )
    account: Name
    game: Name
    day: Day
    steps: Steps = []


class ProblemAnswered(Event, frozen=True, kw_only=True):
    """An account has answered a problem of the day, for good."""

    account: str
    game: str
    day: str
    right: bool
    at_ms: int
