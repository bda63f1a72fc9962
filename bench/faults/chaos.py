"""Play while processes are killed (`make chaos SEED= MINUTES=`), then hold everybody to every promise.

Robots play for stakes at many tables, on two gateways and two tables workers, while a sequence that the seed decides
kills, drains and pauses our processes and restarts RabbitMQ and PostgreSQL. Afterwards all is brought to rest, and
journal, ledger and ratings are compared with what the robots received. The last line of the output is JSON; exit code
1 when anything is not as promised.
"""

import argparse
import asyncio
import contextlib
import sys
import time
from collections.abc import Collection, Sequence

import msgspec
import uvloop

from bench.faults.recovery import SERVERS, Outage, by_kind, held_up_ms, report, too_slow
from bench.processes.schedule import KINDS, Fault, schedule
from bench.processes.whole_platform import Platform
from bench.robots import contest_checks
from bench.robots import verify_databases as verify
from bench.robots.accounts import register_players
from bench.robots.contest import Contest
from bench.robots.evening import RECOVER_TIMEOUT_S, SETTINGS, SHARDS, Evening, say
from bench.robots.games import GAMES
from bench.robots.meter import percentile
from bench.robots.pairs import Pair
from bench.robots.robots import Player, Robot
from services.kernel.ids import shard_of
from tests.support.server import ServerFailed
from tests.support.servers import PostgresServer, RabbitServer, wait_until

TABLES = 24
THINK_S = 0.15
CONTESTANTS = 8
CONTEST_OPENS_S = 20.0
CONTEST_TERMS = contest_checks.Terms(price_chips=1000, pool_bps=8000, shares_bps=(5000, 3000, 2000))
LEAVE_SHARE = 0.15
"""How often a robot presses for the lobby instead of a rematch, so that tables come and go."""
CALM_S = (2.0, 6.0)
CLOSED_TIMEOUT_S = 90.0


class Report(msgspec.Struct):
    """The last line. `competition_games`: games that were counted; of a competition nothing may be wrong."""

    seed: int
    kills: int
    moves_acked: int
    moves_lost: int
    double_effects: int
    ledger_sum: int
    open_escrows: int
    recover_ms_p99: float
    competition_games: int


