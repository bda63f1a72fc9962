"""The schedule of computer players: when their moves are computed, and where the moves go (RULES.md §9); thinking.py
computes them.

A computer player begins to think when it is asked and moves when its time has come, so that what it takes to think is
not added to the time that it seems to think. An optional move is computed only then: most of them are out of date by
that time. Everything here happens on the thread of the worker's cycles.
"""

import heapq
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Protocol

import msgspec

from games import api
from games.registry import game
from services.kernel.clock import Clock, TimeMs
from services.kernel.seats import Seat
from services.platform.process.logs import get_logger
from services.tables import metrics
from services.tables.bots.pool import BotPool, bot_pool
from services.tables.bots.seen_hand import SeenHand
from services.tables.bots.thinking import Question, Thinking, Thought
from services.tables.bots.waiting import WaitingThoughts
from services.tables.settings import TablesSettings
from services.tables.table.model import Table
from services.tables.table.transition import Step

log = get_logger(__name__)

_ASK_AGAIN_MS = 500
"""After so long a question that found no place in the queue is asked again."""

_Key = tuple[str, str, Seat, int]


class LoadedTable(Protocol):
    """A table in the worker's memory."""

    table: Table
    seen_hand: SeenHand | None


class Runner(Protocol):
    """Where thoughts are computed, and how what comes of them gets back."""

    def beside(self, action: Callable[..., None], *args: Any) -> None:
        """Run a long action without delaying the cycles."""
        ...

    def deliver(self, action: Callable[[], None]) -> None:
        """Call `action` between two cycles; may be called from another thread."""
        ...


class BotMove(msgspec.Struct, frozen=True):
    """A computer player's move for its table; `number`: the decision that it answers, None for an optional move,
    which counts only while the table is still at version `seq`."""

    table: str
    seat: int
    match: str
    number: int | None
    move: dict[str, Any]
    seq: int = 0


class Planned(msgspec.Struct, frozen=True, order=True):
    """A computer player that moves at a certain time."""

    at_ms: TimeMs
    table: str
    match: str
    seat: Seat
    number: int
    """The decision, or −1 − the table's version for an optional move."""

    @property
    def is_optional(self) -> bool:
        """Whether the seat may move but does not have to."""
        return self.number < 0

    @property
    def key(self) -> _Key:
        """Which decision of which seat it is."""
        return self.table, self.match, self.seat, self.number


class _Open:
    """A decision that a computer player has to make: what is known of it so far."""

    __slots__ = ("is_asked", "is_due", "planned", "thought")

    def __init__(self, planned: Planned) -> None:
        self.planned = planned
        self.is_asked = False
        self.is_due = False
        self.thought: Thought | None = None


