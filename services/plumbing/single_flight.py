"""One read for all who want the same at the same time."""

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Shared:
    """Whoever asks gets what was read after they asked; those who ask while it is being read share the next read.

    So a crowd costs two reads and not one each, and nobody gets anything old.
    """

    def __init__(self) -> None:
        """Nothing has been read."""
        self._reads: dict[Hashable, _Read] = {}

    def get(self, key: Hashable, read: Callable[[], T]) -> T:
        """What `read` answers, or answered somebody else after we asked. `key` names what is read."""
        found: T = self._reads.setdefault(key, _Read()).get(read)
        return found


class _Read:
    """One thing that is read: how often it has been begun, and what the last one found."""

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
