"""One read shared by all simultaneous callers, on the loop."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Shared(Generic[T]):
    """A caller gets what was read after the call; callers during a read share the next one.

    So a crowd costs two reads, and no caller gets an old value.
    """

    def __init__(self, read: Callable[[], Awaitable[T]]) -> None:
        """Nothing has been read."""
        self._read = read
        self._turn = asyncio.Lock()
        self._begun = 0
        self._found: tuple[int, T] | None = None

    async def get(self) -> T:
        """The value of `read`, called after this call, perhaps for another caller."""
        asked = self._begun
        async with self._turn:
            if self._found is not None and self._found[0] > asked:
                return self._found[1]
            self._begun += 1
            number, value = self._begun, await self._read()
            self._found = (number, value)
            return value