class Chaos(Evening):
    """One run on a platform that is up."""

    def __init__(self, platform: Platform, players: Sequence[Player], args: argparse.Namespace) -> None:
        """`players`: two a table."""
        self._args = args
        self.outages: list[Outage] = []
        self.competition_games = 0
        operator, *contestants = players[2 * args.tables :]
        super().__init__(platform, players[: 2 * args.tables], args.seed)
        self._contest = self._make_contest(operator, contestants)

    def _make_contest(self, operator: Player, players: Sequence[Player]) -> Contest:
        """Everything that happens to the others happens to a competition too."""
        reason = ("--by", "chaos", "--reason", "announces competitions")
        self.platform.run_command("roles", "give", operator.name, "operator", *reason)
        urls, count = self.platform.gateway_urls, len(self.robots)
        robots = [Robot(count + number, player, urls, self._args.seed) for number, player in enumerate(players)]
        for robot in robots:
            robot.think = lambda chance=robot.chance: chance.expovariate(1 / THINK_S)  # type: ignore[misc]
        plan = {
            "games_per_entry": self._args.contest_games,
            "kind": "total",
            "min_entrants": 2,
            "prize_mode": "growing",
            "shares_bps": list(CONTEST_TERMS.shares_bps),
        }
        lasts_s = self._args.contest_s or 60 * self._args.minutes
        return Contest("chaos", self.platform.rest_urls, robots, operator, GAMES["tictactoe"], plan, lasts_s)

    def teach(self, pair: Pair, robot: Robot) -> None:
        """Tables come and go."""
        chance = robot.chance
        robot.think = lambda: chance.expovariate(1 / THINK_S)
        robot.choose = lambda: "communication" if chance.random() < LEAVE_SHARE else "rematch"
        robot.on_accepted = lambda _robot, first_s: self._accepted(pair.number, first_s)

    def _accepted(self, table: int, first_sent_s: float) -> None:
        now_s = time.monotonic()
        for outage in self.outages[-3:]:
            outage.accepted(table, first_sent_s, now_s)

    async def happens(self) -> None:
        """Things go wrong, while a competition is held too."""
        async with asyncio.TaskGroup() as tasks:
            connected = [tasks.create_task(robot.run()) for robot in self._contest.robots]
            await self._contest.announce(self._args.contest_opens_s)
            held = tasks.create_task(self._contest.hold())
            await self._go_wrong()
            await self.until_moved(self._args.moves)
            self.play_to_the_end()
            await held
            for robot in self._contest.robots:
                robot.stop()
            await asyncio.wait(connected)
        say(f"the competition is {self._contest.state}")

    async def _go_wrong(self) -> None:
        ends_s = time.monotonic() + self._args.minutes * 60
        members = {role: self.platform.names(role) for role in ("worker", "gateway")}
        for count, fault in enumerate(schedule(self._args.seed, members, self._args.calm, self._args.only), start=1):
            await asyncio.sleep(fault.pause_s)
            await self._do(fault)
            if count >= self._args.faults if self._args.faults else time.monotonic() > ends_s:
                return

    async def _do(self, planned: Fault) -> None:
        fault = await asyncio.to_thread(self.faults.aimed, planned)
        touched = set(await asyncio.to_thread(self._touched_by, fault)) - self.out
        outage = Outage(fault, touched, time.monotonic())
        self.outages.append(outage)
        noting = asyncio.create_task(self._note_hold_ups(outage))
        await asyncio.to_thread(self.faults.do, fault)
        outage.back(time.monotonic())
        if fault.target in SERVERS:
            noting.cancel()  # it counts from now
            noting = asyncio.create_task(self._note_hold_ups(outage))
        recovered = await outage.wait(RECOVER_TIMEOUT_S)
        await noting
        say(
            f"{fault.kind} {fault.target}: away {outage.away_ms:.0f} ms, {len(outage.recover_ms)} tables, "
            f"longest {outage.longest_ms:.0f} ms, without a processor {outage.held_up_ms:.0f} ms"
        )
        if not recovered:
            stuck = sorted(outage.waiting)
            self.verdict.broken.append(f"{fault}: no move in {RECOVER_TIMEOUT_S:.0f} s at tables {stuck}")
            for robot in (robot for number in stuck[:3] for robot in self.pairs[number].robots):
                say(f"  {robot}")

    async def _note_hold_ups(self, outage: Outage) -> None:
        before = await asyncio.to_thread(self.platform.held_up_s)
        await outage.wait(RECOVER_TIMEOUT_S)
        now = await asyncio.to_thread(self.platform.held_up_s)
        outage.held_up_ms = held_up_ms(before, now)

    def _touched_by(self, fault: Fault) -> Collection[int]:
        """The tables at which moves pass through what goes wrong; of the others it turns out later."""
        if fault.target in self.platform.names("worker"):
            shards = self.faults.shards_of(fault.target)
            return [pair.number for pair in self.pairs if shard_of(pair.table, SHARDS) in shards]
        if fault.target in self.platform.names("gateway"):
            url = self.platform.gateway_urls[self.platform.names("gateway").index(fault.target)]
            return [pair.number for pair in self.pairs if any(robot.url == url for robot in pair.robots)]
        return [pair.number for pair in self.pairs]

    def look_back(self) -> None:
        """A worker that hung may have sent old updates when it woke up; no other may."""
        self._wait_until_closed()
        super().look_back()
        verify.check_robots(self._contest.robots, self.verdict)
        self._check_contest()
        if not any(outage.fault.kind == "pause_worker" for outage in self.outages):
            self.check_stale()

    def _wait_until_closed(self) -> None:
        """A competition's table stays open for a while after its game, because nobody presses anything there."""
        with self.platform.postgres.connect(self.platform.databases["tables"]) as tables:
            open_tables = "SELECT count(*) FROM tables.tables WHERE open"
            with contextlib.suppress(ServerFailed):  # what stays open is found by the checks
                wait_until(lambda: tables.execute(open_tables).fetchone() == (0,), CLOSED_TIMEOUT_S, "closed tables")

    def _check_contest(self) -> None:
        """Nothing of the competition is lost, paid twice or left waiting; its prizes are what its matches make."""
        found = contest_checks.look(self.platform, self._contest.id, CONTEST_TERMS)
        self.verdict.broken += found.broken
        self.competition_games = found.games
        if found.paid != (found.due if self._contest.state == "settled" else {}):
            self.verdict.broken.append(f"the competition has paid {found.paid}, its matches make {found.due}")

    def recover_ms_p99(self) -> float:
        """Over all tables touched by the death of a process that moves pass through."""
        times = by_kind(self.outages)
        return round(percentile(times.get("kill_worker", []) + times.get("kill_gateway", []), 0.99), 1)


