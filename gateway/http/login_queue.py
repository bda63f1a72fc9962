"""The login queue: a limited number of requests is served at once, the others wait in the order of their arrival."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Line:
    """The queue. A request that ends passes its place to the first that waits, so that none overtakes another."""

    def __init__(self, at_once: int, waiting_max: int) -> None:
        """`at_once`: how many are served at the same time; `waiting_max`: how many may wait."""
        self._at_once = at_once
        self._waiting_max = waiting_max
        self._lock = threading.Lock()
        self._inside = 0
        self._waiting: deque[threading.Event] = deque()

    @property
    def waiting(self) -> int:
        """The number of waiting requests."""
        return len(self._waiting)

    @contextmanager
    def place(self) -> Iterator[bool]:
        """Wait for a place. Yields False if too many requests wait already."""
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
