"""Measuring one case after the other: robots on the platform, and players on the bare system."""

import asyncio
import gc
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from bench.moves.bare.players import Room
from bench.moves.bare.system import BareSystem
from bench.moves.cases import Case, Figures, figures
from bench.moves.one_process import EmbeddedPlatform
from bench.moves.slowest.report import SlowestMoves
from bench.processes.profiling import Profile
from bench.processes.usage import HasProcesses, Usage
from bench.processes.whole_platform import Platform
from bench.robots.games import GAMES
from bench.robots.meter import Meter
from bench.robots.pairs import Pair
from bench.robots.robots import Player, Robot
from tests.support.postgres import PostgresServer

LEAVE_TIMEOUT_S = 60.0
CONNECTING_AT_ONCE = 20
OPENING_AT_ONCE = 12


class Times(NamedTuple):
    """How long each case runs: before it is measured, and while it is."""

    warm_up_s: float
    measured_s: float


class Stuck(Exception):
    """Robots that could not play to the end."""


_CALM_S = 0.5
"""Between the robots' last pause and the part that counts."""


class Measured(NamedTuple):
    """What was used, and for how long."""

    took_s: float
    used: Usage


async def measure(what: HasProcesses, times: Times, begin: Callable[[], None], end: Callable[[], None]) -> Measured:
    """Let it play for a while, with `begin` and `end` around the part that counts."""
    await asyncio.sleep(times.warm_up_s)
    gc.collect()
    gc.disable()  # a pause of the robots' own would be measured
    await asyncio.sleep(_CALM_S)  # what they have sent and received late is not
    before, began_s = await asyncio.to_thread(Usage.now, what), time.perf_counter()
    begin()
    await asyncio.sleep(times.measured_s)
    end()
    took_s, used = time.perf_counter() - began_s, Usage.now(what).since(before)
    gc.enable()
    return Measured(took_s, used)


async def measure_bare(system: BareSystem, case: Case, times: Times) -> Figures:
    """The figures of the bare system."""
    room = Room(case.tables, case.think_s)
    await room.open(system.url)
    took_s, used = await measure(system, times, room.begin, room.end)
    await room.close()
    return figures(case, room.latencies_s, took_s, used, system.rss_mb())


class Bench:
    """A platform with accounts for robots; case after case."""

    def __init__(
        self, platform: Platform | EmbeddedPlatform, players: Sequence[Player], times: Times, profile: Path | None
    ) -> None:
        """`players`: two for every table of the largest case. `profile`: a folder for py-spy's samples, or None."""
        self.platform = platform
        self._players = players
        self._times = times
        self._profile = profile
        self.faults: list[str] = []
        self.slowest: SlowestMoves | None = None
        """Collects what the slowest moves are analysed from, if that is wanted."""

    async def measure(self, case: Case) -> Figures:
        """Set the tables up, warm up, measure, put everything away."""
        robots = self._robots(case)
        pairs = [Pair(n, robots[2 * n], robots[2 * n + 1], stake_chips=0) for n in range(case.tables)]
        meter = Meter()
        watching: AbstractContextManager[object] = nullcontext()
        if self.slowest is not None:
            watching = self.slowest.watch(case.name, meter)
        for pair in pairs:
            meter.watch(pair.robots)
        async with asyncio.TaskGroup() as connections:  # a robot that fails ends the case
            await _connect(robots, connections)
            await _at_once(OPENING_AT_ONCE, [pair.open() for pair in pairs])
            connections.create_task(self._analyze())
            profile = Profile(self.platform.members.values(), case.name, self._profile, self._times.measured_s)
            with profile, watching:
                took_s, used = await measure(self.platform, self._times, meter.begin, meter.end)
            found = figures(case, meter.latencies_s, took_s, used, self.platform.rss_mb())
            await _leave(robots)
        self._judge(case, robots)
        return found

    async def _analyze(self) -> None:
        """Halfway through the warm-up, do what PostgreSQL does by itself within a minute: a plan that was made while a
        table was empty reads the whole of it for every row."""
        await asyncio.sleep(self._times.warm_up_s / 2)
        if isinstance(self.platform, Platform):
            for database in self.platform.databases.values():
                await asyncio.to_thread(_analyze_one, self.platform.postgres, database)

    def _robots(self, case: Case) -> list[Robot]:
        urls = self.platform.gateway_urls
        robots = [Robot(number, self._players[number], urls, 1) for number in range(2 * case.tables)]
        for robot in robots:
            robot.game = GAMES[case.game]
            if case.think_s:
                robot.think = lambda chance=robot.chance: chance.expovariate(1 / case.think_s)
        return robots

    def _judge(self, case: Case, robots: Sequence[Robot]) -> None:
        found = [
            fault
            for robot in robots
            for fault in (*robot.witness.lost, *robot.witness.doubled, *robot.witness.broken, *robot.unexpected)
        ]
        cuts = sum(robot.cuts for robot in robots)
        unanswered = sum(robot.unanswered for robot in robots)
        if cuts or unanswered:
            found.append(f"{cuts} connections were cut, {unanswered} commands had to be sent again")
        self.faults += [f"{case.name}: {fault}" for fault in found]


def _analyze_one(postgres: PostgresServer, database: str) -> None:
    with postgres.connect(database) as connection:
        connection.execute("ANALYZE")


async def _connect(robots: Sequence[Robot], connections: asyncio.TaskGroup) -> None:
    """All robots greeted, a few at a time."""

    async def connect(robot: Robot) -> None:
        connections.create_task(robot.run())
        await robot.greeted.wait()

    await _at_once(CONNECTING_AT_ONCE, list(map(connect, robots)))


async def _at_once(most: int, work: Sequence[Coroutine[Any, Any, None]]) -> None:
    """All of it, so many at the same time."""
    gate = asyncio.Semaphore(most)

    async def one(each: Coroutine[Any, Any, None]) -> None:
        async with gate:
            await each

    await asyncio.gather(*map(one, work))


async def _leave(robots: Sequence[Robot]) -> None:
    """Everybody plays to the end, presses for the lobby, and goes."""
    for robot in robots:
        robot.think = lambda: 0.0
        robot.choose = lambda: "communication"
        robot.game = robot.game.to_the_end
    try:
        async with asyncio.timeout(LEAVE_TIMEOUT_S):
            for robot in robots:
                await robot.away.wait()
    except TimeoutError:
        stuck = [str(robot) for robot in robots if not robot.away.is_set()]
        raise Stuck("\n".join(stuck[:10])) from None
    for robot in robots:
        robot.stop()
