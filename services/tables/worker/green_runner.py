"""Runs a worker's cycles as green threads, in a process that it shares with other services (`kafeneio up`)."""

from collections.abc import Callable
from typing import Any

import eventlet

from services.tables.worker.runner import DRAIN_S, Turning


class GreenRunner:
    """Runs cycles as green threads on the hub of the process."""

    def __init__(self) -> None:
        """Nothing runs yet."""
        self._drained = eventlet.Event()

    def start(self, worker: Turning) -> None:
        """Start two green threads: one for cycles and one for heartbeats."""
        eventlet.spawn(self._run, worker)
        eventlet.spawn(self._beat, worker)

    def wake(self) -> None:
        """Nothing to do: the inbox wakes its reader itself."""

    def later(self, delay_s: float, action: Callable[[], None]) -> None:
        """Use a timer of the hub."""
        eventlet.spawn_after(delay_s, action)

    def beside(self, action: Callable[..., None], *args: Any) -> None:
        """Run it in a green thread."""
        eventlet.spawn(action, *args)

    def deliver(self, action: Callable[[], None]) -> None:
        """Run it at once: green threads take turns."""
        action()

    def wait_drained(self) -> None:
        """Wait for the green thread of cycles."""
        with eventlet.Timeout(DRAIN_S, False):
            self._drained.wait()

    def _run(self, worker: Turning) -> None:
        while True:
            if not worker.has_work():
                worker.wait(worker.wait_s())
            if not worker.turn():
                self._drained.send()
                return

    def _beat(self, worker: Turning) -> None:
        while not self._drained.ready():
            eventlet.sleep(worker.beat_s)
            worker.beat_once()
