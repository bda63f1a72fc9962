"""Many people practise at once: how late computer players move, and what people's own moves take meanwhile.

`python -m bench.computers.crowd --tables 200`: the platform on private real servers, every service a process of its
own, one tables worker; `--embedded`: `kafeneio up`, one process. First a few play, then all. The last line is JSON:
`crowd_slowest_ms`, from seeing that a computer has to decide until seeing its move, with the time that it seems to
think; `crowd_p99_ms` of the same; `crowd_own_p99_ms`, the slowest hundredth of people's moves, beside
`crowd_own_quiet_p99_ms` of the few. 1 is answered where a computer moved later than 3 s.
"""

import argparse
import asyncio
import itertools
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import uvloop

from bench.computers.practising import Practiser, Sightings
from bench.moves.one_process import EmbeddedPlatform
from bench.processes.whole_platform import Platform
from bench.robots.accounts import CHEAP_PASSWORDS, NO_ADDRESS_LIMITS, register_players
from bench.robots.guests import come_in
from bench.robots.meter import percentile
from tests.support.servers import PostgresServer, RabbitServer

SLOWEST_MS_MAX = 3_000
MIX = (
    *("tavli", "pilotta", "tavli", "dominoes", "tavli", "tichu", "tavli", "mpirimpa", "tavli", "pilotta"),
    *("tavli", "dominoes", "tavli", "tichu", "tavli", "buraco", "pilotta", "koumkan", "dominoes", "tictactoe"),
)
"""What twenty people practise."""
QUIET_TABLES = 10
COMING_AT_ONCE = 10
COME_IN_S = 300.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; 1 if a computer moved too late."""
    asked = parser().parse_args(arguments)
    found = measure(asked)
    print(msgspec.json.encode(found).decode())
    return int(found["crowd_slowest_ms"] > SLOWEST_MS_MAX)


def measure(asked: argparse.Namespace) -> dict[str, Any]:
    """The figures of one run."""
    settings = {
        **CHEAP_PASSWORDS,
        **NO_ADDRESS_LIMITS,
        "KAFENEIO_INACTIVITY_S": "3600",
        "KAFENEIO_BOT_PROCESSES": str(asked.processes),
    }
    with platform_of(asked, settings) as platform:
        players = register_players(platform.rest_urls, asked.tables)
        return uvloop.run(play(platform.gateway_urls, players, asked))


@contextmanager
def platform_of(asked: argparse.Namespace, settings: dict[str, str]) -> Iterator[Any]:
    """The platform to be measured."""
    if asked.embedded:
        with EmbeddedPlatform(settings) as embedded:
            yield embedded
        return
    games = sorted(set(mix_of(asked)))
    with (
        RabbitServer() as rabbit,
        PostgresServer() as postgres,
        Platform(rabbit, postgres, settings=settings, games=games) as platform,
    ):
        yield platform


async def play(urls: list[str], players: Sequence[Any], asked: argparse.Namespace) -> dict[str, Any]:
    """A few tables, then all of them."""
    loop, sightings = asyncio.get_running_loop(), Sightings()
    games = itertools.cycle(mix_of(asked))
    people = [
        Practiser(number, player, urls[0], next(games), asked.strength, sightings, loop.call_later)
        for number, player in enumerate(players)
    ]
    async with asyncio.TaskGroup() as tasks:
        few = people[: min(QUIET_TABLES, len(people) // 2)]
        quiet = await _watched(few, tasks, sightings, asked)
        crowd = await _watched(people[len(few) :], tasks, sightings, asked)
        for each in people:
            each.stop()
    return {
        "tables": len(people),
        "processes": asked.processes,
        "strength": asked.strength,
        "seconds": asked.seconds,
        "moves": len(crowd.own_s),
        "computer_moves": len(crowd.computers_s),
        "crowd_slowest_ms": _ms(max(crowd.computers_s)),
        "crowd_p99_ms": _ms(percentile(crowd.computers_s, 0.99)),
        "crowd_own_p99_ms": _ms(percentile(crowd.own_s, 0.99)),
        "crowd_own_quiet_p99_ms": _ms(percentile(quiet.own_s, 0.99)),
        "refused": sorted(set(sightings.refused)),
    }


async def _watched(
    coming: Sequence[Practiser], tasks: asyncio.TaskGroup, sightings: Sightings, asked: argparse.Namespace
) -> Sightings:
    """So many more come in and play; what all saw once everything runs."""
    await come_in(coming, tasks, COMING_AT_ONCE, COME_IN_S)
    for each in coming:
        each.mean_s = asked.think
        each.open()
        await asyncio.sleep(asked.seconds / 4 / len(coming))
    sightings.own_s, sightings.computers_s = [], []
    sightings.counting = True
    await asyncio.sleep(asked.seconds)
    sightings.counting = False
    seen = Sightings()
    seen.own_s, seen.computers_s = sightings.own_s, sightings.computers_s
    return seen


def mix_of(asked: argparse.Namespace) -> Sequence[str]:
    """The games, one a table, over and over."""
    return asked.games.split(",") if asked.games else MIX


def _ms(seconds: float) -> float:
    return round(seconds * 1_000, 1)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="crowd", description="Measure a crowd that practises against computers.")
    made.add_argument("--tables", type=int, default=200, help="people, each at a practice table")
    made.add_argument("--seconds", type=float, default=60.0, help="how long each part is measured")
    made.add_argument("--think", type=float, default=5.0, help="how long people think, in the mean")
    made.add_argument("--strength", choices=["strong", "medium", "easy"], default="strong")
    made.add_argument("--processes", type=int, default=1, help="KAFENEIO_BOT_PROCESSES")
    made.add_argument("--games", default="", help="games with commas, instead of a mix")
    made.add_argument("--embedded", action="store_true", help="one process instead of the whole platform")
    return made


if __name__ == "__main__":
    sys.exit(main())
