"""Play while processes are killed (`make chaos SEED= MINUTES=`), then hold everybody to every promise.

Robots play for stakes at many tables, on two gateways and two tables workers, while a sequence that the seed decides
kills, drains and pauses our processes and restarts RabbitMQ and PostgreSQL. Afterwards all is brought to rest, and
journal, ledger and ratings are held against what the robots were told. The last line of the output is JSON; exit code
1 when anything is not as promised.
"""

import argparse
import asyncio
import sys
import time
from collections import Counter
from collections.abc import Collection, Sequence

import msgspec
import uvloop

from services.kernel.ids import shard_of
from tests.load import verify
from tests.load.accounts import CHEAP_PASSWORDS, NO_ADDRESS_LIMITS, register_players
from tests.load.faults import Faults
from tests.load.meter import percentile
from tests.load.pairs import NoTable, Pair
from tests.load.platform import Platform
from tests.load.quiet import wait_until_quiet
from tests.load.recovery import SERVERS, Outage, by_kind, held_up_ms, report, too_slow
from tests.load.robots import Player, Robot
from tests.load.schedule import KINDS, Fault, schedule
from tests.load.verify import Verdict
from tests.support.servers import PostgresServer, RabbitServer

TABLES = 24
STAKE_CHIPS = 200
THINK_S = 0.15
LEAVE_SHARE = 0.15
"""How often a robot presses for the lobby instead of a rematch, so that tables come and go."""
CALM_S = (2.0, 6.0)
RECOVER_TIMEOUT_S = 180.0
LEAVE_TIMEOUT_S = 300.0
QUIET_TIMEOUT_S = 180.0
SHARDS = 8

SETTINGS = {
    **CHEAP_PASSWORDS,
    **NO_ADDRESS_LIMITS,
    # Enough for everybody to lose for hours.
    "KAFENEIO_WELCOME_CHIPS": "5000000",
}


class Report(msgspec.Struct):
    """The last line."""

    seed: int
    kills: int
    moves_acked: int
    moves_lost: int
    double_effects: int
    ledger_sum: int
    open_escrows: int
    recover_ms_p99: float


