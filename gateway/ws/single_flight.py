"""One read for all who want the same at the same time, on the loop."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Shared(Generic[T]):
    """Whoever asks gets what was read after they asked; those who ask while it is being read share the next read.

    So a crowd costs two reads and not one each, and nobody gets anything old.
    """

    def __init__(self, read: Callable[[], Awaitable[T]]) -> None:
        """Nothing has been read."""
        self._read = read
        self._turn = asyncio.Lock()
        self._begun = 0
        self._found: tuple[int, T] | None = None

    async def get(self) -> T:
        """What `read` returns, or returned to somebody else after we asked."""
        asked = self._begun
        async with self._turn:
            if self._found is not None and self._found[0] > asked:
                return self._found[1]
            self._begun += 1
            number, value = self._begun, await self._read()
            self._found = (number, value)
            return value
