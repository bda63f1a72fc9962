"""Processor and memory of every process of the platform, idle and under a known load (`make footprint`).

Robots play paced matches for chips at `--tables` tables: one gateway, one worker, one of each service, a private
RabbitMQ and PostgreSQL. Once a second it is noted what each process has used; beside it stands what a process would
request and be limited to by the rule of `deploy/generate/resources.py`. `--record FILE` keeps the figures. They count
only on a machine that does nothing else: robots that get no processor move slowly, and then everything uses little.
The last line of the output is JSON.
"""

import argparse
import asyncio
import contextlib
import os
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import uvloop

from bench.drill.faults.partner import add_grpc_front
from bench.processes.members import rss_mb
from bench.processes.whole_platform import Platform
from bench.robots.accounts import CHEAP_PASSWORDS, NO_ADDRESS_LIMITS, register_players
from bench.robots.evening import Evening, say
from bench.robots.pairs import Pair
from bench.robots.robots import Player, Robot
from deploy.generate.resources import Footprint, Used, derived
from tests.support import processes
from tests.support.servers import PostgresServer, RabbitServer

TABLES = 100
IDLE_S, OPEN_WITHIN_S, WARM_UP_S, MEASURED_S = 20.0, 120.0, 15.0, 60.0
THINK_S = (0.5, 1.5)
"""How long a robot thinks about a move, evenly spread."""
SETTINGS = {**NO_ADDRESS_LIMITS, **CHEAP_PASSWORDS, "KAFENEIO_WELCOME_CHIPS": "5000000"}
"""Nobody logs in while the load is measured, so passwords may be cheap."""


class Samples:
    """What each process used, second by second."""

    def __init__(self, platform: Platform) -> None:
        """Nothing yet."""
        self._platform = platform
        self.cpu_m: dict[str, list[float]] = {}
        self.memory_mib: dict[str, list[float]] = {}

    def take(self, seconds: float) -> None:
        """Sample for so long."""
        before, before_s = self._cpu_s(), time.monotonic()
        ends_s = before_s + seconds
        while time.monotonic() < ends_s:
            time.sleep(1)
            after, after_s = self._cpu_s(), time.monotonic()
            for name, used_s in after.items():
                share = 1000 * (used_s - before[name]) / (after_s - before_s)
                self.cpu_m.setdefault(name, []).append(share)
            for name, pids in self._pids().items():
                self.memory_mib.setdefault(name, []).append(rss_mb(pids))
            before, before_s = after, after_s

    def _cpu_s(self) -> dict[str, float]:
        return {name: processes.cpu_s(pids) for name, pids in self._pids().items()}

    def _pids(self) -> Mapping[str, list[int]]:
        found = self._platform.pids_by_service()
        found["tables"] += found.pop("worker")
        return found


class Paced(Evening):
    """Robots play at a person's pace, and it is noted what that costs."""

    def __init__(self, platform: Platform, players: Sequence[Player], seconds: float) -> None:
        """`players`: two a table."""
        self.samples = Samples(platform)
        self._seconds = seconds
        self.moves_s = 0.0
        super().__init__(platform, players, seed=1)

    def teach(self, pair: Pair, robot: Robot) -> None:
        """They stay at their table."""
        chance = robot.chance
        robot.think = lambda: chance.uniform(*THINK_S)
        robot.choose = lambda: "rematch"

    async def run(self) -> None:  # type: ignore[override]
        """Play, sample, and leave the tables as they are: that no promise is broken is what `make chaos` shows."""
        tasks = [asyncio.create_task(robot.run()) for robot in self.robots]
        tasks += [asyncio.create_task(self._keep_playing(pair)) for pair in self.pairs]
        await self._until_all_play()
        await asyncio.sleep(WARM_UP_S)
        before, began_s = self._moves(), time.monotonic()
        await asyncio.to_thread(self.samples.take, self._seconds)
        self.moves_s = (self._moves() - before) / (time.monotonic() - began_s)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _until_all_play(self) -> None:
        """A busy machine opens a hundred tables slowly, so there is more time than in a drill."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(OPEN_WITHIN_S):
                while self.playing() < len(self.pairs):
                    await asyncio.sleep(0.5)
        say(f"{self.playing()} of {len(self.pairs)} tables play")

    def playing(self) -> int:
        """Tables at which both have moved."""
        return sum(all(robot.moves_acked for robot in pair.robots) for pair in self.pairs)

    def _moves(self) -> int:
        return sum(robot.moves_acked for robot in self.robots)


def measure(tables: int, seconds: float) -> Footprint:
    """Start a platform, measure it idle and under load."""
    with RabbitServer() as rabbit, PostgresServer() as postgres:
        planned = Platform(rabbit, postgres, settings=SETTINGS, history=True)
        add_grpc_front(planned)
        with planned as platform:
            idle = Samples(platform)
            idle.take(IDLE_S)
            say("measured idle; registering players")
            evening = Paced(platform, register_players(platform.rest_urls, 2 * tables), seconds)
            uvloop.run(evening.run())
    loaded = evening.samples
    used = {
        name: Used(
            idle_cpu_m=round(statistics.median(idle.cpu_m[name])),
            cpu_m=round(statistics.median(loaded.cpu_m[name])),
            peak_cpu_m=round(max(loaded.cpu_m[name])),
            idle_mib=round(statistics.median(idle.memory_mib[name])),
            mib=round(statistics.median(loaded.memory_mib[name])),
            peak_mib=round(max(loaded.memory_mib[name])),
        )
        for name in sorted(loaded.cpu_m)
        if loaded.memory_mib[name] and max(loaded.memory_mib[name]) > 0
    }
    return Footprint(
        at=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        on=f"{os.cpu_count()} cores, robots beside the platform, load average {os.getloadavg()[0]:.1f}",
        tables=evening.playing(),
        seconds=round(seconds),
        moves_s=round(evening.moves_s, 1),
        used=used,
    )


def table(found: Footprint) -> str:
    """For people."""
    head = f"{'process':<14}{'idle m':>8}{'p50 m':>8}{'peak m':>8}{'idle MiB':>10}{'p50 MiB':>10}{'peak MiB':>10}"
    head += "  by the rule"
    lines = [
        f"{name:<14}{each.idle_cpu_m:>8}{each.cpu_m:>8}{each.peak_cpu_m:>8}"
        f"{each.idle_mib:>10}{each.mib:>10}{each.peak_mib:>10}  {derived(each)}"
        for name, each in found.used.items()
    ]
    return "\n".join([f"{found.tables} tables, {found.moves_s} moves a second, {found.on}", head, *lines])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and record if asked to."""
    made = argparse.ArgumentParser(prog="footprint", description="What each process uses, idle and under a known load.")
    made.add_argument("--tables", type=int, default=TABLES)
    made.add_argument("--seconds", type=float, default=MEASURED_S, help="how long the load is measured")
    made.add_argument("--record", type=Path, metavar="FILE", help="keep the figures there")
    args = made.parse_args(arguments)
    found = measure(args.tables, args.seconds)
    say(table(found))
    text = msgspec.json.encode(found)
    if args.record:
        args.record.write_bytes(msgspec.json.format(text, indent=2) + b"\n")
    print(text.decode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
