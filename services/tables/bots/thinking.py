"""One thought of a computer player: what it is given, and what comes of it. Runs beside the worker's cycles."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from games.api import GameEvent
from games.registry import game
from services.kernel.clock import Clock, TimeMs
from services.kernel.seats import Seat
from services.platform.process.logs import get_logger
from services.tables import metrics
from services.tables.bots.pool import BotPool
from services.tables.bots.process import Thinker
from services.tables.bots.seen_hand import SeenBefore, SeenEvent, history_of, seen_before
from services.tables.bots.waiting import scale_of
from services.tables.table.model import Table
from services.tables.table.transition import Step

log = get_logger(__name__)

GIVEN_UP_MS = 20_000
"""A thought that has not begun so long after its move was due does not begin; the seat makes any legal move."""


class Question(msgspec.Struct, frozen=True):
    """What a computer player is asked; `seen`: the hand as its seat saw it, None where the journal has to be read."""

    table: Table
    seat: Seat
    number: int
    due_ms: TimeMs
    seen: tuple[SeenEvent, ...] | None


class Thought(msgspec.Struct, frozen=True):
    """What came of it."""

    move: Any
    """None: the seat wants nothing, or nothing was found."""
    seq: int
    """The table's version that was thought about; its game's state, and what the seat saw of it."""
    state: Any
    view: Any
    seen_before: SeenBefore | None = None
    """What was read from the journal for it."""


class Thinking:
    """Finds the moves of computer players."""

    def __init__(self, clock: Clock, steps_of_match: Callable[[Table], Sequence[Step]]) -> None:
        """`steps_of_match` reads the journal."""
        self._clock = clock
        self._steps_of_match = steps_of_match

    def think(self, pool: BotPool, question: Question, waiting: int, processes: int) -> Thought:
        """Think, and raise nothing; less where many thoughts wait behind this one."""
        table, rules = question.table, game(question.table.game)
        view, move, found = None, None, None
        try:
            view = rules.view(table.match.state, question.seat)
            late_ms = self._clock.now_ms() - question.due_ms
            if late_ms > GIVEN_UP_MS:
                metrics.bots_given_up.labels(table.game).inc()
                log.warning("bot_given_up", table=table.id, game=table.game)
            else:
                found = self._seen_before(question)
                history = history_of(found.events if found is not None else question.seen or ())
                scale = scale_of(waiting, processes, late_ms)
                move = _move(pool, question, view, history, scale)
        except Exception:
            metrics.bots_failed.labels(table.game).inc()
            log.exception("bot_failed", table=table.id, game=table.game)
        return Thought(move, table.seq, table.match.state, view, found)

    def _seen_before(self, question: Question) -> SeenBefore | None:
        """What the table does not remember of the hand. Without it the computer player has to do with less."""
        if question.seen is not None:
            return None
        try:
            return seen_before(self._steps_of_match(question.table), question.table, question.seat)
        except Exception as error:  # noqa: BLE001 whatever the journal or an old engine says, the seat plays on
            log.warning("history_unread", table=question.table.id, error=f"{type(error).__name__}: {error}"[:300])
            return None


def _move(pool: BotPool, question: Question, view: Any, history: tuple[GameEvent, ...], scale: float) -> Any:
    table, seat = question.table, question.seat
    seed, strength = f"{table.match.id}|{seat}|{question.number}", table.order.strength
    began_s = time.perf_counter()
    metrics.bot_scales.labels(f"{scale:g}").inc()
    move = pool.think(game(table.game), Thinker(seed, strength, history, scale), view)
    metrics.bot_think_seconds.labels(table.game, strength).observe(time.perf_counter() - began_s)
    return move
