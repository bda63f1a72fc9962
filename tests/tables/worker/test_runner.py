"""A worker's cycles on an asyncio loop: when one follows another, and when there is none any more."""

import asyncio
from collections.abc import Callable

import uvloop

from services.tables.worker.runner import LoopRunner
from tests.support import loops


class Work:
    """A worker that counts its cycles; each deals with one of the things that wait."""

    beat_s = 0.01

    def __init__(self) -> None:
        self.waiting = 0
        self.turns = 0
        self.beats = 0
        self.is_stopping = False
        self.sleep_s = 60.0
        self.turned = asyncio.Event()

    def turn(self) -> bool:
        self.turns += 1
        self.turned.set()
        if self.is_stopping and not self.waiting:
            return False
        self.waiting = max(0, self.waiting - 1)
        return True

    def has_work(self) -> bool:
        return self.waiting > 0

    def wait_s(self) -> float:
        return 0.0 if self.is_stopping else self.sleep_s

    def wait(self, timeout_s: float) -> None:
        raise AssertionError("the loop would stand still")

    def beat_once(self) -> None:
        raise AssertionError("beats are a thread's")

    def look_for_silent(self) -> None:
        assert asyncio.get_running_loop() is not None

    def heartbeat(self) -> Callable[[], None]:
        self.beats += 1
        return lambda: None

    async def until(self, turns: int) -> None:
        while self.turns < turns:
            self.turned.clear()
            await self.turned.wait()


def run(scene: Callable[[LoopRunner, Work], "asyncio.Future[None] | object"]) -> None:
    async def begun() -> None:
        runner, work = LoopRunner(), Work()
        runner.start(work)
        await work.until(1)
        await scene(runner, work)  # type: ignore[misc]
        work.is_stopping = True
        runner.wake()
        await runner.drained()

    loops.run(begun(), new_loop=uvloop.new_event_loop)


def test_everything_that_comes_before_a_cycle_wakes_it_once() -> None:
    async def scene(runner: LoopRunner, work: Work) -> None:
        for _ in range(3):
            runner.wake()
        await work.until(2)
        await asyncio.sleep(0)
        assert work.turns == 2

    run(scene)


def test_cycles_follow_each_other_while_anything_waits() -> None:
    async def scene(runner: LoopRunner, work: Work) -> None:
        work.waiting = 5
        runner.wake()
        await work.until(6)
        assert work.waiting == 0

    run(scene)


def test_an_idle_worker_is_woken_by_its_timer() -> None:
    async def scene(runner: LoopRunner, work: Work) -> None:
        work.sleep_s = 0.001
        runner.wake()
        await work.until(5)

    run(scene)


def test_what_waits_is_finished_before_a_worker_has_drained_and_nothing_runs_after_it() -> None:
    async def scene() -> None:
        runner, work = LoopRunner(), Work()
        runner.start(work)
        work.waiting, work.is_stopping = 3, True
        await runner.drained()
        turns = work.turns
        runner.wake()
        await asyncio.sleep(0.01)
        assert work.waiting == 0 and turns == work.turns == 4

    loops.run(scene(), new_loop=uvloop.new_event_loop)


def test_signs_of_life_are_shown_beside_the_cycles_until_the_end() -> None:
    async def scene(runner: LoopRunner, work: Work) -> None:
        while work.beats < 3:
            await asyncio.sleep(0.005)
        assert work.turns == 1

    run(scene)


def test_a_thread_beside_delivers_between_two_cycles() -> None:
    async def scene(runner: LoopRunner, work: Work) -> None:
        done = asyncio.Event()
        runner.beside(lambda: runner.deliver(done.set))
        await done.wait()

    run(scene)
