"""Long computations that may wait: a few at once, on threads of their own with less of the processors than the rest.

They hold up neither green threads nor the process beside them that has moves to make: the kernel gives a thread of
lower priority what the others leave. A caller is refused at once when too many wait already.
"""

import os
import threading
from collections.abc import Callable
from typing import Any

from eventlet import tpool

_NICENESS = 10


class Busy(Exception):
    """Too many computations wait already."""


class QuietPool:
    """Runs computations; used from green threads."""

    def __init__(self, at_once: int, waiting_max: int, execute: Callable[..., Any] = tpool.execute) -> None:
        """`execute` runs a function on a real thread and waits for it."""
        self.asked = 0
        """Computations that run or wait."""
        self._asked_max = at_once + waiting_max
        self._free = threading.Semaphore(at_once)
        self._lock = threading.Lock()
        self._execute = execute

    def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """What the computation returns or raises. Raises: Busy."""
        with self._lock:
            if self.asked >= self._asked_max:
                raise Busy
            self.asked += 1
        try:
            with self._free:
                return self._execute(_quietly, work, *args)
        finally:
            with self._lock:
                self.asked -= 1


def _quietly(work: Callable[..., Any], *args: Any) -> Any:
    """Lowers the priority of this thread, and of no other (Linux); it keeps it for the next computation."""
    if os.getpriority(os.PRIO_PROCESS, 0) < _NICENESS:
        os.setpriority(os.PRIO_PROCESS, 0, _NICENESS)
    return work(*args)
