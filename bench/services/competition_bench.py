"""What a crowded competition costs on the whole platform (`make bench-competition`), and whether its prizes are right.

Every service is a process of its own on a private RabbitMQ and PostgreSQL. Robots with accounts and live sockets enter
through the gateway, all ask for a game in one rush, play it and ask again. `ask_to_table_p99_ms` is the time from the
request for a game to the frame by which the player knows the seat. `pairing_cpu_ms_per_game` is the processor time of
the tournaments process from the first request for a game until everybody has played, for each game: it includes
asking, pairing, counting and notifying. The prizes are computed again from the recordings and compared with the ledger.

The last line of the output is JSON; the exit code is 1 when a prize is wrong or a promise is broken.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence

import msgspec
import uvloop

from bench.processes.usage import Usage
from bench.processes.whole_platform import Platform
from bench.robots import contest_checks
from bench.robots.accounts import CHEAP_PASSWORDS, NO_ADDRESS_LIMITS, register_players
from bench.robots.contest import Contest
from bench.robots.contest_checks import Terms
from bench.robots.evening import say
from bench.robots.games import GAMES
from bench.robots.meter import percentile
from bench.robots.robots import Robot
from tests.support.servers import PostgresServer, RabbitServer

TERMS = Terms(price_chips=1000, pool_bps=8000, shares_bps=(5000, 3000, 2000))
_LOOK_S = 0.2
_LASTS_S, _LASTS_S_EACH = 60.0, 0.2
"""How long a competition lasts where nobody says it: twice what entering and asking take on two idle processors."""
_BEFORE = ("draft", "announced", "open")


class Report(msgspec.Struct):
    """The last line."""

    entrants: int
    games: int
    ask_to_table_p50_ms: float
    ask_to_table_p99_ms: float
    pairing_cpu_ms_per_game: float
    prizes_wrong: int


class Rush(Contest):
    """A competition in which nobody asks for a game before everybody has entered; entries are taken while it runs."""

    async def measured(self, platform: Platform, opens_s: float) -> Usage:
        """Hold it; returns what was used from the first request for a game until everybody has played."""
        self.may_ask.clear()
        await self.announce(opens_s)
        held = asyncio.create_task(self.hold())
        while not self._all_are_in() and not held.done():
            await asyncio.sleep(_LOOK_S)
        say(f"{self.entrants} have entered")
        before = Usage.now(platform)
        self.may_ask.set()
        while self.through < len(self.robots) and not held.done():
            await asyncio.sleep(_LOOK_S)
        used = Usage.now(platform).since(before)
        await held
        return used

    def _all_are_in(self) -> bool:
        return self.state not in _BEFORE and self.entrants >= len(self.robots)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; 1 if a prize is wrong."""
    parser = argparse.ArgumentParser(prog="competition_bench", description=__doc__)
    parser.add_argument("--entrants", type=int, default=1000)
    parser.add_argument("--games", type=int, default=1, help="of each entrant")
    parser.add_argument("--opens-s", type=float, default=15.0, help="from the announcement to the start")
    parser.add_argument("--lasts-s", type=float, help="to the end: time to enter and to ask for games")
    args = parser.parse_args(arguments)
    args.lasts_s = args.lasts_s or _LASTS_S + _LASTS_S_EACH * args.entrants
    settings = CHEAP_PASSWORDS | NO_ADDRESS_LIMITS
    with (
        RabbitServer() as rabbit,
        PostgresServer() as postgres,
        Platform(rabbit, postgres, workers=1, gateways=1, settings=settings) as platform,
    ):
        report, broken = uvloop.run(play(platform, args))
    for line in broken:
        say(f"FAULT {line}")
    print(msgspec.json.encode(report).decode())
    return 1 if broken or report.prizes_wrong else 0


async def play(platform: Platform, args: argparse.Namespace) -> tuple[Report, list[str]]:
    """A whole competition: the figures, and the promises that were broken."""
    operator, *players = await asyncio.to_thread(register_players, platform.rest_urls, args.entrants + 1)
    platform.run_command("roles", "give", operator.name, "operator", "--by", "bench", "--reason", "runs competitions")
    say(f"{len(players)} accounts are registered")
    robots = [Robot(number, player, platform.gateway_urls, seed=7) for number, player in enumerate(players)]
    plan = {
        "games_per_entry": args.games,
        "kind": "total",
        "min_entrants": 2,
        "prize_mode": "growing",
        "shares_bps": list(TERMS.shares_bps),
    }
    rush = Rush("bench", platform.rest_urls, robots, operator, GAMES["tictactoe"], plan, args.lasts_s)
    rush.call_s = args.lasts_s
    async with asyncio.TaskGroup() as tasks:
        for robot in robots:
            tasks.create_task(robot.run())
        for robot in robots:
            await robot.greeted.wait()
        say("everybody is there")
        used = await rush.measured(platform, args.opens_s)
        for robot in robots:
            robot.stop()
    say(f"the competition is {rush.state}; requests for a game that were refused: {dict(rush.refused)}")
    if rush.refused["competition_not_running"]:
        say("it ended before everybody had asked for a game: give it more time by --lasts-s")
    seconds = {name: round(cpu_s, 1) for name, cpu_s in used.cpu_s_by_service.items()}
    say(f"processor seconds from the first request on: {seconds}, robots {used.robots_cpu_s:.1f}")
    return await asyncio.to_thread(checked, platform, rush, used.cpu_s_by_service["tournaments"])


def checked(platform: Platform, rush: Contest, cpu_s: float) -> tuple[Report, list[str]]:
    """The figures, with every prize computed again from the recordings."""
    found = contest_checks.look(platform, rush.id, TERMS)
    wrong = sum(found.paid.get(account) != found.due.get(account) for account in {*found.paid, *found.due})
    report = Report(
        entrants=len(rush.robots),
        games=found.games,
        ask_to_table_p50_ms=round(1000 * percentile(rush.waits_s, 0.5), 1),
        ask_to_table_p99_ms=round(1000 * percentile(rush.waits_s, 0.99), 1),
        pairing_cpu_ms_per_game=round(1000 * cpu_s / max(found.games, 1), 2),
        prizes_wrong=wrong if rush.state == "settled" else len(rush.robots),
    )
    return report, found.broken


if __name__ == "__main__":
    sys.exit(main())