class Chaos:
    """One run on a platform that is up."""

    def __init__(self, platform: Platform, players: Sequence[Player], args: argparse.Namespace) -> None:
        """`players`: two a table."""
        self._platform = platform
        self._args = args
        self._faults = Faults(platform)
        self._stopping = asyncio.Event()
        self._out: set[int] = set()
        """Pairs that could not go on, which is a fault, and no reason to wait for them."""
        urls = platform.gateway_urls
        self.robots = [Robot(number, player, urls, args.seed) for number, player in enumerate(players)]
        self.pairs = [
            Pair(number, self.robots[2 * number], self.robots[2 * number + 1], STAKE_CHIPS)
            for number in range(args.tables)
        ]
        self.outages: list[Outage] = []
        self.verdict = Verdict()
        for pair in self.pairs:
            for robot in pair.robots:
                self._teach(pair, robot)

    def _teach(self, pair: Pair, robot: Robot) -> None:
        chance = robot.chance
        robot.think = lambda: chance.expovariate(1 / THINK_S)
        robot.choose = lambda: "communication" if chance.random() < LEAVE_SHARE else "rematch"
        robot.on_accepted = lambda _robot, first_s: self._accepted(pair.number, first_s)

    def _accepted(self, table: int, first_sent_s: float) -> None:
        now_s = time.monotonic()
        for outage in self.outages[-3:]:
            outage.accepted(table, first_sent_s, now_s)

    # --- the run ---

    async def run(self) -> Verdict:
        """Play, let things go wrong, come to rest, verify."""
        async with asyncio.TaskGroup() as tasks:  # a robot or a pair that fails ends the run
            for robot in self.robots:
                tasks.create_task(robot.run())
            playing = [tasks.create_task(self._keep_playing(pair)) for pair in self.pairs]
            await self._until_all_play()
            await self._until_shared()
            await asyncio.to_thread(self._faults.wait_for_queues_on_disk)
            await self._go_wrong()
            await self._until_moved(self._args.moves)
            await self._come_to_rest(playing)
            await self._hear_chips()
        await asyncio.to_thread(self._verify)
        return self.verdict

    async def _keep_playing(self, pair: Pair) -> None:
        try:
            await pair.keep_playing(self._stopping)
        except NoTable as why:
            self._out.add(pair.number)
            self.verdict.broken.append(str(why))

    async def _until_all_play(self) -> None:
        async with asyncio.timeout(RECOVER_TIMEOUT_S):
            while any(robot.moves_acked == 0 for robot in self.robots):
                await asyncio.sleep(0.1)

    async def _until_shared(self) -> None:
        """Until every worker has its fair share of the shards: the first one took them all."""
        async with asyncio.timeout(RECOVER_TIMEOUT_S):
            while True:
                counts = [len(await asyncio.to_thread(self._faults.shards_of, name)) for name in self._workers]
                if sum(counts) == SHARDS and max(counts) - min(counts) <= 1:
                    return
                await asyncio.sleep(0.3)

    @property
    def _workers(self) -> list[str]:
        return self._platform.names("worker")

    async def _until_moved(self, moves: int) -> None:
        async with asyncio.timeout(LEAVE_TIMEOUT_S):
            while sum(robot.moves_acked for robot in self.robots) < moves:
                await asyncio.sleep(0.1)

    async def _go_wrong(self) -> None:
        ends_s = time.monotonic() + self._args.minutes * 60
        members = {role: self._platform.names(role) for role in ("worker", "gateway")}
        for count, fault in enumerate(schedule(self._args.seed, members, self._args.calm, self._args.only), start=1):
            await asyncio.sleep(fault.pause_s)
            await self._do(fault)
            if count >= self._args.faults if self._args.faults else time.monotonic() > ends_s:
                return

    async def _do(self, planned: Fault) -> None:
        fault = await asyncio.to_thread(self._faults.aimed, planned)
        touched = set(await asyncio.to_thread(self._touched_by, fault)) - self._out
        outage = Outage(fault, touched, time.monotonic())
        self.outages.append(outage)
        noting = asyncio.create_task(self._note_hold_ups(outage))
        await asyncio.to_thread(self._faults.do, fault)
        outage.back(time.monotonic())
        if fault.target in SERVERS:
            noting.cancel()  # it counts from now
            noting = asyncio.create_task(self._note_hold_ups(outage))
        recovered = await outage.wait(RECOVER_TIMEOUT_S)
        await noting
        _say(
            f"{fault.kind} {fault.target}: away {outage.away_ms:.0f} ms, {len(outage.recover_ms)} tables, "
            f"longest {outage.longest_ms:.0f} ms, without a processor {outage.held_up_ms:.0f} ms"
        )
        if not recovered:
            stuck = sorted(outage.waiting)
            self.verdict.broken.append(f"{fault}: no move in {RECOVER_TIMEOUT_S:.0f} s at tables {stuck}")
            for robot in (robot for number in stuck[:3] for robot in self.pairs[number].robots):
                _say(f"  {robot}")

    async def _note_hold_ups(self, outage: Outage) -> None:
        before = await asyncio.to_thread(self._platform.held_up_s)
        await outage.wait(RECOVER_TIMEOUT_S)
        now = await asyncio.to_thread(self._platform.held_up_s)
        outage.held_up_ms = held_up_ms(before, now)

    def _touched_by(self, fault: Fault) -> Collection[int]:
        """The tables at which moves pass through what goes wrong; of the others it turns out later."""
        if fault.target in self._platform.names("worker"):
            shards = self._faults.shards_of(fault.target)
            return [pair.number for pair in self.pairs if shard_of(pair.table, SHARDS) in shards]
        if fault.target in self._platform.names("gateway"):
            url = self._platform.gateway_urls[self._platform.names("gateway").index(fault.target)]
            return [pair.number for pair in self.pairs if any(robot.url == url for robot in pair.robots)]
        return [pair.number for pair in self.pairs]

    # --- coming to rest ---

    async def _come_to_rest(self, playing: Sequence[asyncio.Task[None]]) -> None:
        self._stopping.set()
        for robot in self.robots:
            robot.think = lambda: 0.0
            robot.choose = lambda: "communication"
        _, late = await asyncio.wait(playing, timeout=LEAVE_TIMEOUT_S)
        _say("everybody has played to the end; waiting until all is quiet")
        for number, task in enumerate(playing):
            if task in late:
                self.verdict.broken.append(f"table {number} ({self.pairs[number].table}) did not come to an end")
                task.cancel()
        waiting = await asyncio.to_thread(wait_until_quiet, self._platform, QUIET_TIMEOUT_S)
        self.verdict.broken += [f"still waiting: {what}" for what in waiting]
        self.verdict.broken += [
            f"{robot.witness.who}: commands without an answer" for robot in self.robots if not robot.idle
        ]

    async def _hear_chips(self) -> None:
        """Everybody comes in once more and is told chips and table; then they go."""
        _say("all is quiet; everybody comes in once more")
        for robot in self.robots:
            robot.greeted.clear()
            robot.cut()
        async with asyncio.timeout(LEAVE_TIMEOUT_S):
            for robot in self.robots:
                await robot.greeted.wait()
        seated = [robot.witness.who for robot in self.robots if robot.home is not None]
        self.verdict.broken += [f"{who} still sits at a table, says the lobby" for who in seated]
        for robot in self.robots:
            robot.stop()

    def _verify(self) -> None:
        _say("verifying")
        platform, verdict = self._platform, self.verdict
        commands = {id: command for robot in self.robots for id, command in robot.witness.commands.items()}
        databases = platform.databases
        with (
            platform.postgres.connect(databases["tables"]) as tables,
            platform.postgres.connect(databases["wallet"]) as wallet,
            platform.postgres.connect(databases["ranking"]) as ranking,
        ):
            lines = verify.read_journal(tables)
            verify.check_commands(lines, commands, verdict)
            verify.check_versions(lines, verdict)
            verify.check_matches(tables, verdict)
            verify.check_chips(self.robots, verify.check_ledger(wallet, verdict), verdict)
            verify.check_settlements(wallet, tables, verdict)
            verify.check_ratings(ranking, tables, verdict)
        verify.check_robots(self.robots, verdict)
        verify.check_dead(platform, verdict)
        if not any(outage.fault.kind == "pause_worker" for outage in self.outages):
            stale = sum(robot.witness.stale for robot in self.robots)
            verdict.broken += [f"{stale} frames were older than what had been shown"] if stale else []

    def recover_ms_p99(self) -> float:
        """Over all tables touched by the death of a process that moves pass through."""
        times = by_kind(self.outages)
        return round(percentile(times.get("kill_worker", []) + times.get("kill_gateway", []), 0.99), 1)


