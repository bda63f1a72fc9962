"""Green threads on an asyncio loop: eventlet's hub runs on the standard library's loop, and both share a thread.

A process keeps nameko's entrypoints, which need green threads, and its hot path moves to callbacks of the loop: a
callback costs microseconds, a wait of a green thread tens of them. A callback runs in the hub's own greenlet and must
never wait; a green thread may call all methods of the loop, and waits for callbacks with `Signal` or `Readable`.
"""

from collections.abc import Callable
from typing import Any

from eventlet import getcurrent, hubs
from eventlet.patcher import is_monkey_patched


def install() -> None:
    """Let this thread's hub run on asyncio. To be called before `eventlet.monkey_patch()` and all other imports.

    It cannot run on uvloop: libuv keeps pointers into the stack of its poll, which other green threads overwrite
    meanwhile; processes crashed every few starts.
    """
    hubs.use_hub("eventlet.hubs.asyncio")
    hubs.get_hub()


def current_loop() -> Any:
    """The asyncio loop under this process's green threads; None if it has none, or another hub."""
    return getattr(hubs.get_hub(), "loop", None) if is_monkey_patched("socket") else None


class Signal:
    """Wakes the one green thread that waits for it, in the loop's next iteration; it stays set until then."""

    __slots__ = ("_is_set", "_waiter")

    def __init__(self) -> None:
        """Not set."""
        self._is_set = False
        self._waiter: Any = None

    def set(self) -> None:
        """Wake the waiting green thread, or let the next wait return at once."""
        if not self._is_set:
            self._is_set = True
            if self._waiter is not None:
                _call_soon(self._resume)

    def clear(self) -> None:
        """Not set."""
        self._is_set = False

    def wait(self, timeout_s: float | None = None) -> None:
        """Wait until it is set or the time is over; it is not set afterwards. May return too early."""
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
    """A descriptor that one green thread reads from; the loop keeps watching it between two waits.

    Starting and ending a watch costs more than an answer from the database: each is several system calls.
    """

    __slots__ = ("_fileno", "_is_watched", "_loop", "_waiter")

    def __init__(self, loop: Any, fileno: int) -> None:
        """Watched from the first wait until `close`."""
        self._loop = loop
        self._fileno = fileno
        self._is_watched = False
        self._waiter: Any = None

    def wait(self) -> None:
        """Wait until the descriptor can be read."""
        if not self._is_watched:
            self._is_watched = True
            self._loop.add_reader(self._fileno, self._ready)
        self._waiter = getcurrent()
        try:
            hubs.get_hub().switch()
        finally:
            self._waiter = None

    def close(self) -> None:
        """Stop watching; to be called before others wait for this descriptor, and before it is closed."""
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
    """Wait in a green thread until a future of the loop is done or the time is over."""
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