class Bots:
    """The computer players of a worker's tables."""

    def __init__(
        self, settings: TablesSettings, clock: Clock, runner: Runner, offer: Callable[[BotMove], None],
        tables: Callable[[str], LoadedTable | None], steps_of_match: Callable[[Table], Sequence[Step]],
    ) -> None:  # fmt: skip
        """`offer` puts a move into the worker's inbox; `tables`: those in memory, by id; `steps_of_match` reads the
        journal, in any thread."""
        self._settings = settings
        self._clock = clock
        self._runner = runner
        self._offer = offer
        self._tables = tables
        self._heap: list[Planned] = []
        self._open: dict[_Key, _Open] = {}
        self._waiting = WaitingThoughts()
        self._thinking = Thinking(clock, steps_of_match)
        self.bot_pool: BotPool = bot_pool(settings.bot_processes)
        metrics.bots_waiting.set_function(lambda: len(self._waiting))

    def plan(self, loaded: LoadedTable) -> None:
        """Schedule every computer player of the table that owes a decision or may move."""
        table = loaded.table
        if not (table.order.practice or table.match.departures) or not table.is_running:
            return
        for seat, number, since_ms in _asked(table):
            key = (table.id, table.match.id, seat, number)
            if table.seats[seat].is_bot and key not in self._open:
                planned = Planned(since_ms + self._think_ms(key), *key)
                self._open[key] = _Open(planned)
                heapq.heappush(self._heap, planned)
                if not planned.is_optional:
                    self._ask(self._open[key], loaded)

    def next_ms(self) -> TimeMs | None:
        """When the next scheduled move is due."""
        return self._heap[0].at_ms if self._heap else None

    def act(self, now_ms: TimeMs) -> None:
        """Make the moves that are due, if their tables still wait for them."""
        while self._heap and self._heap[0].at_ms <= now_ms:
            found = self._open.get(heapq.heappop(self._heap).key)
            if found is not None:
                found.is_due = True
                self._go_on(found)

    def stop(self) -> None:
        """Compute nothing more."""
        self._waiting.close()
        self.bot_pool.stop()

    def _think_ms(self, key: _Key) -> int:
        """How long a computer player seems to think: spread in the same way for every decision, so that it reveals
        nothing."""
        low, high = self._settings.bot_think_min_ms, self._settings.bot_think_max_ms
        return low + zlib.crc32(repr(key).encode()) % (high - low + 1)

    # --- one decision ---

    def _go_on(self, found: _Open) -> None:
        """The time of a move has come, or what was thought about it."""
        planned, loaded = found.planned, self._tables(found.planned.table)
        if loaded is None or not _still_asked(loaded.table, planned):
            self._open.pop(planned.key, None)
        elif found.thought is not None and _is_about(found.thought, loaded.table, planned.seat):
            if found.is_due:
                del self._open[planned.key]
                self._move(found.thought, loaded.table, planned)
        elif not found.is_asked and found.is_due:
            self._ask(found, loaded)

    def _ask(self, found: _Open, loaded: LoadedTable) -> None:
        """Let a thought wait for its turn; later, where the queue is full."""
        planned, table = found.planned, loaded.table
        seen = () if loaded.seen_hand is None else loaded.seen_hand.of(planned.seat)
        question = Question(table, planned.seat, planned.number, planned.at_ms, seen)
        found.thought = None
        found.is_asked = self._waiting.put(
            table.id, planned.at_ms, partial(self._think, planned.key, question), self._settings.bots_waiting_max
        )
        if found.is_asked:
            self._runner.beside(self._think_next)
        elif found.is_due:
            later = msgspec.structs.replace(planned, at_ms=self._clock.now_ms() + _ASK_AGAIN_MS)
            heapq.heappush(self._heap, later)

    def _think_next(self) -> None:
        """In another thread: do what comes next as soon as a process is free."""
        with self.bot_pool.turn():
            work = self._waiting.take()
            if work is not None:
                work()

    def _think(self, key: _Key, question: Question) -> None:
        thought = self._thinking.think(self.bot_pool, question, len(self._waiting), self._settings.bot_processes)
        self._runner.deliver(partial(self._arrive, key, thought))

    def _arrive(self, key: _Key, thought: Thought) -> None:
        """A thought has come to its end."""
        loaded, found = self._tables(key[0]), self._open.get(key)
        if loaded is not None and loaded.seen_hand is not None and thought.seen_before is not None:
            loaded.seen_hand.take(thought.seen_before)
        if found is not None and found.is_asked:
            found.is_asked, found.thought = False, thought
            self._go_on(found)

    def _move(self, thought: Thought, table: Table, planned: Planned) -> None:
        """Send the move; where none was found, any legal one, if the seat owes one."""
        rules, move = game(table.game), thought.move
        if move is None and not planned.is_optional:
            move = next(rules.legal(table.match.state, planned.seat), None)
        if move is not None:
            metrics.bot_late_seconds.observe(max(0, self._clock.now_ms() - planned.at_ms) / 1000)
            number = None if planned.is_optional else planned.number
            self._offer(BotMove(table.id, planned.seat, planned.match, number, rules.write(move), thought.seq))


def _is_about(thought: Thought, table: Table, seat: Seat) -> bool:
    """Whether the seat sees what it saw when the thought began."""
    if thought.state is table.match.state:
        return True
    try:
        return bool(game(table.game).view(table.match.state, seat) == thought.view)
    except Exception:
        log.exception("bot_view_failed", table=table.id, game=table.game)
        return True


def _still_asked(table: Table, planned: Planned) -> bool:
    if table.match.id != planned.match or not table.is_running:
        return False
    return any((seat, number) == (planned.seat, planned.number) for seat, number, _ in _asked(table))


def _asked(table: Table) -> Iterator[tuple[Seat, int, TimeMs]]:
    """Seats that owe or may make a decision: seat, number (`Planned.number`), since when."""
    due = set()
    for clock in table.match.clocks:
        due.add(clock.seat)
        yield clock.seat, clock.number, clock.since_ms
    pending = table.match.pending
    if isinstance(pending, api.Decide | api.Wait):
        for seat in pending.may - due:
            yield seat, -1 - table.seq, table.at_ms
