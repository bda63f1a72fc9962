"""Commands leave with the loop's next iteration, are tried again while the broker is away, and owners are asked."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from gateway.metrics import counts
from gateway.ws.tables.commands import Commands
from gateway.ws.tables.flusher import Flusher
from services.contracts.tables import deliveries as tables
from tests.gateway.fakes import FakeLink
from tests.gateway.ws.test_commands import move
from tests.support import loops


def with_flusher(test: Callable[[FakeLink, Commands, Flusher], Coroutine[Any, Any, None]]) -> None:
    """Run a test on a loop, with a flusher that is started."""

    async def run() -> None:
        link = FakeLink()
        commands = Commands(link, "gateway.x", waiting_max=100, reserved=0)
        flusher = Flusher(commands, link)
        flusher.start()
        try:
            await test(link, commands, flusher)
        finally:
            flusher.stop()

    loops.run(run())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.001)


def test_all_that_comes_in_one_iteration_leaves_as_one_message() -> None:
    async def play(link: FakeLink, commands: Commands, _flusher: Flusher) -> None:
        for number in range(3):
            commands.put("q", move("t", f"m{number}"))
        assert link.published == []
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert [len(body) for _, _, body, _ in link.published] == [3]

    with_flusher(play)


def test_what_is_too_much_for_one_go_leaves_by_itself() -> None:
    async def play(link: FakeLink, commands: Commands, _flusher: Flusher) -> None:
        commands._waiting_max = commands._capacity = 1_000
        for number in range(600):
            commands.put("q", move("t", f"m{number}"))
        await until(lambda: commands.idle)
        assert [len(body) for _, _, body, _ in link.published] == [256, 256, 88]

    with_flusher(play)


def test_what_is_held_is_tried_again_until_the_broker_is_back() -> None:
    async def play(link: FakeLink, commands: Commands, _flusher: Flusher) -> None:
        link.is_up, link.down = False, 3
        commands.put("q", move("t", "m1"))
        await until(lambda: bool(link.published))
        assert link.down == 0
        assert commands.idle

    with_flusher(play)


def test_a_batch_that_cannot_be_sent_does_not_end_the_sending() -> None:
    async def play(link: FakeLink, commands: Commands, _flusher: Flusher) -> None:
        before, publish = counts.lost["batch"], link.publish

        def fail(*_: object, **__: object) -> None:
            raise RuntimeError("broken")

        link.publish = fail  # type: ignore[method-assign]
        commands.put("q", move("t", "m1"))
        await until(lambda: counts.lost["batch"] == before + 1)
        link.publish = publish  # type: ignore[method-assign]
        commands.put("q", move("t", "m2"))
        await until(lambda: bool(link.published))

    with_flusher(play)


def test_a_worker_that_has_had_something_for_long_is_asked_though_nothing_else_happens() -> None:
    async def play(link: FakeLink, commands: Commands, _flusher: Flusher) -> None:
        commands.on_report(tables.Deliveries("direct.w1", 0, ["q"], []))
        commands.put("q", move("t", "m1"))
        await until(lambda: len(link.published) >= 3)
        assert [body for _, _, body, _ in link.published[1:3]] == [["gateway.x", 0, {}]] * 2
        commands.on_report(tables.Deliveries("direct.w1", 1, ["q"], []))
        await until(lambda: commands.idle)

    with_flusher(play)


def test_nothing_leaves_after_the_end() -> None:
    async def play(link: FakeLink, commands: Commands, flusher: Flusher) -> None:
        flusher.stop()
        commands.put("q", move("t", "m1"))
        await asyncio.sleep(0.01)
        assert link.published == []

    with_flusher(play)
