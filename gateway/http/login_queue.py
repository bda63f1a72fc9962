"""A line before a narrow door: so many are served at once, the others wait for their turn, first come, first served."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Line:
    """Whoever leaves hands the place to the first in line, so that nobody overtakes."""

    def __init__(self, at_once: int, waiting_max: int) -> None:
        """`at_once`: how many are served at the same time; `waiting_max`: how many may wait."""
        self._at_once = at_once
        self._waiting_max = waiting_max
        self._lock = threading.Lock()
        self._inside = 0
        self._waiting: deque[threading.Event] = deque()

    @property
    def waiting(self) -> int:
        """How many wait now."""
        return len(self._waiting)

    @contextmanager
    def place(self) -> Iterator[bool]:
        """A place, once it is one's turn; False: too many wait already."""
        taken = self._enter()
        try:
            yield taken
        finally:
            if taken:
                self._leave()

    def _enter(self) -> bool:
        with self._lock:
            if self._inside < self._at_once:
                self._inside += 1
                return True
            if len(self._waiting) >= self._waiting_max:
                return False
            turn = threading.Event()
            self._waiting.append(turn)
        turn.wait()
        return True

    def _leave(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._inside -= 1
