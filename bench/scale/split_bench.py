"""Whether a move is lost when a game gets more shards while everybody plays: `split_moves_lost` of `make bench-scale`.

Half of the pairs stay at their table, the others open a new one after each match. The workers are restarted one after
the other so that they serve a second generation of shards, and once more so that new tables are opened there. In the
end databases and robots are held to every promise, as by `make rolling`.
"""

import argparse
import asyncio
import time
from collections.abc import Mapping
from typing import NamedTuple

import uvloop

from bench.faults.rolling import Rolling
from bench.processes.whole_platform import Platform
from bench.robots.accounts import register_players
from bench.robots.evening import SETTINGS, say
from bench.robots.pairs import Pair
from bench.robots.robots import Robot
from tests.support.servers import PostgresServer, RabbitServer

TABLES = 20
WORKERS = 2
SHARDS_ADDED = 8
THINK_S = (0.3, 0.8)
NEW_TABLES_TIMEOUT_S = 180.0
_NEW_TABLES = r"SELECT count(*) FROM tables.tables WHERE table_id LIKE '%\_%'"


class Split(NamedTuple):
    """What became of it."""

    moves_acked: int
    moves_lost: int
    """Acknowledged moves that the journal does not have, or has twice."""
    new_tables: int
    """Tables that were opened in the new shards."""
    broken: list[str]
    """Everything else that is not as promised."""


class Splitting(Rolling):
    """One run."""

    new_tables = 0

    def teach(self, pair: Pair, robot: Robot) -> None:
        """Every second pair stays at its table."""
        super().teach(pair, robot)
        if pair.number % 2:
            robot.choose = lambda: "communication"

    async def happens(self) -> None:
        """Both restarts of all workers, then play until the new shards have their tables."""
        await self._restart({"KAFENEIO_TABLE_SHARDS_ADDED": str(SHARDS_ADDED)})
        await self._restart({"KAFENEIO_TABLE_GENERATION": "2"})
        until_s = time.monotonic() + NEW_TABLES_TIMEOUT_S
        while self.new_tables < len(self.pairs) // 2 and time.monotonic() < until_s:
            await asyncio.sleep(1)
            self.new_tables = await asyncio.to_thread(self._count_new_tables)

    async def _restart(self, variables: Mapping[str, str]) -> None:
        for name in self.platform.names("worker"):
            for variable, value in variables.items():
                self.platform.members[name].set_variable(variable, value)
            await self._replace(name)

    def _count_new_tables(self) -> int:
        with self.platform.postgres.connect(self.platform.databases["tables"]) as tables:
            row = tables.execute(_NEW_TABLES).fetchone()
        return int(row[0]) if row else 0


def measure_split(rabbit: RabbitServer, postgres: PostgresServer) -> Split:
    """Play on a platform of its own while its shards become more."""
    args = argparse.Namespace(think=THINK_S, calm=0.0, seed=1)
    with Platform(rabbit, postgres, workers=WORKERS, settings=SETTINGS) as platform:
        say(f"the platform is up; its logs are in {platform.folder}")
        split = Splitting(platform, register_players(platform.rest_urls, 2 * TABLES), args)
        verdict = uvloop.run(split.run())
    lost = verdict.lost + verdict.doubled
    broken = [*verdict.broken, *split.aborted]
    if not split.new_tables:
        broken.append("no table was opened in the new shards")
    return Split(verdict.moves_acked, len(lost), split.new_tables, broken)