def _people(args: argparse.Namespace) -> int:
    """Two a table, an operator, and who takes part in the competition."""
    return 2 * args.tables + 1 + args.contestants


def run(rabbit: RabbitServer, postgres: PostgresServer, args: argparse.Namespace) -> Chaos:
    """One run from the first process to the last; returns what was seen."""
    with Platform(rabbit, postgres, workers=2, gateways=2, settings=SETTINGS, wired=True) as platform:
        say(f"the platform is up; its logs are in {platform.folder}")
        chaos = Chaos(platform, register_players(platform.rest_urls, _people(args)), args)
        uvloop.run(chaos.run())
        _tell(chaos)
    return chaos


def play(rabbit: RabbitServer, postgres: PostgresServer, args: argparse.Namespace) -> tuple[Report, list[str]]:
    """One run; returns the last line and everything that is not as promised."""
    chaos = run(rabbit, postgres, args)
    verdict = chaos.verdict
    faults = verdict.lost + verdict.doubled + verdict.broken + too_slow(chaos.outages)
    told = Report(
        seed=args.seed,
        kills=sum(outage.fault.is_kill for outage in chaos.outages),
        moves_acked=verdict.moves_acked,
        moves_lost=len(verdict.lost),
        double_effects=len(verdict.doubled),
        ledger_sum=verdict.ledger_sum,
        open_escrows=verdict.open_escrows,
        recover_ms_p99=chaos.recover_ms_p99(),
        competition_games=chaos.competition_games,
    )
    if verdict.ledger_sum or verdict.open_escrows:
        faults.append(f"the ledger's sum is {verdict.ledger_sum}, {verdict.open_escrows} escrows are open")
    return told, faults


def _tell(chaos: Chaos) -> None:
    for line in report(chaos.outages):
        say(line)
    say(", ".join(f"{what}: {count}" for what, count in chaos.figures().items()))


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="chaos", description="Play while processes are killed.")
    made.add_argument("--seed", type=int, default=1, help="decides what goes wrong, and in which order")
    made.add_argument("--minutes", type=float, default=5.0, help="how long new faults begin")
    made.add_argument("--faults", type=int, default=0, help=f"stop after so many instead; {len(KINDS)}: each kind once")
    made.add_argument("--moves", type=int, default=0, help="play on until so many have been acknowledged")
    made.add_argument("--only", nargs="+", choices=KINDS, default=KINDS, help="kinds of faults")
    made.add_argument("--tables", type=int, default=TABLES)
    made.add_argument("--contestants", type=int, default=CONTESTANTS, help="players of a competition meanwhile")
    made.add_argument("--contest-games", type=int, default=20, help="games of each of them, at most")
    made.add_argument(
        "--contest-opens-s", type=float, default=CONTEST_OPENS_S, help="how long players may enter before it starts"
    )
    made.add_argument("--contest-s", type=float, default=0.0, help="how long it lasts; 0: as long as new faults begin")
    made.add_argument(
        "--calm", type=float, nargs=2, default=CALM_S, help="shortest and longest play between two faults"
    )
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, and say what came of it."""
    args = parser().parse_args(arguments)
    with RabbitServer() as rabbit, PostgresServer() as postgres:
        told, faults = play(rabbit, postgres, args)
    for fault in faults[:100]:
        say(f"FAULT {fault}")
    print(msgspec.json.encode(told).decode())
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
