"""Latencies: from sending a move until both seats have seen it."""

import math
import time
from array import array
from collections.abc import Sequence

from bench.robots.robots import Robot


class Meter:
    """All tables of a case. Between `begin` and `end` every move that both seats have seen is counted."""

    def __init__(self) -> None:
        """Nothing is counted yet."""
        self.latencies_s = array("d")
        self.counting = False
        self.moves: dict[str, tuple[float, float]] | None = None
        """Where not None: the id of each counted move → when it was sent and when both had seen it (perf_counter)."""

    def begin(self) -> None:
        """Count from now on, from nothing."""
        self.latencies_s = array("d")
        self.counting = True

    def end(self) -> None:
        """Count no more."""
        self.counting = False

    def watch(self, robots: Sequence[Robot]) -> None:
        """Measure this table."""
        table = _Table(self)
        for seat, robot in enumerate(robots):
            robot.on_sent = table.sent
            if self.moves is not None:
                robot.on_decided = table.named
            robot.on_seen = table.seers[seat]

    def seen_by_both(self, sent_s: float, command_id: str = "") -> None:
        """A move has arrived at both seats."""
        if self.counting:
            now_s = time.perf_counter()
            self.latencies_s.append(now_s - sent_s)
            if self.moves is not None:
                self.moves[command_id] = sent_s, now_s


class _Table:
    """A move is on its way from `sent` until each of the two has seen a version after its sender's."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._on_the_way: list[tuple[float, int, set[int]]] = []
        self._names: dict[float, str] = {}
        """When a move was sent → its command's id, where ids are wanted."""
        self.seers = tuple(lambda _robot, version, seat=seat: self._seen(seat, version) for seat in (0, 1))

    def sent(self, robot: Robot) -> None:
        self._on_the_way.append((time.perf_counter(), robot.witness.version, set()))

    def named(self, command_id: str, _own_s: float) -> None:
        """The id of the move that was sent last."""
        self._names[self._on_the_way[-1][0]] = command_id

    def _seen(self, seat: int, version: int) -> None:
        done = None
        for move in self._on_the_way:
            if version > move[1]:
                move[2].add(seat)
                if len(move[2]) == 2:
                    done = move
        if done is not None:
            self._on_the_way.remove(done)
            self._meter.seen_by_both(done[0], self._names.pop(done[0], ""))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of all values do not exceed; 0 of none."""
    ordered = sorted(values)
    if not ordered:
        return 0.0
    return ordered[max(0, math.ceil(share * len(ordered) - 1e-9) - 1)]
