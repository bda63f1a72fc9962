"""Computer players: when they think, and their thinking, which never holds up the worker (RULES.md §9).

A move is computed from the seat's own view in a thread beside the hub and comes back into the worker's inbox.
"""

import heapq
import random
import zlib
from collections.abc import Callable
from typing import Any

import eventlet
import msgspec
from eventlet import tpool

from services.kernel.clock import TimeMs
from services.plumbing.logs import get_logger
from services.tables.games.registry import game
from services.tables.settings import TablesSettings
from services.tables.state import Table

log = get_logger(__name__)


class BotMove(msgspec.Struct, frozen=True):
    """A computer player's move, on its way to its table."""

    table: str
    seat: int
    match: str
    number: int
    move: dict[str, Any]


class _Chance:
    """Chance for a computer player, the same for the same decision."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        """A number 0 … n − 1."""
        return self._random.randrange(n)


class Bots:
    """The computer players of a worker's tables."""

    def __init__(self, settings: TablesSettings, deliver: Callable[[BotMove], None]) -> None:
        """`deliver` puts a move into the worker's inbox."""
        self._settings = settings
        self._deliver = deliver
        self._heap: list[tuple[TimeMs, str, str, int, int]] = []
        self._planned: set[tuple[str, str, int, int]] = set()

    def plan(self, table: Table) -> None:
        """Every computer player that owes a decision will make it after a while."""
        if table.phase != "playing":
            return
        for clock in table.match.clocks:
            key = (table.id, table.match.id, clock.seat, clock.number)
            if table.seats[clock.seat].is_bot and key not in self._planned:
                self._planned.add(key)
                heapq.heappush(self._heap, (clock.since_ms + self._think_ms(key), *key))

    def next_ms(self) -> TimeMs | None:
        """When somebody has thought long enough."""
        return self._heap[0][0] if self._heap else None

    def act(self, now_ms: TimeMs, tables: Callable[[str], Table | None]) -> None:
        """Let those act who have thought long enough."""
        while self._heap and self._heap[0][0] <= now_ms:
            _at, table_id, match_id, seat, number = heapq.heappop(self._heap)
            self._planned.discard((table_id, match_id, seat, number))
            table = tables(table_id)
            if table is None or table.match.id != match_id or table.phase != "playing":
                continue
            if any(clock.seat == seat and clock.number == number for clock in table.match.clocks):
                eventlet.spawn(self._move, table, seat, number)

    def _think_ms(self, key: tuple[str, str, int, int]) -> int:
        low, high = self._settings.bot_think_min_ms, self._settings.bot_think_max_ms
        return low + zlib.crc32(repr(key).encode()) % (high - low + 1)

    def _move(self, table: Table, seat: int, number: int) -> None:
        rules = game(table.game)
        chance = _Chance(f"{table.match.id}|{seat}|{number}")
        try:
            move = tpool.execute(rules.bot, rules.view(table.match.state, seat), chance)
        except Exception:
            log.exception("bot_failed", table=table.id, game=table.game)
            return
        if move is not None:
            self._deliver(BotMove(table.id, seat, table.match.id, number, rules.write(move)))
