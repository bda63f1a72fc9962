"""Natural batching: take everything that is waiting, handle it together, repeat. There are no timers.

A lone item waits for nothing; under load one commit and one message carry hundreds.
"""

from collections import deque
from typing import Generic, TypeVar

from services.platform.process import metrics
from services.platform.process.green_loop import Signal

T = TypeVar("T")


class Full(Exception):
    """The queue has reached its limit; the writer must slow down or give up."""


class BatchQueue(Generic[T]):
    """A bounded queue whose reader takes everything that waits, up to a limit, in order.

    For one reader and any number of writers, all green threads of one process, or all callbacks of one loop: there
    the reader takes, and never waits.
    """

    def __init__(self, name: str, capacity: int, batch_max: int = 256) -> None:
        """`capacity`: items that may wait; `batch_max`: items taken in one go."""
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
