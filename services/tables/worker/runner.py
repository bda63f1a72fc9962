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

import eventlet

_THREADS_MAX = 8
"""Threads in which computer players are waited for; more than think at once wait here."""
_DRAIN_S = 10.0


class Turning(Protocol):
    """What a runner runs: a worker."""

    @property
    def beat_s(self) -> float:
        """So far apart its signs of life are."""
        ...

    def turn(self) -> bool:
        """One cycle over what waits; False: it has drained, and there will be no other."""
        ...

    def has_work(self) -> bool:
        """Whether anything waits."""
        ...

    def wait_s(self) -> float:
        """How long it may sleep when nothing waits."""
        ...

    def wait(self, timeout_s: float) -> None:
        """Sleep as a green thread, until something comes or for so long."""
        ...

    def beat_once(self) -> None:
        """Both of what follows, as a green thread."""
        ...

    def look_for_silent(self) -> None:
        """Look which gateways are silent."""
        ...

    def show_life(self) -> Callable[[], None]:
        """Show a sign of life in the database and look who shows none; returns what is to be done about it, on the
        cycles' thread."""
        ...


class Runner(Protocol):
    """Runs a worker's cycles, and what it does beside them."""

    def start(self, worker: Turning) -> None:
        """Begin."""
        ...

    def wake(self) -> None:
        """Something has come in; on the cycles' own thread."""
        ...

    def later(self, delay_s: float, action: Callable[[], None]) -> None:
        """Do something after a while, between two cycles."""
        ...

    def beside(self, action: Callable[..., None], *args: Any) -> None:
        """Do something that takes long beside the cycles."""
        ...

    def deliver(self, action: Callable[[], None]) -> None:
        """From beside the cycles: do something between two of them."""
        ...

    def wait_drained(self) -> None:
        """Wait until the last cycle is done, or for ten seconds."""
        ...


class GreenRunner:
    """As green threads, on the hub that the process has."""

    def __init__(self) -> None:
        """Nothing runs yet."""
        self._drained = eventlet.Event()

    def start(self, worker: Turning) -> None:
        """Two green threads: of cycles and of signs of life."""
        eventlet.spawn(self._run, worker)
        eventlet.spawn(self._beat, worker)

    def wake(self) -> None:
        """The queue of what waits wakes its reader itself."""

    def later(self, delay_s: float, action: Callable[[], None]) -> None:
        """By a timer of the hub."""
        eventlet.spawn_after(delay_s, action)

    def beside(self, action: Callable[..., None], *args: Any) -> None:
        """In a green thread."""
        eventlet.spawn(action, *args)

    def deliver(self, action: Callable[[], None]) -> None:
        """At once: green threads take turns."""
        action()

    def wait_drained(self) -> None:
        """Wait for the green thread of cycles."""
        with eventlet.Timeout(_DRAIN_S, False):
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


class LoopRunner:
    """On an asyncio loop that has nothing else to do; a thread shows life, others wait for computer players."""

    def __init__(self) -> None:
        """On the running loop."""
        self._loop = asyncio.get_running_loop()
        self._is_planned = False
        self._timer: asyncio.TimerHandle | None = None
        self._drained = asyncio.Event()
        self._threads = ThreadPoolExecutor(_THREADS_MAX, "beside")
        self._worker: Turning | None = None

    def start(self, worker: Turning) -> None:
        """A first cycle soon, and a thread of signs of life."""
        self._worker = worker
        self.wake()
        threading.Thread(target=self._beat, args=(worker,), name="beat", daemon=True).start()

    def wake(self) -> None:
        """A cycle with the loop's next iteration."""
        if not self._is_planned and self._worker is not None:
            self._is_planned = True
            self._loop.call_soon(self._turn)

    def later(self, delay_s: float, action: Callable[[], None]) -> None:
        """By a timer of the loop."""
        self._loop.call_later(delay_s, action)

    def beside(self, action: Callable[..., None], *args: Any) -> None:
        """In a thread."""
        self._threads.submit(action, *args)

    def deliver(self, action: Callable[[], None]) -> None:
        """From a thread onto the loop's."""
        with contextlib.suppress(RuntimeError):  # the loop has ended, and with it whatever was to be done
            self._loop.call_soon_threadsafe(action)

    def wait_drained(self) -> None:
        """On the loop nobody may wait: `drained` does."""

    async def drained(self) -> None:
        """Wait until the last cycle is done, or for ten seconds."""
        try:
            await asyncio.wait_for(self._drained.wait(), _DRAIN_S)
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
            self.deliver(worker.show_life())
