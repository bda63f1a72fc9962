"""One read for all callers who need the same at the same time."""

import threading
import time
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Shared:
    """By `get` each caller gets a value that was read after their call began; callers during a read share the next one.

    A crowd costs two reads instead of one each, and nobody gets an old value.
    """

    def __init__(self) -> None:
        """Nothing has been read."""
        self._reads: dict[Hashable, _Read] = {}
        self._kept: dict[Hashable, tuple[float, Any]] = {}

    def get(self, key: Hashable, read: Callable[[], T]) -> T:
        """The result of `read`, or of another caller's `read` that began after this call. `key` names what is read."""
        found: T = self._reads.setdefault(key, _Read()).get(read)
        return found

    def get_aged(self, key: Hashable, read: Callable[[], T], age_s: float) -> T:
        """A result that is at most so many seconds old."""
        at_s, kept = self._kept.get(key, (-age_s, None))
        now_s = time.monotonic()
        if now_s - at_s < age_s:
            aged: T = kept
            return aged
        found = self.get(key, read)
        self._kept[key] = (now_s, found)
        return found


class _Read:
    """The reads of one key: how many have begun, and the result of the last one."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._begun = 0
        self._found: tuple[int, Any] = (0, None)

    def get(self, read: Callable[[], Any]) -> Any:
        asked = self._begun
        with self._turn:
            number, value = self._found
            if number > asked:
                return value
            self._begun += 1
            value = read()
            self._found = (self._begun, value)
            return value
