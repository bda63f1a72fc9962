"""One seed: the whole platform on a cluster of brokers and a pair of databases, players, and a plan of faults."""

import argparse
import asyncio
import shutil
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import uvloop

from bench.faults.recovery import Outage, held_up_ms
from bench.faults.splits.broker_nodes import BrokerCluster
from bench.faults.splits.checker import Findings, check
from bench.faults.splits.database_pair import DatabasePair
from bench.faults.splits.deeds import Deeds
from bench.faults.splits.history import History
from bench.faults.splits.house import House
from bench.faults.splits.kept import audit_of, read_kept
from bench.faults.splits.life import THREADS, Regular
from bench.faults.splits.plan import Step, plan
from bench.processes.schedule import Fault
from bench.robots.accounts import register_players
from bench.robots.evening import RECOVER_TIMEOUT_S, SETTINGS, Evening, say
from bench.robots.games import GAMES
from bench.robots.pairs import Pair
from bench.robots.robots import Player, Robot
from tests.support.server import ServerFailed

THINK_S = 0.25
PLAYED = ("tictactoe", "tavli")
HEAL_MS = 5_000.0
"""So soon play goes on at every table once a fault has been undone."""
LEAVE_SHARE = 0.15
_SETTLED_S = 1.0
_SETTINGS = SETTINGS | {"KAFENEIO_ITEM_RECIPIENTS": "table"}
"""Tables of two have no partners to give something to."""


class Healed(NamedTuple):
    """What came of a step."""

    step: Step
    stood_ms: float
    """The longest time for which any table stood still, from the beginning of the fault."""
    heal_ms: float
    """The longest time until a move was accepted at every table, after the fault had been undone."""
    held_up_ms: float
    """For how long the machine may have kept a move waiting for processors."""

    @property
    def own_ms(self) -> float:
        """The platform's own part of `heal_ms`."""
        return max(self.heal_ms - self.held_up_ms, 0.0)


