"""The schedule of computer players: when their moves are computed, and where the moves go (RULES.md §9); pool.py has
the processes.

A move is computed from the seat's own view, beside the worker's loop, and comes back into the worker's inbox.
"""

import heapq
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from games import api
from games.registry import game
from services.kernel.clock import TimeMs
from services.kernel.seats import Seat
from services.platform.process.logs import get_logger
from services.tables.bots.pool import BotPool, bot_pool
from services.tables.bots.process import Chance
from services.tables.bots.strength import careless_move
from services.tables.settings import TablesSettings
from services.tables.table.model import Table

log = get_logger(__name__)


class BotMove(msgspec.Struct, frozen=True):
    """A computer player's move for its table; `number`: the decision that it answers, None for an optional move,
    which counts only while the table is still at version `seq`."""

    table: str
    seat: int
    match: str
    number: int | None
    move: dict[str, Any]
    seq: int = 0


class Thought(msgspec.Struct, frozen=True, order=True):
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


class Bots:
    """The computer players of a worker's tables."""

    def __init__(
        self, settings: TablesSettings, deliver: Callable[[BotMove], None], beside: Callable[..., None]
    ) -> None:
        """`deliver` puts a move into the worker's inbox; `beside` runs a function beside the worker's cycles."""
        self._settings = settings
        self._deliver = deliver
        self._beside = beside
        self._heap: list[Thought] = []
        self._planned: set[tuple[str, str, int, int]] = set()
        self.bot_pool: BotPool = bot_pool(settings.bot_processes)

    def plan(self, table: Table) -> None:
        """Schedule every computer player of the table that owes a decision or may move."""
        if not (table.order.practice or table.match.departures) or not table.is_running:
            return
        for seat, number, since_ms in _asked(table):
            key = (table.id, table.match.id, seat, number)
            if table.seats[seat].is_bot and key not in self._planned:
                self._planned.add(key)
                heapq.heappush(self._heap, Thought(since_ms + self._think_ms(key), *key))

    def next_ms(self) -> TimeMs | None:
        """When the next scheduled move is due."""
        return self._heap[0].at_ms if self._heap else None

    def act(self, now_ms: TimeMs, tables: Callable[[str], Table | None]) -> None:
        """Compute the moves that are due, if the table still waits for them."""
        while self._heap and self._heap[0].at_ms <= now_ms:
            thought = heapq.heappop(self._heap)
            self._planned.discard((thought.table, thought.match, thought.seat, thought.number))
            table = tables(thought.table)
            if table is not None and _still_asked(table, thought):
                self._beside(self._move, table, thought)

    def stop(self) -> None:
        """Compute nothing more."""
        self.bot_pool.stop()

    def _think_ms(self, key: tuple[str, str, int, int]) -> int:
        """How long a computer player seems to think: spread in the same way for every decision, so that it reveals
        nothing."""
        low, high = self._settings.bot_think_min_ms, self._settings.bot_think_max_ms
        return low + zlib.crc32(repr(key).encode()) % (high - low + 1)

    def _move(self, table: Table, thought: Thought) -> None:
        """Compute the move and send it; if that fails, any legal move."""
        rules = game(table.game)
        move = None
        seed = f"{table.match.id}|{thought.seat}|{thought.number}"
        try:
            if not thought.is_optional:
                chance = Chance(f"careless|{seed}")
                move = careless_move(rules, table.match.state, thought.seat, table.order.strength, chance)
            view = rules.view(table.match.state, thought.seat)
            move = move or self.bot_pool.think(rules, view, seed)
        except Exception:
            log.exception("bot_failed", table=table.id, game=table.game)
        if move is None and not thought.is_optional:
            move = next(rules.legal(table.match.state, thought.seat), None)
        if move is not None:
            number = None if thought.is_optional else thought.number
            self._deliver(BotMove(table.id, thought.seat, table.match.id, number, rules.write(move), table.seq))


def _still_asked(table: Table, thought: Thought) -> bool:
    if table.match.id != thought.match or not table.is_running:
        return False
    return any((seat, number) == (thought.seat, thought.number) for seat, number, _ in _asked(table))


def _asked(table: Table) -> Iterator[tuple[Seat, int, TimeMs]]:
    """Seats that owe or may make a decision: seat, number (`Thought.number`), since when."""
    due = set()
    for clock in table.match.clocks:
        due.add(clock.seat)
        yield clock.seat, clock.number, clock.since_ms
    pending = table.match.pending
    if isinstance(pending, api.Decide | api.Wait):
        for seat in pending.may - due:
            yield seat, -1 - table.seq, table.at_ms
