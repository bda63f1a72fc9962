"""Requests to services on behalf of connections: those of each connection in order, and a bounded number at a time."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from services.platform.process.logs import get_logger

log = get_logger(__name__)

Job = Callable[[], Awaitable[object]]


class RequestLane:
    """One connection's jobs, done one after the other."""

    __slots__ = ("busy", "jobs")

    def __init__(self) -> None:
        """Empty."""
        self.jobs: deque[Job] = deque()
        self.busy = False
        """Whether one of its jobs runs, or the lane waits for its turn."""


class RequestLanes:
    """Takes lanes in turn, one job of each, so that no connection delays the others. For one loop."""

    def __init__(self, at_once: int, waiting_max: int) -> None:
        """`at_once`: jobs that run at the same time; `waiting_max`: jobs that a lane may have waiting."""
        self._at_once = at_once
        self._waiting_max = waiting_max
        self._ready: deque[RequestLane] = deque()
        self._running: set[asyncio.Task[None]] = set()
        self._is_started = False

    def start(self) -> None:
        """Start, on the loop of this thread."""
        self._loop = asyncio.get_event_loop()
        self._is_started = True
        self._begin()

    def stop(self) -> None:
        """Start no further jobs; those that run are finished."""
        self._is_started = False

    @property
    def waiting(self) -> int:
        """The number of waiting lanes."""
        return len(self._ready)

    @property
    def idle(self) -> bool:
        """Whether nothing runs and nothing waits."""
        return not self._ready and not self._running

    def submit(self, lane: RequestLane, job: Job, *, always: bool = False) -> bool:
        """Add a job to the lane; False: it has too many already. `always`: add it in any case."""
        if not always and len(lane.jobs) >= self._waiting_max:
            return False
        lane.jobs.append(job)
        if not lane.busy:
            lane.busy = True
            self._ready.append(lane)
            self._begin()
        return True

    def _begin(self) -> None:
        while self._is_started and self._ready and len(self._running) < self._at_once:
            lane = self._ready.popleft()
            task = self._loop.create_task(_do(lane.jobs.popleft()))
            self._running.add(task)
            task.add_done_callback(lambda task, lane=lane: self._done(task, lane))  # type: ignore[misc]

    def _done(self, task: "asyncio.Task[None]", lane: RequestLane) -> None:
        self._running.discard(task)
        if lane.jobs:
            self._ready.append(lane)
        else:
            lane.busy = False
        self._begin()


async def _do(job: Job) -> None:
    try:
        await job()
    except Exception:
        log.exception("socket_job_failed")