class Trial(Evening):
    """Plays, lets a plan's steps happen, and checks every history."""

    robots: list[Regular]  # type: ignore[assignment]

    def __init__(
        self,
        platform: House,
        broker: BrokerCluster,
        database: DatabasePair,
        players: Sequence[Player],
        seed: int,
        args: argparse.Namespace,
    ) -> None:
        """`players`: two a table."""
        self._args, self._seed, self._broker = args, seed, broker
        self._deeds = Deeds(broker, database, platform, seed)
        self.history = History()
        self.healed: list[Healed] = []
        self.findings = Findings()
        self._outages: list[Outage] = []
        super().__init__(platform, players, seed)

    def make_robot(self, number: int, player: Player, seed: int) -> Regular:
        """With a history."""
        robot = Regular(number, player, self.platform.gateway_urls, self.platform.rest_urls, seed)
        robot.write_in(self.history)
        robot.game = GAMES[PLAYED[number // 2 % len(PLAYED)]]
        return robot

    def teach(self, pair: Pair, robot: Robot) -> None:
        """Tables come and go."""
        chance = robot.chance
        robot.think = lambda: chance.expovariate(1 / THINK_S)
        robot.choose = lambda: "communication" if chance.random() < LEAVE_SHARE else "rematch"
        robot.on_accepted = lambda _robot, first_s: self._accepted(pair.number, first_s)

    def play_to_the_end(self) -> None:
        """Long matches are given up."""
        for robot in self.robots:
            robot.game = robot.game.to_the_end
        super().play_to_the_end()

    async def until_shared(self) -> None:
        """Until every worker has shards."""
        async with asyncio.timeout(RECOVER_TIMEOUT_S):
            for name in self.platform.names("worker"):
                while not await asyncio.to_thread(self.faults.shards_of, name):
                    await asyncio.sleep(0.3)

    def _accepted(self, table: int, first_sent_s: float) -> None:
        now_s = time.monotonic()
        for outage in self._outages:
            outage.accepted(table, first_sent_s, now_s)

    async def happens(self) -> None:
        """One step after the other, while everybody plays, talks and gives."""
        with ThreadPoolExecutor(THREADS, "rest") as threads:
            beside = [asyncio.create_task(robot.talk()) for robot in self.robots]
            beside += [asyncio.create_task(robot.give(threads)) for robot in self.robots]
            ends_s = time.monotonic() + self._args.minutes * 60
            for step in plan(self._seed, self._args.calm, self._args.longest, self._args.only):
                await asyncio.sleep(step.calm_s)
                if not await self._do(step):
                    break
                if len(self.healed) >= self._args.steps if self._args.steps else time.monotonic() > ends_s:
                    break
            for task in beside:
                task.cancel()
            await asyncio.wait(beside)
        self.verdict.broken += [
            f"a player stopped to talk or give: {task.exception()!r}"
            for task in beside
            if not task.cancelled() and task.exception() is not None
        ]

    async def _do(self, step: Step) -> bool:
        """False: what it broke did not become whole again, so that nothing more can be tried."""
        say(f"{step} …")
        tables = {pair.number for pair in self.pairs} - self.out
        fault = Fault(step.kind, step.target, step.calm_s, step.hold_s)
        stands, before = Outage(fault, tables, time.monotonic()), await asyncio.to_thread(self.platform.held_up_s)
        self._outages = [stands]
        began_s = time.monotonic()
        healed_s = await asyncio.to_thread(self._deeds.do, step)
        heals = Outage(fault, tables, healed_s)
        self._outages.append(heals)
        went_on = await heals.wait(RECOVER_TIMEOUT_S)
        now = await asyncio.to_thread(self.platform.held_up_s)
        self.healed.append(Healed(step, stands.longest_ms, heals.longest_ms, held_up_ms(before, now)))
        say(
            f"{step}: took {healed_s - began_s:.1f} s, stood {stands.longest_ms:.0f} ms, heal {heals.longest_ms:.0f} ms"
        )
        if not went_on:
            self.verdict.broken.append(f"{step}: no move in {RECOVER_TIMEOUT_S:.0f} s at {sorted(heals.waiting)}")
        try:
            await asyncio.to_thread(self._deeds.make_whole)
        except ServerFailed as failure:
            self.verdict.broken.append(f"{step}: {failure}; {await asyncio.to_thread(self._broker.sights)}")
            return False
        await asyncio.sleep(_SETTLED_S)
        return went_on

    def look_back(self) -> None:
        """What every run demands, and the histories."""
        super().look_back()
        kept = read_kept(self.platform)
        self.findings = check(self.history.operations.values(), self.history.shown, self.history.reads, kept)
        self.verdict.broken += audit_of(self.platform)
        self.verdict.broken += [
            f"the durable queue {queue['name']} lives on one node"
            for queue in self._broker.manage("GET", f"/api/queues/{self.platform.vhost}")
            if queue["durable"] and queue["type"] == "classic"
        ]

    def faults_found(self) -> list[str]:
        """Everything that is not as promised."""
        verdict = self.verdict
        found = verdict.lost + verdict.doubled + verdict.broken + self.findings.all
        found += [
            f"{each.step}: play went on {each.heal_ms:.0f} ms after it, {each.held_up_ms:.0f} ms without a processor"
            for each in self.healed
            if each.own_ms > HEAL_MS
        ]
        if verdict.ledger_sum or verdict.open_escrows:
            found.append(f"the ledger's sum is {verdict.ledger_sum}, {verdict.open_escrows} escrows are open")
        return found


def run(seed: int, args: argparse.Namespace) -> Trial:
    """From the first server to the last check."""
    with BrokerCluster() as broker, DatabasePair() as database:
        say(f"seed {seed}: {len(broker.nodes)} brokers and two databases are up")
        with House(broker, database, workers=2, gateways=2, settings=_SETTINGS, games=PLAYED) as platform:
            say(f"the platform is up; its logs are in {platform.folder}")
            players = register_players(platform.rest_urls, 2 * args.tables)
            trial = Trial(platform, broker, database, players, seed, args)
            uvloop.run(trial.run())
            if trial.faults_found() and args.keep:
                shutil.copytree(platform.folder, Path(args.keep) / f"seed-{seed}", dirs_exist_ok=True)
    return trial
