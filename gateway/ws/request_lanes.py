"""Requests to services on behalf of connections: each connection's in order, a bounded number of them at a time."""

import threading
from collections import deque
from collections.abc import Callable

from services.plumbing.logs import get_logger
from services.plumbing.tasks import spawn

log = get_logger(__name__)

Job = Callable[[], None]


class RequestLane:
    """One connection's jobs, done one after the other."""

    __slots__ = ("busy", "jobs")

    def __init__(self) -> None:
        """Empty."""
        self.jobs: deque[Job] = deque()
        self.busy = False
        """Whether a worker has it, or it stands in line for one."""


class RequestLanes:
    """Workers that take lanes in turn, one job at a time, so that no connection holds up the others."""

    def __init__(self, workers: int, waiting_max: int) -> None:
        """`workers`: jobs that run at once; `waiting_max`: jobs that a lane may have waiting."""
        self._workers = workers
        self._waiting_max = waiting_max
        self._ready: deque[RequestLane] = deque()
        self._signal = threading.Semaphore(0)
        self._running = 0
        self._lock = threading.Lock()
        """Held for a few steps and never while waiting: callbacks on the hub take it too."""
        self._stopping = False

    def start(self) -> None:
        """Begin to work."""
        for number in range(self._workers):
            spawn(f"lanes-{number}", self._work)

    def stop(self) -> None:
        """Take up no more jobs; those that run go on."""
        self._stopping = True
        for _ in range(self._workers):
            self._signal.release()

    @property
    def waiting(self) -> int:
        """Lanes that stand in line."""
        return len(self._ready)

    @property
    def idle(self) -> bool:
        """Whether nothing runs and nothing waits."""
        return not self._ready and not self._running

    def submit(self, lane: RequestLane, job: Job, *, always: bool = False) -> bool:
        """Do this after what the lane has; False: it has too much already. `always`: take it all the same."""
        with self._lock:
            if not always and len(lane.jobs) >= self._waiting_max:
                return False
            lane.jobs.append(job)
            if not lane.busy:
                lane.busy = True
                self._line_up(lane)
        return True

    def _line_up(self, lane: RequestLane) -> None:
        self._ready.append(lane)
        self._signal.release()

    def _work(self) -> None:
        while True:
            self._signal.acquire()
            if self._stopping:
                return
            with self._lock:
                lane = self._ready.popleft()
                job = lane.jobs.popleft()
                self._running += 1
            self._do(job)
            with self._lock:
                self._running -= 1
                if lane.jobs:
                    self._line_up(lane)
                else:
                    lane.busy = False

    def _do(self, job: Job) -> None:
        try:
            job()
        except Exception:
            log.exception("socket_job_failed")
