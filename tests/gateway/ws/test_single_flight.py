"""A crowd that asks for the same is read for twice, and nobody gets anything old."""

import asyncio

from gateway.ws.lists.single_flight import Shared
from tests.support import loops


class Source:
    """Counts its reads; each takes until it is let go."""

    def __init__(self) -> None:
        self.reads = 0
        self.go = asyncio.Event()

    async def read(self) -> int:
        self.reads += 1
        number = self.reads
        await self.go.wait()
        return number


def test_callers_during_a_read_share_the_next_read() -> None:
    async def scene() -> list[int]:
        source = Source()
        shared = Shared(source.read)
        first = asyncio.create_task(shared.get())
        await asyncio.sleep(0)
        crowd = [asyncio.create_task(shared.get()) for _ in range(50)]
        await asyncio.sleep(0)
        source.go.set()
        return [await first, *await asyncio.gather(*crowd)]

    assert loops.run(scene()) == [1] + [2] * 50


def test_a_read_that_fails_is_made_again_by_the_next() -> None:
    async def scene() -> tuple[object, int]:
        outcomes = [RuntimeError("planted"), None]

        async def read() -> int:
            if (error := outcomes.pop(0)) is not None:
                raise error
            return 7

        shared = Shared(read)
        failed, found = await asyncio.gather(shared.get(), shared.get(), return_exceptions=True)
        return failed, found  # type: ignore[return-value]

    failed, found = loops.run(scene())
    assert isinstance(failed, RuntimeError)
    assert found == 7
