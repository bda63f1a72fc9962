"""Green threads on an asyncio loop: eventlet's hub runs on the standard library's loop, and both share a thread.

A process keeps nameko's entrypoints, which need green threads, and its hot path moves to callbacks of the loop: a
callback costs microseconds, a wait of a green thread tens of them. A callback runs in the hub's own greenlet and must
never wait; a green thread may call all methods of the loop, and waits for callbacks with `Signal`, `Readable` or a
`BatchQueue`. Such a queue batches naturally: its reader takes everything that is waiting, handles it together, and
repeats. There are no timers. A lone item waits for nothing; under load one commit and one message carry hundreds.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from eventlet import getcurrent, hubs
from eventlet.patcher import is_monkey_patched

T = TypeVar("T")


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


class Full(Exception):
    """The queue has reached its limit; the writer must slow down or give up."""


class BatchQueue(Generic[T]):
    """A bounded queue whose reader takes everything that waits, up to a limit, in order.

    For one reader and any number of writers, all green threads of one process, or all callbacks of one loop: there
    the reader takes, and never waits.
    """

    def __init__(self, name: str, capacity: int, batch_max: int = 256) -> None:
        """`capacity`: items that may wait; `batch_max`: items taken in one go."""
        from services.platform.process import metrics  # `install` comes before whatever makes locks

        self._items: deque[T] = deque()
        self._signal = Signal()
        self._capacity = capacity
        self._batch_max = batch_max
        self._sizes = metrics.batch_size.labels(name)

    def __len__(self) -> int:
        """The number of waiting items."""
        return len(self._items)

    def put(self, item: T) -> None:
        """Add an item.

        Raises:
            Full: `capacity` items wait already.
        """
        if len(self._items) >= self._capacity:
            raise Full
        self._items.append(item)
        self._signal.set()

    def wake(self) -> None:
        """Wake the reader, even if nothing waits."""
        self._signal.set()

    def drain(self, timeout_s: float | None = None) -> list[T]:
        """Take all waiting items; blocks while there are none. Empty after `timeout_s` or a `wake`."""
        if not self._items:
            self._signal.wait(timeout_s)
        return self.take()

    def wait(self, timeout_s: float) -> None:
        """Wait until an item waits or the time is over; may return too early."""
        if not self._items:
            self._signal.wait(timeout_s)

    def take(self) -> list[T]:
        """Take all waiting items without blocking; empty if there are none."""
        self._signal.clear()  # items taken now must not wake the reader later
        items = self._items
        count = min(len(items), self._batch_max)
        batch = [items.popleft() for _ in range(count)]
        if count:
            self._sizes.observe(count)
        return batch
