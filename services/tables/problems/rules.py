"""The problem of the day: positions in which one move is clearly best, and what a move is worth in one
(services/tables/RULES.md §21). Pure."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, Literal

import msgspec

from games import api, registry
from services.contracts.tables import analysis as contract
from services.contracts.tables.recordings import Recording
from services.kernel.refusal import Refusal
from services.tables.analysis.report import played
from services.tables.history.recordings import plain
from services.tables.history.replay import player

OPTIONS_MIN = 3
"""So many different things there are to do at least."""
FURTHEST = 5
"""The second best is worth less by at most so many times the bound of `very_bad`: else anybody sees it."""
OF_A_MATCH = 3
"""The most problems that a match gives."""
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class MadeProblem(msgspec.Struct, frozen=True, kw_only=True):
    """A position to solve. `state` has all hands, and is shown to no one."""

    game: str
    rules: int
    seat: int
    seats: int = 2
    """How many sit at the table."""
    state: Any
    view: Any
    options: int
    best: list[contract.Candidate]
    reason: contract.Reason
    unit: contract.Unit
    source: Literal["match", "made"]
    ended_at_ms: int

    @property
    def id(self) -> str:
        """The hash of its position: the same position is one problem."""
        return hashlib.sha256(
            msgspec.json.encode([self.game, self.seat, self.state], order="deterministic")
        ).hexdigest()


def problems_in(recording: Recording, report: contract.MatchReport, source: Any = "match") -> list[MadeProblem]:
    """The clearest problems of an analysed match, at most `OF_A_MATCH`."""
    found = player(recording)
    if isinstance(found, Refusal):
        return []
    clear = sorted((each for each in report.decisions if is_clear(each, report.marks)), key=_margin, reverse=True)
    chosen = {each.seq: each for each in clear[:OF_A_MATCH]}
    return [
        MadeProblem(
            game=recording.game,
            rules=recording.rules,
            seat=decision.seat,
            seats=len(recording.seats),
            state=plain(step.before),
            view=plain(found.rules.view(step.before, decision.seat)),
            options=decision.options,
            best=decision.best,
            reason=decision.reason,
            unit=report.unit,
            source=source,
            ended_at_ms=recording.ended_at_ms,
        )
        for step in played(found)
        if (decision := chosen.get(step.seq)) is not None
    ]


def is_clear(decision: contract.Decision, marks: dict[str, float]) -> bool:
    """Whether one move is clearly best, but not so clearly that anybody sees it."""
    if decision.options < OPTIONS_MIN or len(decision.best) < 2 or decision.kind == "resign":
        return False
    return marks["bad"] <= _margin(decision) <= FURTHEST * marks["very_bad"]


def _margin(decision: contract.Decision) -> float:
    return decision.best[0].value - decision.best[1].value


def place(day: str, game: str, problem: str) -> str:
    """Where a problem stands among those of a day; the lowest is chosen."""
    return hashlib.sha256(f"{day}|{game}|{problem}".encode()).hexdigest()


def chosen(day: str, game: str, problems: Iterable[str]) -> str | None:
    """The problem of a day among these."""
    return min(problems, key=lambda problem: place(day, game, problem), default=None)


def shown(problem: MadeProblem, day: str) -> contract.Problem:
    """What is shown of a problem."""
    return contract.Problem(
        game=problem.game,
        day=day,
        seat=problem.seat,
        seats=problem.seats,
        view=problem.view,
        options=problem.options,
        source=problem.source,
        unit=problem.unit,
    )


class Judged(msgspec.Struct, frozen=True):
    """A play in a problem. `move` as the game writes it; `play`: the same for all that lead to the same position;
    `loss` None: it is none of the plays whose values are known."""

    move: dict[str, Any]
    play: str
    loss: float | None

    @property
    def right(self) -> bool:
        """Whether it is the best, or leads to the same position."""
        return self.loss == 0


def judge(problem: MadeProblem, move: dict[str, Any]) -> Judged | Refusal:
    """What a play is worth. Codes: `illegal_move` and those of the game; `problem_unknown` if no engine here has its
    rules number."""
    name = registry.engine_name(problem.game, problem.rules)
    if name is None:
        return Refusal("problem_unknown")
    rules = registry.game(name)
    state = state_of(rules, problem)
    read = rules.parse(move)
    if isinstance(read, api.Leave):
        return Refusal("illegal_move")
    refusal = rules.check(state, problem.seat, read)
    if refusal is not None:
        return refusal
    after = rules.apply(state, problem.seat, read)
    losses = list(_same(rules, state, problem, after))
    return Judged(plain(rules.write(read)), _play(after), losses[0] if losses else None)


def solve(problem: MadeProblem, move: dict[str, Any]) -> contract.Solution | Refusal:
    """What a play is worth, beside the best. Codes: those of `judge`."""
    found = judge(problem, move)
    if isinstance(found, Refusal):
        return found
    return contract.Solution(right=found.right, loss=found.loss, best=problem.best, reason=problem.reason)


def state_of(rules: api.AnyGame, problem: MadeProblem) -> Any:
    """The position, as the engine knows it."""
    return msgspec.convert(problem.state, rules.state_type, str_keys=True)


def _play(after: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(plain(after), order="deterministic")).hexdigest()[:16]


def _same(rules: api.AnyGame, state: Any, problem: MadeProblem, after: Any) -> Iterator[float]:
    """The losses of the known moves that lead to this position."""
    for known in problem.best:
        other = rules.parse(known.move or {})
        if rules.apply(state, problem.seat, other) == after:
            yield round(problem.best[0].value - known.value, 5)


# --- days --------------------------------------------------------------------------------------------------------


def read_day(text: str) -> date | None:
    """A day as `2026-11-28`; None: it is none."""
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def analysed_games() -> list[str]:
    """The games that have problems."""
    return [each.id for each in registry.games() if each.analysis is not None]
