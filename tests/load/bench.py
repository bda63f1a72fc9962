"""How fast, at what delay, at what cost (`make bench`): robots play tic-tac-toe on a platform of its own.

Real RabbitMQ and PostgreSQL, every service a process of its own, one gateway, one tables worker. Every game is a new
match at stake 0: with stakes the robots' chips would run out, and the wallet would be what is measured. The delay is
from sending a move until both seats have seen it. The last line of the output is JSON; the table is on stderr.
"""

import argparse
import asyncio
import gc
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import uvloop

from tests.load.accounts import CHEAP_PASSWORDS, NO_ADDRESS_LIMITS, register_players
from tests.load.cases import CASES, HEAD, Case, Figures, figures, line, missed
from tests.load.meter import Meter
from tests.load.pairs import Pair
from tests.load.platform import Platform
from tests.load.profiling import Profile
from tests.load.robots import Player, Robot
from tests.load.usage import Usage
from tests.support.servers import PostgresServer, RabbitServer

WARM_UP_S = 4.0
MEASURED_S = 10.0
LEAVE_TIMEOUT_S = 60.0
CONNECTING_AT_ONCE = 20
OPENING_AT_ONCE = 12

SETTINGS = {
    **CHEAP_PASSWORDS,
    **NO_ADDRESS_LIMITS,
    "KAFENEIO_FRIENDLY_GAMES": "dominoes,tictactoe",
    # Robots that do not think send more than people may.
    "KAFENEIO_GATEWAY_FRAMES_PER_S": "100000",
    "KAFENEIO_GATEWAY_FRAMES_BURST": "100000",
}


class Stuck(Exception):
    """Robots that could not play to the end."""


class Bench:
    """One platform, one set of accounts, case after case."""

    def __init__(self, platform: Platform, players: Sequence[Player], args: argparse.Namespace) -> None:
        """`players`: two for every table of the largest case."""
        self._platform = platform
        self._players = players
        self._args = args
        self.faults: list[str] = []

    async def measure(self, case: Case) -> Figures:
        """Set the tables up, warm up, measure, put everything away."""
        urls = self._platform.gateway_urls
        robots = [Robot(number, self._players[number], urls, 1) for number in range(2 * case.tables)]
        pairs = [Pair(n, robots[2 * n], robots[2 * n + 1], stake_chips=0) for n in range(case.tables)]
        meter = Meter()
        for pair in pairs:
            meter.watch(pair.robots)
        for robot in robots:
            if case.think_s:
                robot.think = lambda chance=robot.chance: chance.expovariate(1 / case.think_s)
        async with asyncio.TaskGroup() as connections:  # a robot that fails ends the case
            await _connect(robots, connections)
            await _open(pairs)
            found = await self._play(case, meter)
            await _leave(robots)
        self._judge(case, robots)
        return found

    async def _play(self, case: Case, meter: Meter) -> Figures:
        await asyncio.sleep(self._args.warm_up)
        gc.collect()
        gc.disable()  # a pause of the robots' own would be measured
        with Profile(self._platform, case.name, self._args.profile, self._args.seconds):
            before, began_s = Usage.now(self._platform), time.perf_counter()
            meter.begin()
            await asyncio.sleep(self._args.seconds)
            meter.end()
            took_s, used = time.perf_counter() - began_s, Usage.now(self._platform).since(before)
        gc.enable()
        return figures(case, meter.latencies_s, took_s, used, self._platform.rss_mb())

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


async def _connect(robots: Sequence[Robot], connections: asyncio.TaskGroup) -> None:
    """All robots greeted, a few at a time."""
    gate = asyncio.Semaphore(CONNECTING_AT_ONCE)

    async def connect(robot: Robot) -> None:
        async with gate:
            connections.create_task(robot.run())
            await robot.greeted.wait()

    await asyncio.gather(*map(connect, robots))


async def _open(pairs: Sequence[Pair]) -> None:
    gate = asyncio.Semaphore(OPENING_AT_ONCE)

    async def open_one(pair: Pair) -> None:
        async with gate:
            await pair.open()

    await asyncio.gather(*map(open_one, pairs))


async def _leave(robots: Sequence[Robot]) -> None:
    """Everybody plays to the end, presses for the lobby, and goes."""
    for robot in robots:
        robot.think = lambda: 0.0
        robot.choose = lambda: "communication"
    try:
        async with asyncio.timeout(LEAVE_TIMEOUT_S):
            for robot in robots:
                await robot.away.wait()
    except TimeoutError:
        stuck = [str(robot) for robot in robots if not robot.away.is_set()]
        raise Stuck("\n".join(stuck[:10])) from None
    for robot in robots:
        robot.stop()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the chosen cases; 1 if a robot saw what must not be."""
    args = _parser().parse_args(arguments)
    chosen = [case for case in CASES if case.name in args.cases.split(",")]
    settings = {**SETTINGS, "KAFENEIO_QUEUE_TYPE": args.queue_type}
    with (
        RabbitServer() as rabbit,
        PostgresServer() as postgres,
        Platform(rabbit, postgres, settings=settings) as platform,
    ):
        _say(f"the platform is up; its logs are in {platform.folder}")
        players = register_players(platform.rest_urls, 2 * max(case.tables for case in chosen))
        found, faults = uvloop.run(_run(Bench(platform, players, args), chosen))
    for fault in faults[:50]:
        _say(f"FAULT {fault}")
    print(msgspec.json.encode({"cases": found}).decode())
    return 1 if faults else 0


async def _run(bench: Bench, chosen: Sequence[Case]) -> tuple[list[Figures], list[str]]:
    found = []
    _say(HEAD)
    for case in chosen:
        found.append(await bench.measure(case))
        _say(line(found[-1]))
        for what in missed(found[-1]):
            _say(f"  below the bar: {what}")
    return found, bench.faults


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench", description="Measure moves a second, delays and processor time.")
    parser.add_argument("--cases", default=",".join(case.name for case in CASES), help="names, with commas")
    parser.add_argument("--seconds", type=float, default=MEASURED_S, help="how long each case is measured")
    parser.add_argument("--warm-up", type=float, default=WARM_UP_S, help="seconds before that")
    parser.add_argument("--profile", type=Path, help="folder for py-spy's samples of gateway and worker")
    parser.add_argument("--queue-type", default="quorum", choices=["quorum", "classic"])
    return parser


if __name__ == "__main__":
    sys.exit(main())
