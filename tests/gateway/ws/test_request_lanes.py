"""Each connection's requests are done in order, none holds up another's, and all of it is bounded."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from gateway.ws.connection.request_lanes import RequestLane, RequestLanes
from tests.support import loops

Scene = Callable[[RequestLanes], Awaitable[None]]


def play(scene: Scene, at_once: int = 2, waiting_max: int = 3, *, started: bool = True) -> None:
    """Let the scene play, and then all jobs be done."""

    async def run() -> None:
        lanes = RequestLanes(at_once, waiting_max)
        if started:
            lanes.start()
        await scene(lanes)
        while not lanes.idle:
            await asyncio.sleep(0)
        lanes.stop()

    loops.run(run())


class Notes:
    """What was done, in order."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def job(self, what: str, after: asyncio.Event | None = None) -> Callable[[], Awaitable[None]]:
        """Write it down, once it may be done."""

        async def do() -> None:
            if after is not None:
                await after.wait()
            self.done.append(what)

        return do


def test_jobs_of_a_lane_are_done_one_after_the_other() -> None:
    notes = Notes()

    async def scene(lanes: RequestLanes) -> None:
        lane, go = RequestLane(), asyncio.Event()
        lanes.submit(lane, notes.job("0", go))
        for what in ("1", "2", "3"):
            lanes.submit(lane, notes.job(what))
        await asyncio.sleep(0.01)
        assert notes.done == []
        go.set()

    play(scene)
    assert notes.done == ["0", "1", "2", "3"]


def test_a_slow_connection_does_not_hold_up_another() -> None:
    notes = Notes()

    async def scene(lanes: RequestLanes) -> None:
        go, other = asyncio.Event(), asyncio.Event()
        slow = RequestLane()
        lanes.submit(slow, notes.job("slow", go))
        lanes.submit(slow, notes.job("after slow"))
        lanes.submit(RequestLane(), notes.job("other"))
        lanes.submit(RequestLane(), _set(other))
        await other.wait()
        assert notes.done == ["other"]
        go.set()

    play(scene)
    assert notes.done == ["other", "slow", "after slow"]


def test_connections_take_turns_after_every_job() -> None:
    notes = Notes()

    async def scene(lanes: RequestLanes) -> None:
        first, second = RequestLane(), RequestLane()
        for number in range(3):
            lanes.submit(first, notes.job(f"first {number}"))
        lanes.submit(second, notes.job("second"))
        lanes.start()

    play(scene, at_once=1, waiting_max=10, started=False)
    assert notes.done == ["first 0", "second", "first 1", "first 2"]


def test_no_more_than_so_many_run_at_once() -> None:
    running, most = 0, 0

    async def job() -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1

    async def scene(lanes: RequestLanes) -> None:
        for _ in range(10):
            lanes.submit(RequestLane(), job)

    play(scene)
    assert most == 2


def test_a_lane_takes_only_so_many() -> None:
    notes = Notes()

    async def scene(lanes: RequestLanes) -> None:
        lane, go = RequestLane(), asyncio.Event()
        lanes.submit(lane, notes.job("running", go))
        assert [lanes.submit(lane, notes.job("waiting")) for _ in range(4)] == [True, True, True, False]
        assert lanes.submit(lane, notes.job("always"), always=True)
        go.set()

    play(scene)
    assert notes.done == ["running", *["waiting"] * 3, "always"]


def test_a_job_that_fails_does_not_stop_the_lane() -> None:
    notes = Notes()

    async def fail() -> None:
        raise RuntimeError("broken")

    async def scene(lanes: RequestLanes) -> None:
        lane = RequestLane()
        lanes.submit(lane, fail)
        lanes.submit(lane, notes.job("next"))

    play(scene)
    assert notes.done == ["next"]


@pytest.mark.parametrize("jobs", [1, 5])
def test_a_stopped_one_takes_up_nothing_more(jobs: int) -> None:
    notes = Notes()

    async def scene(lanes: RequestLanes) -> None:
        lane, go = RequestLane(), asyncio.Event()
        for number in range(jobs):
            lanes.submit(lane, notes.job(str(number), go), always=True)
        await asyncio.sleep(0)
        lanes.stop()
        go.set()
        await asyncio.sleep(0.01)
        lanes.start()
        assert notes.done == ["0"]

    play(scene)
    assert notes.done == [str(number) for number in range(jobs)]


def _set(event: asyncio.Event) -> Callable[[], Awaitable[None]]:
    async def do() -> None:
        event.set()

    return do
