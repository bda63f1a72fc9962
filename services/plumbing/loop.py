"""Green threads on an asyncio loop: eventlet's hub runs on the one of the standard library, and both share a thread.

So a process keeps nameko's entrypoints, which need green threads, and moves what is hot to callbacks of the loop: they
cost microseconds where a green thread's wait costs tens. A callback runs in the hub's own greenlet and must never wait;
a green thread may call anything of the loop's, and waits for a callback by `Signal` or `Readable`.
"""

from collections.abc import Callable
from typing import Any

from eventlet import getcurrent, hubs
from eventlet.patcher import is_monkey_patched


def install() -> None:
    """Let this thread's hub run on asyncio. Before `eventlet.monkey_patch()`, which is before all other imports.

    Not on uvloop: libuv keeps pointers into the stack of its poll, which a green thread that runs meanwhile has in its
    place; it crashed every few starts.
    """
    hubs.use_hub("eventlet.hubs.asyncio")
    hubs.get_hub()


def current_loop() -> Any:
    """The asyncio loop under this process's green threads; None if it has none, or another hub."""
    return getattr(hubs.get_hub(), "loop", None) if is_monkey_patched("socket") else None


class Signal:
    """Wakes the one green thread that waits for it, with the loop's next iteration; remembers that it was set."""

    __slots__ = ("_is_set", "_waiter")

    def __init__(self) -> None:
        """Not set."""
        self._is_set = False
        self._waiter: Any = None

    def set(self) -> None:
        """Wake whoever waits, or the next one to wait."""
        if not self._is_set:
            self._is_set = True
            if self._waiter is not None:
                _call_soon(self._resume)

    def clear(self) -> None:
        """Not set."""
        self._is_set = False

    def wait(self, timeout_s: float | None = None) -> None:
        """Wait until it is set, or for so long; it is not set afterwards. May return too early."""
        if not self._is_set:
            self._waiter = getcurrent()
            timer = None if timeout_s is None else _call_later(timeout_s, self._resume)
            try:
                hubs.get_hub().switch()
            finally:
                self._waiter = None
                if timer is not None:
                    timer.cancel()
        self._is_set = False

    def _resume(self) -> None:
        waiter, self._waiter = self._waiter, None
        if waiter is not None:
            waiter.switch()


class Readable:
    """A descriptor that one green thread reads from; the loop watches it from one wait to the next.

    To begin and to end a watch costs more than an answer from the database: each is several calls of the kernel.
    """

    __slots__ = ("_fileno", "_is_watched", "_loop", "_waiter")

    def __init__(self, loop: Any, fileno: int) -> None:
        """Watched from the first wait until `close`."""
        self._loop = loop
        self._fileno = fileno
        self._is_watched = False
        self._waiter: Any = None

    def wait(self) -> None:
        """Until something can be read."""
        if not self._is_watched:
            self._is_watched = True
            self._loop.add_reader(self._fileno, self._ready)
        self._waiter = getcurrent()
        try:
            hubs.get_hub().switch()
        finally:
            self._waiter = None

    def close(self) -> None:
        """Watch no more; before anybody else waits for this descriptor, and before it is closed."""
        if self._is_watched:
            self._is_watched = False
            self._loop.remove_reader(self._fileno)

    def _ready(self) -> None:
        waiter, self._waiter = self._waiter, None
        if waiter is not None:
            waiter.switch()
        else:  # the other end has closed: it would be readable for ever
            self.close()


def wait_done(future: Any, timeout_s: float) -> None:
    """Wait in a green thread until a future of the loop is done, or for so long."""
    if not future.done():
        done = Signal()
        future.add_done_callback(lambda _future: done.set())
        done.wait(timeout_s)


def _call_soon(action: Callable[[], None]) -> None:
    hub = hubs.get_hub()
    loop = getattr(hub, "loop", None)
    if loop is not None:
        loop.call_soon(action)
    else:
        hub.schedule_call_global(0, action)


def _call_later(delay_s: float, action: Callable[[], None]) -> Any:
    hub = hubs.get_hub()
    loop = getattr(hub, "loop", None)
    return hub.schedule_call_global(delay_s, action) if loop is None else loop.call_later(delay_s, action)
