"""How a worker's cycles are run: one after the other on an asyncio loop, or as a green thread beside others.

A worker has nothing else to do while the database commits. So in a process of its own a cycle is plain, synchronous
code on the loop's thread: whatever comes in meanwhile waits in the kernel and becomes the next batch. Where everything
shares one process (`kafeneio up`) the same cycle is a green thread, and waits as those do.
"""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

_THREADS_MAX = 8
"""Threads that wait for the processes of computer players; if more of them think at once, the others queue here."""
DRAIN_S = 10.0


class Turning(Protocol):
    """What a runner needs of a worker."""

    @property
    def beat_s(self) -> float:
        """Seconds between two heartbeats."""
        ...

    def turn(self) -> bool:
        """Run one cycle over the waiting items. Returns False when the worker has drained and there will be no
        further cycle."""
        ...

    def has_work(self) -> bool:
        """Whether any item waits."""
        ...

    def wait_s(self) -> float:
        """The longest time to sleep when no item waits."""
        ...

    def wait(self, timeout_s: float) -> None:
        """Sleep as a green thread, until an item arrives or the time is over."""
        ...

    def beat_once(self) -> None:
        """Do what the next two methods do, in a green thread."""
        ...

    def look_for_silent(self) -> None:
        """Find gateways whose heartbeats have stopped."""
        ...

    def heartbeat(self) -> Callable[[], None]:
        """Write a heartbeat and read those of other workers. Returns what then has to be done on the cycles' own
        thread."""
        ...


class Runner(Protocol):
    """Runs a worker's cycles and its work in the background."""

    def start(self, worker: Turning) -> None:
        """Start running the worker."""
        ...

    def wake(self) -> None:
        """An item has arrived; called on the cycles' own thread."""
        ...

    def later(self, delay_s: float, action: Callable[[], None]) -> None:
        """Call `action` after a delay, between two cycles."""
        ...

    def beside(self, action: Callable[..., None], *args: Any) -> None:
        """Run a long action without delaying the cycles."""
        ...

    def deliver(self, action: Callable[[], None]) -> None:
        """Call `action` between two cycles; may be called from another thread."""
        ...

    def wait_drained(self) -> None:
        """Wait until the last cycle is done, or for ten seconds."""
        ...


class LoopRunner:
    """Runs cycles on an asyncio loop that has nothing else to do; one thread writes heartbeats, others wait for
    computer players."""

    def __init__(self) -> None:
        """On the running loop."""
        self._loop = asyncio.get_running_loop()
        self._is_planned = False
        self._timer: asyncio.TimerHandle | None = None
        self._drained = asyncio.Event()
        self._threads = ThreadPoolExecutor(_THREADS_MAX, "beside")
        self._worker: Turning | None = None

    def start(self, worker: Turning) -> None:
        """Schedule the first cycle, and start the thread of heartbeats."""
        self._worker = worker
        self.wake()
        threading.Thread(target=self._beat, args=(worker,), name="beat", daemon=True).start()

    def wake(self) -> None:
        """Run a cycle in the loop's next iteration."""
        if not self._is_planned and self._worker is not None:
            self._is_planned = True
            self._loop.call_soon(self._turn)

    def later(self, delay_s: float, action: Callable[[], None]) -> None:
        """Use a timer of the loop."""
        self._loop.call_later(delay_s, action)

    def beside(self, action: Callable[..., None], *args: Any) -> None:
        """Run it in a thread."""
        self._threads.submit(action, *args)

    def deliver(self, action: Callable[[], None]) -> None:
        """Call it on the loop's thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended, so the action is no longer needed
            self._loop.call_soon_threadsafe(action)

    def wait_drained(self) -> None:
        """The loop must not block: its process awaits `drained` instead."""

    async def drained(self) -> None:
        """Wait until the last cycle is done, or for ten seconds."""
        try:
            await asyncio.wait_for(self._drained.wait(), DRAIN_S)
        except TimeoutError:
            return

    def _turn(self) -> None:
        self._is_planned = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        worker = self._worker
        assert worker is not None
        if self._drained.is_set():
            return
        if not worker.turn():
            self._drained.set()
        elif worker.has_work():
            self.wake()
        elif not self._is_planned:
            self._timer = self._loop.call_later(worker.wait_s(), self._turn)

    def _beat(self, worker: Turning) -> None:
        while not self._drained.is_set():
            time.sleep(worker.beat_s)
            self.deliver(worker.look_for_silent)
            self.deliver(worker.heartbeat())
