"""How much of a crowd the doors, the room and the search for games bear (`make bench-lobby`).

Real RabbitMQ and PostgreSQL, every service a process of its own, one gateway. Passwords cost what they cost in
production. The last line of the output is JSON; 1 is answered when a bar is missed.
"""

import argparse
import resource
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import uvloop

from bench.processes.whole_platform import Platform
from bench.robots.accounts import NO_ADDRESS_LIMITS
from bench.scale import lobby_cases as cases
from tests.support.servers import PostgresServer, RabbitServer

CASES = ("full", "back", "storm", "slow", "quick")
RSS_MB_MAX = 1_024
BACK_S_MAX = 15.0
ADDED_MS_MAX = 50.0
QUICK_MATCH_MS_MAX = 2_000.0
SPARE_DESCRIPTORS = 1_000

SETTINGS = {
    **NO_ADDRESS_LIMITS,
    "KAFENEIO_INACTIVITY_S": "3600",  # guests only beat, which is no action
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the chosen cases; 1 if a bar was missed."""
    args = parser().parse_args(arguments)
    allowed = raise_descriptors()
    if allowed < args.sockets + SPARE_DESCRIPTORS:
        _say(f"only {allowed} descriptors a process: too few for {args.sockets} sockets")
        return 2
    with (
        RabbitServer() as rabbit,
        PostgresServer() as postgres,
        Platform(rabbit, postgres, settings=SETTINGS) as platform,
    ):
        _say(f"the platform is up; its logs are in {platform.folder}")
        found = uvloop.run(measure(platform, args))
    missed_bars = missed(found)
    for bar in missed_bars:
        _say(f"MISSED {bar}")
    quick = found.get("quick", {}).get("quick_match_p99_ms")
    print(msgspec.json.encode({**found, "quick_match_p99_ms": quick, "missed": missed_bars}).decode())
    return 1 if missed_bars else 0


def raise_descriptors() -> int:
    """As many as the system allows, for us and the processes that we start; returns how many."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard if hard != resource.RLIM_INFINITY else sys.maxsize


async def measure(platform: Platform, args: argparse.Namespace) -> dict[str, Any]:
    """Case → its figures."""
    runs = {
        "full": lambda: cases.full_room(platform, args.sockets, args.seconds, args.changes, args.settle),
        "back": lambda: cases.all_back(platform, args.players, args.settle),
        "storm": lambda: cases.storm(platform, args.logins, args.tables, args.seconds),
        "slow": lambda: cases.slow_clients(platform, args.players // 5, args.slow, args.seconds, args.settle),
        "quick": lambda: cases.quick_match(platform, args.seekers, args.pressing, args.settle),
    }
    found = {}
    for name in args.cases.split(","):
        figures = await runs[name]()
        found[name] = {field: _short(value) for field, value in figures._asdict().items()}
        _say(f"{name}: {found[name]}")
    return found


def missed(found: Mapping[str, Mapping[str, float]]) -> list[str]:
    """The bars that were not reached."""
    bars = {
        "full": [("rss_mb", RSS_MB_MAX)],
        "back": [("back_s", BACK_S_MAX), ("turned_away", 0)],
        "storm": [("refused", 0)],
        "slow": [("added_ms", ADDED_MS_MAX)],
        "quick": [("quick_match_p99_ms", QUICK_MATCH_MS_MAX), ("refused", 0), ("left_together", 0)],
    }
    return [
        f"{name}: {field} {found[name][field]} > {most}"
        for name, limits in bars.items()
        for field, most in limits
        if name in found and found[name][field] > most
    ]


def _short(value: float) -> float:
    return round(value, 3) if isinstance(value, float) else value


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="lobby_bench", description="Measure what a crowd costs doors and room.")
    made.add_argument("--cases", default=",".join(CASES), help="names, with commas")
    made.add_argument("--sockets", type=int, default=5_000, help="full: sockets on one gateway")
    made.add_argument("--changes", type=int, default=5, help="full: guests who go and come again")
    made.add_argument("--players", type=int, default=1_000, help="back: players who come back; slow: a fifth of them")
    made.add_argument("--logins", type=int, default=300, help="storm: logins at once")
    made.add_argument("--tables", type=int, default=4, help="storm: tables that play meanwhile")
    made.add_argument("--slow", type=int, default=10, help="slow: clients that do not read")
    made.add_argument("--seekers", type=int, default=2_000, help="quick: players who look for a game")
    made.add_argument("--pressing", type=float, default=300.0, help="quick: seconds within which each begins once")
    made.add_argument("--seconds", type=float, default=15.0, help="how long each thing is measured")
    made.add_argument("--settle", type=float, default=2.0, help="seconds of rest before something is measured")
    return made


if __name__ == "__main__":
    sys.exit(main())