def play(rabbit: RabbitServer, postgres: PostgresServer, args: argparse.Namespace) -> tuple[Report, list[str]]:
    """One run; answers the last line and everything that is not as promised."""
    with Platform(rabbit, postgres, workers=2, gateways=2, settings=SETTINGS) as platform:
        _say(f"the platform is up; its logs are in {platform.folder}")
        players = register_players(platform.rest_urls, 2 * args.tables)
        chaos = Chaos(platform, players, args)
        verdict = uvloop.run(chaos.run())
        _tell(chaos)
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
    )
    if verdict.ledger_sum or verdict.open_escrows:
        faults.append(f"the ledger's sum is {verdict.ledger_sum}, {verdict.open_escrows} escrows are open")
    return told, faults


def _tell(chaos: Chaos) -> None:
    for line in report(chaos.outages):
        _say(line)
    robots = chaos.robots
    figures = {
        "cuts": sum(robot.cuts for robot in robots),
        "sent again without a cut": sum(robot.unanswered for robot in robots),
        "old frames": sum(robot.witness.stale for robot in robots),
        "tables opened": sum(pair.tables for pair in chaos.pairs),
        "refused on the way to a table": dict(Counter(what for pair in chaos.pairs for what in pair.trouble)),
    }
    _say(", ".join(f"{what}: {count}" for what, count in figures.items()))


def _say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="chaos", description="Play while processes are killed.")
    made.add_argument("--seed", type=int, default=1, help="decides what goes wrong, and in which order")
    made.add_argument("--minutes", type=float, default=5.0, help="how long new faults begin")
    made.add_argument("--faults", type=int, default=0, help=f"stop after so many instead; {len(KINDS)}: each kind once")
    made.add_argument("--moves", type=int, default=0, help="play on until so many have been acknowledged")
    made.add_argument("--only", nargs="+", choices=KINDS, default=KINDS, help="kinds of faults")
    made.add_argument("--tables", type=int, default=TABLES)
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
        _say(f"FAULT {fault}")
    print(msgspec.json.encode(told).decode())
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
