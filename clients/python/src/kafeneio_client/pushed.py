"""What the site has sent by itself and the program has not read yet."""

import asyncio
from collections.abc import AsyncIterator
from typing import Generic, TypeVar

A = TypeVar("A")

KEPT_MAX = 1_000
"""As many are kept; of more the oldest are dropped."""


class Pushed(Generic[A]):
    """A queue that is read by `async for`, each item once."""

    def __init__(self) -> None:
        """It is empty."""
        self._queue: asyncio.Queue[A] = asyncio.Queue(KEPT_MAX)

    def put(self, item: A) -> None:
        """Keep an item until it is read."""
        if self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(item)

    async def __aiter__(self) -> AsyncIterator[A]:
        """The items that are kept, and from then on each that comes."""
        while True:
            yield await self._queue.get()
