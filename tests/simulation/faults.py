"""What befalls processes: armed at one of them, it strikes when that one next comes to the place meant."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.simulation.processes import Process
from tests.simulation.verdict import Crash

WORKER_POINTS = ("load", "commit", "committed", "publish", "ack", "relayed")
"""Before loading a shard, before a commit, after it and before the frames, amid what is sent, before the
acknowledgement, and after relaying before what was relayed is marked."""
SERVICE_POINTS = ("worked", "publish", "ack", "relayed")
PAUSE_POINTS = ("load", "commit", "committed", "ack")
"""Where a worker may be held while the world goes on; nothing of its own is open in the database there."""
_DEPTH_MAX = 2


class Faults:
    """Which process is to be struck, where and how."""

    def __init__(self, chance: Random, note: Callable[..., None], meanwhile: Callable[[], None]) -> None:
        """`meanwhile` lets the world go on while a process is held."""
        self._chance = chance
        self._note = note
        self._meanwhile = meanwhile
        self._armed: dict[str, tuple[str, str]] = {}
        """Process → place and kind."""
        self._depth = 0
        self.quiet = False
        """Nothing more happens."""

    def arm_crash(self, process: Process, points: tuple[str, ...]) -> None:
        """It will die somewhere."""
        self._armed[process.name] = (self._chance.choice(points), "crash")

    def arm_pause(self, process: Process) -> None:
        """It will be held somewhere."""
        self._armed[process.name] = (self._chance.choice(PAUSE_POINTS), "pause")

    def strike(self, process: Process, where: str) -> None:
        """A process has come to a place."""
        if self.quiet or not process.is_acting or self._armed.get(process.name, ("", ""))[0] != where:
            return
        _, kind = self._armed.pop(process.name)
        if kind == "crash":
            raise Crash(where)
        if self._depth < _DEPTH_MAX:
            self._hold(process, where)

    def _hold(self, process: Process, where: str) -> None:
        self._note("held", process.name, where)
        process.is_busy = True
        self._depth += 1
        try:
            if self._chance.random() < 0.8:  # long enough for the broker to give its shards to others
                for link in process.links:
                    link.cut()
            self._meanwhile()
        finally:
            self._depth -= 1
            process.is_busy = False
        self._note("goes on", process.name, where)

    def forget(self, process: Any) -> None:
        """It is no more."""
        self._armed.pop(process.name, None)
