"""What the strong computer player would do for a seat, and why (services/tables/RULES.md §20)."""

import threading
from collections.abc import Sequence
from typing import Any, NamedTuple

from games import api
from games.api import AnyGame, GameEvent
from games.appraisal import Reason
from services.contracts.tables import analysis as contract
from services.contracts.tables.recordings import Recording
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.platform.process.logs import get_logger
from services.tables.bots.pool import BotPool
from services.tables.bots.process import Thinker
from services.tables.history.academy import Passed, forked

log = get_logger(__name__)

BUSY = Refusal("computer_busy")


class Question(NamedTuple):
    """What a computer player is asked: for a seat, by what this may know. `number`: the decision that it owes."""

    rules: AnyGame
    seat: Seat
    number: int | None
    view: Any
    thinker: Thinker


class Computer:
    """Answers questions, as many at a time as there are processes for it."""

    def __init__(self, pool: BotPool, waiting_max: int) -> None:
        """`waiting_max`: how many may be thought about or wait; more are refused."""
        self._pool = pool
        self._waiting_max = waiting_max
        self._asked = 0
        self._lock = threading.Lock()

    def answer(self, question: Question) -> contract.ComputerMove | Refusal:
        """The move and its reason. Codes: `computer_busy`."""
        with self._lock:
            if self._asked >= self._waiting_max:
                return BUSY
            self._asked += 1
        try:
            return answered(question, self._pool)
        finally:
            with self._lock:
                self._asked -= 1

    def stop(self) -> None:
        """End the processes."""
        self._pool.stop()


def answered(question: Question, pool: BotPool) -> contract.ComputerMove:
    """What the pool's computer player does."""
    rules = question.rules
    move = pool.think(rules, question.thinker, question.view)
    reason = reason_of(rules, question.view, move, question.thinker.history)
    return contract.ComputerMove(
        seat=question.seat,
        number=question.number,
        move=None if move is None else rules.write(move),
        reason=contract.Reason(code=reason.code, data=reason.data),
    )


def reason_of(rules: AnyGame, view: Any, move: Any, history: Sequence[GameEvent]) -> Reason:
    """Why a move is good, as far as the game can say."""
    return Reason() if rules.analysis is None or move is None else rules.analysis.reason(view, move, history)


def study_question(recording: Recording, request: contract.AskComputer) -> Question | Refusal:
    """What the computer is asked in a study. Codes: those of a study, and `not_your_turn`."""
    found = forked(recording, request.hand, request.position, request.steps)
    if isinstance(found, Refusal):
        return found
    waits = found.rules.next(found.state)
    owed = {due.seat: due.number for due in waits.due} if isinstance(waits, api.Decide) else {}
    may = waits.may if isinstance(waits, api.Decide | api.Wait) else frozenset()
    seat = request.seat if request.seat is not None else next(iter(owed), None)
    if seat is None or (seat not in owed and seat not in may):
        return Refusal("not_your_turn")
    history = tuple(history_of(found.rules, found.passed, seat))
    seed = f"{request.match}|{request.hand}|{request.position}|{len(request.steps)}|{seat}"
    view = found.rules.view(found.state, seat)
    return Question(found.rules, seat, owed.get(seat), view, Thinker(seed, history=history))


def history_of(rules: AnyGame, passed: Sequence[Passed], seat: Seat) -> list[GameEvent]:
    """What a seat has seen of these events of a hand."""
    seen = (rules.event(each.before, each.actor, each.action, each.after, seat) for each in passed)
    return [event for event in seen if event is not None]
