"""Threads that take jobs from rows of the database, beside a process's requests."""

import threading
from collections.abc import Callable

from services.platform.process.logs import get_logger

log = get_logger(__name__)

POLL_S = 1.0
"""How often a thread without a job looks for one that another process has left, or that was ordered there."""


class JobThreads:
    """Runs `take` again and again while it returns that there was a job; without one it waits, until woken or for a
    second. A failure is logged as the event `failure`, and counts as no job."""

    def __init__(self, take: Callable[[], bool], failure: str) -> None:
        """Nothing runs before `start`."""
        self._take = take
        self._failure = failure
        self._stopping = threading.Event()
        self._woken = threading.Event()
        self._threads: list[threading.Thread] = []

    @property
    def are_stopping(self) -> bool:
        """Whether what is being done is to be given back."""
        return self._stopping.is_set()

    def start(self, count: int) -> None:
        """Begin to take jobs, so many at a time."""
        for _ in range(count):
            thread = threading.Thread(target=self._run, daemon=True)
            self._threads.append(thread)
            thread.start()

    def stop(self, wait_s: float) -> None:
        """Take no more, and wait that long for each thread to end."""
        self._stopping.set()
        self._woken.set()
        for thread in self._threads:
            thread.join(wait_s)

    def wake(self) -> None:
        """A job has been ordered here."""
        self._woken.set()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                busy = self._take()
            except Exception:
                log.exception(self._failure)
                busy = False
            if not busy:
                self._woken.wait(POLL_S)
                self._woken.clear()
