"""A day's play: pairs of robots that play a fixed number of matches for chips, and are held to every promise."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from bench.processes.whole_platform import Platform
from bench.robots import verify_databases as verify
from bench.robots.evening import Evening
from bench.robots.games import GAMES
from bench.robots.pairs import NoTable, Pair
from bench.robots.robots import Player, Robot

PLAY_TIMEOUT_S = 240.0
THINK_S = 0.01
TAVLI_MATCHES = 2


class Day(Evening):
    """One day on a platform that is up: the same number of matches every day, so that days can be compared."""

    def __init__(
        self,
        platform: Platform,
        players: Sequence[Player],
        seed: int,
        matches: int,
        meanwhile: Callable[[Sequence[Robot]], Awaitable[None]],
    ) -> None:
        """`players`: two a table, the last table's at tavli; `matches`: of each pair at tic-tac-toe; `meanwhile`: what
        happens once they have played."""
        self._matches, self._meanwhile = matches, meanwhile
        super().__init__(platform, players, seed)

    def teach(self, pair: Pair, robot: Robot) -> None:
        """Rematch after rematch, until the day's matches have been played."""
        left = self._matches_of(pair)

        def choose() -> str:
            nonlocal left
            left -= 1
            return "rematch" if left > 0 else "communication"

        robot.choose = choose
        robot.think = lambda: robot.chance.expovariate(1 / THINK_S)
        if self._is_at_tavli(pair):
            robot.game = GAMES["tavli"].to_the_end

    @property
    def matches(self) -> int:
        """How many are played."""
        return sum(map(self._matches_of, self.pairs))

    def _is_at_tavli(self, pair: Pair) -> bool:
        return pair.number == len(self.robots) // 2 - 1

    def _matches_of(self, pair: Pair) -> int:
        return TAVLI_MATCHES if self._is_at_tavli(pair) else self._matches

    async def run(self) -> verify.Verdict:
        """Play, come to rest, verify."""
        async with asyncio.TaskGroup() as tasks:
            for robot in self.robots:
                tasks.create_task(robot.run())
            playing = [tasks.create_task(self._play_once(pair)) for pair in self.pairs]
            await asyncio.wait(playing, timeout=PLAY_TIMEOUT_S)
            await self._meanwhile(self.robots)
            await self._come_to_rest(playing)
            await self._hear_chips()
        await asyncio.to_thread(self.look_back)
        return self.verdict

    async def _play_once(self, pair: Pair) -> None:
        try:
            await pair.open()
            for robot in pair.robots:
                await robot.away.wait()
        except (NoTable, TimeoutError) as why:
            self.verdict.broken.append(f"table {pair.number} {pair.table}: {why or 'the lobby did not answer in time'}")

    def look_back(self) -> None:
        """Hold databases and robots to every promise. What is open still is looked at when hours have passed."""
        platform, verdict = self.platform, self.verdict
        commands = {id: command for robot in self.robots for id, command in robot.witness.commands.items()}
        with (
            platform.postgres.connect(platform.databases["tables"]) as tables,
            platform.postgres.connect(platform.databases["wallet"]) as wallet,
            platform.postgres.connect(platform.databases["ranking"]) as ranking,
        ):
            lines = verify.read_journal(tables)
            verify.check_commands(lines, commands, verdict)
            verify.check_versions(lines, verdict)
            verify.check_chips(self.robots, verify.check_ledger(wallet, verdict), verdict)
            verify.check_settlements(wallet, tables, verdict)
            verify.check_ratings(ranking, tables, verdict)
        verify.check_robots(self.robots, verdict)
        verify.check_dead(platform, verdict)
        self.check_stale()


def paired(people: int, day: int) -> list[int]:
    """Who sits beside whom on a day, two after two: in turn everybody meets everybody else. `people` is even."""
    others = list(range(1, people))
    turn = day % len(others)
    around = [0, *others[turn:], *others[:turn]]
    half = people // 2
    return [each for pair in zip(around[:half], reversed(around[half:]), strict=True) for each in pair]
