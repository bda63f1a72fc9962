"""Robots at their tables, from the first move until all is verified: what happens meanwhile is each tool's own."""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Sequence

from bench.processes.faults import Faults
from bench.processes.quiet import wait_until_quiet
from bench.processes.whole_platform import Platform
from bench.robots import verify_databases as verify
from bench.robots.accounts import CHEAP_PASSWORDS, NO_ADDRESS_LIMITS
from bench.robots.pairs import NoTable, Pair
from bench.robots.robots import Player, Robot
from bench.robots.verify_databases import Verdict

STAKE_CHIPS = 200
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


class Evening:
    """One run on a platform that is up. Subclasses say what `happens` while everybody plays."""

    def __init__(self, platform: Platform, players: Sequence[Player], seed: int) -> None:
        """`players`: two a table."""
        self.platform = platform
        self.faults = Faults(platform)
        self.out: set[int] = set()
        """Pairs that could not go on, which is a fault, and no reason to wait for them."""
        self.robots = [self.make_robot(number, player, seed) for number, player in enumerate(players)]
        self.pairs = [
            Pair(number, *self.robots[2 * number : 2 * number + 2], STAKE_CHIPS) for number in range(len(players) // 2)
        ]
        self.verdict = Verdict()
        self._stopping = asyncio.Event()
        for pair in self.pairs:
            for robot in pair.robots:
                self.teach(pair, robot)

    def make_robot(self, number: int, player: Player, seed: int) -> Robot:
        """Who plays."""
        return Robot(number, player, self.platform.gateway_urls, seed)

    def teach(self, pair: Pair, robot: Robot) -> None:
        """How a robot plays, and where it reports."""

    async def happens(self) -> None:
        """What goes on while everybody plays; when it returns, the evening ends."""

    # --- the run ---

    async def run(self) -> Verdict:
        """Play, let it happen, come to rest, verify."""
        async with asyncio.TaskGroup() as tasks:  # a robot or a pair that fails ends the run
            for robot in self.robots:
                tasks.create_task(robot.run())
            playing = [tasks.create_task(self._keep_playing(pair)) for pair in self.pairs]
            await self._until_all_play()
            await self.until_shared()
            await asyncio.to_thread(self.faults.wait_for_queues_on_disk)
            await self.happens()
            await self._come_to_rest(playing)
            await self._hear_chips()
        await asyncio.to_thread(self.look_back)
        return self.verdict

    async def _keep_playing(self, pair: Pair) -> None:
        try:
            await pair.keep_playing(self._stopping)
        except (NoTable, TimeoutError) as why:
            self.out.add(pair.number)
            self.verdict.broken.append(f"table {pair.number} {pair.table}: {why or 'the lobby did not answer in time'}")

    async def _until_all_play(self) -> None:
        async with asyncio.timeout(RECOVER_TIMEOUT_S):
            while any(robot.moves_acked == 0 for robot in self.robots):
                await asyncio.sleep(0.1)

    async def until_shared(self) -> None:
        """Until every worker has its fair share of the shards: the first one took them all."""
        async with asyncio.timeout(RECOVER_TIMEOUT_S):
            while True:
                workers = self.platform.names("worker")
                counts = [len(await asyncio.to_thread(self.faults.shards_of, name)) for name in workers]
                if sum(counts) == SHARDS and max(counts) - min(counts) <= 1:
                    return
                await asyncio.sleep(0.3)

    async def until_moved(self, moves: int) -> None:
        """Until so many moves have been acknowledged in all."""
        async with asyncio.timeout(LEAVE_TIMEOUT_S):
            while sum(robot.moves_acked for robot in self.robots) < moves:
                await asyncio.sleep(0.1)

    # --- coming to rest ---

    def play_to_the_end(self) -> None:
        """Let everybody play the match they are in, and go."""
        self._stopping.set()
        for robot in self.robots:
            robot.think = lambda: 0.0
            robot.choose = lambda: "communication"

    async def _come_to_rest(self, playing: Sequence[asyncio.Task[None]]) -> None:
        self.play_to_the_end()
        _, late = await asyncio.wait(playing, timeout=LEAVE_TIMEOUT_S)
        say("everybody has played to the end; waiting until all is quiet")
        for number, task in enumerate(playing):
            if task in late:
                self.verdict.broken.append(f"table {number} ({self.pairs[number].table}) did not come to an end")
                task.cancel()
        waiting = await asyncio.to_thread(wait_until_quiet, self.platform, QUIET_TIMEOUT_S)
        self.verdict.broken += [f"still waiting: {what}" for what in waiting]
        self.verdict.broken += [
            f"{robot.witness.who}: commands without an answer" for robot in self.robots if not robot.idle
        ]

    async def _hear_chips(self) -> None:
        """All robots come in once more and receive chips and table; then they go."""
        say("all is quiet; everybody comes in once more")
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

    def look_back(self) -> None:
        """Hold databases and robots to every promise."""
        say("verifying")
        platform, verdict = self.platform, self.verdict
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

    def check_stale(self) -> None:
        """Nobody was shown anything older than before, which only a worker that hung and woke up may do."""
        stale = sum(robot.witness.stale for robot in self.robots)
        self.verdict.broken += [f"{stale} frames were older than what had been shown"] if stale else []

    def figures(self) -> dict[str, object]:
        """What else there is to report, for people."""
        return {
            "cuts": sum(robot.cuts for robot in self.robots),
            "sent again without a cut": sum(robot.unanswered for robot in self.robots),
            "old frames": sum(robot.witness.stale for robot in self.robots),
            "tables opened": sum(pair.tables for pair in self.pairs),
            "refused on the way to a table": dict(Counter(what for pair in self.pairs for what in pair.trouble)),
        }


def say(text: str) -> None:
    """A line for people."""
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)
