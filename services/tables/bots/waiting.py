"""Thoughts of computer players that wait for a free process: first those that are due first, and with less work where
many wait (RULES.md §9)."""

import heapq
import itertools
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from services.kernel.clock import TimeMs

_BEHIND_MS = 1_000
"""A table's second thought waits as if it were due so much later, its third twice as much: where one table asks for
many at once, the others come in between."""

SCALES = ((3, 1.0), (6, 0.5), (12, 0.25))
"""Up to so many thoughts that wait for each process, this share of the work: whole thoughts take 0.2 s at most on
average, so what waits is done within a second."""
LEAST = 0.125
LATE_MS = 500
"""A thought whose move has been due for longer is done with the least work, however few wait."""


class _Waiting(NamedTuple):
    rank_ms: TimeMs
    number: int
    table: str
    work: Callable[[], Any]


class WaitingThoughts:
    """A queue with a limit, fair between tables; many threads may take from it."""

    def __init__(self) -> None:
        """Nothing waits."""
        self._heap: list[_Waiting] = []
        self._of_table: Counter[str] = Counter()
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._closed = False

    def put(self, table: str, due_ms: TimeMs, work: Callable[[], Any], limit: int) -> bool:
        """Let something wait, `due_ms` being when it should be done; False: so many wait already, or none are done any
        more."""
        with self._lock:
            if self._closed or len(self._heap) >= limit:
                return False
            rank_ms = due_ms + _BEHIND_MS * self._of_table[table]
            self._of_table[table] += 1
            heapq.heappush(self._heap, _Waiting(rank_ms, next(self._numbers), table, work))
        return True

    def take(self) -> Callable[[], Any] | None:
        """What is to be done next; None: nothing waits."""
        with self._lock:
            if not self._heap:
                return None
            found = heapq.heappop(self._heap)
            self._of_table[found.table] -= 1
            if not self._of_table[found.table]:
                del self._of_table[found.table]
        return found.work

    def close(self) -> None:
        """Drop what waits, and take nothing more."""
        with self._lock:
            self._closed = True
            self._heap.clear()
            self._of_table.clear()

    def __len__(self) -> int:
        """How much waits."""
        return len(self._heap)


def scale_of(waiting: int, processes: int, late_ms: int) -> float:
    """The share of the work for a thought that begins while others wait behind it."""
    if late_ms > LATE_MS:
        return LEAST
    return next((scale for most, scale in SCALES if waiting <= most * max(1, processes)), LEAST)
