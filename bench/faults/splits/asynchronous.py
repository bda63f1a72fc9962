"""The same loss of a primary with a standby that is not waited for: what was acknowledged and is gone is named.

deploy/README.md forbids it for production and says what to do after it. Here it is done: whatever had been lost, chips
are as many as before, the ledger's history is sound, what was held for lost matches comes back, and play goes on.
"""

import asyncio
import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime

import uvloop

from bench.drill.restore import NOT_SETTLED, Restored
from bench.faults.splits.checker import check_effects
from bench.faults.splits.database_pair import DatabasePair
from bench.faults.splits.history import History
from bench.faults.splits.kept import audit_of, read_kept
from bench.faults.splits.life import RecordingWitness
from bench.processes.whole_platform import Platform
from bench.robots.accounts import register_players
from bench.robots.evening import SETTINGS, say
from bench.robots.robots import Player
from services.wallet.corrections.lost_stakes import LOST_AFTER_MS
from tests.support.servers import RabbitServer

MOVES = 150
_LAG_S = 2.0
"""How far the standby is behind when the primary dies."""
_ON_S = 3.0
"""How long services go on with the standby before an operator stops them."""


class Behind(Restored):
    """Play, let the standby fall behind, lose the primary, stop, recover."""

    def __init__(self, platform: Platform, database: DatabasePair, players: Sequence[Player], seed: int) -> None:
        """`players`: two a table."""
        super().__init__(platform, list(players), seed)
        self._database = database
        self.history = History()
        for robot in self.robots:
            robot.witness = RecordingWitness(robot.witness.who, self.history)
        self.told: list[str] = []
        """What was acknowledged and is gone."""
        self.held: list[str] = []
        """Matches whose stakes nobody can settle, until an operator gives them back."""

    async def run(self) -> None:  # type: ignore[override]
        """Until all that is left is checked."""
        tasks = [asyncio.create_task(robot.run()) for robot in self.robots]
        playing = [asyncio.create_task(self._keep_playing(pair)) for pair in self.pairs]
        await self.until_moved(MOVES)
        self._database.part()
        parted_s, moment = time.monotonic(), datetime.now(UTC)
        await asyncio.sleep(_LAG_S)
        await asyncio.to_thread(self._database.fail_over, "kill", 0.0)
        await asyncio.sleep(_ON_S)
        for task in (*playing, *tasks):
            task.cancel()
        await asyncio.gather(*playing, *tasks, return_exceptions=True)
        await asyncio.to_thread(self._name_what_is_lost, parted_s)
        await asyncio.to_thread(self.come_back, lambda: None, moment)
        await asyncio.to_thread(self._name_what_is_held)
        await asyncio.to_thread(self._give_back_what_is_held)

    def _name_what_is_lost(self, parted_s: float) -> None:
        """Acknowledged before the standby had fallen behind, and gone: that must not be."""
        kept = read_kept(self.platform)
        operations = self.history.operations.values()
        before = [operation for operation in operations if (operation.answered_s or parted_s) < parted_s]
        self.broken += [
            f"lost before the standby fell behind: {what}" for what in check_effects(before, kept.effects)[0]
        ]
        self.told = check_effects(operations, kept.effects)[0]
        say(f"{len(self.told)} acknowledged commands are lost: {', '.join(self.told[:3])} …")

    def _name_what_is_held(self) -> None:
        """The match whose opening was lost with the primary, and whose stakes the wallet was asked to hold before or
        after, has nobody who could end it: it is named. Any other that is held is a fault."""
        self.broken = [what for what in self.broken if not what.endswith(NOT_SETTLED)]
        databases, postgres = self.platform.databases, self.platform.postgres
        with postgres.connect(databases["wallet"]) as wallet, postgres.connect(databases["tables"]) as tables:
            held = "SELECT match_id FROM wallet.stakes WHERE held_chips > 0 AND ended_at_ms IS NULL"
            for (match,) in wallet.execute(held).fetchall():
                known = "SELECT table_id, outcome FROM tables.matches WHERE match_id = %s"
                if (row := tables.execute(known, [match]).fetchone()) is None:
                    self.held.append(f"match {match}, of which tables know nothing")
                else:
                    self.broken.append(f"match {match} is held, and tables know of it: {row}")

    def _give_back_what_is_held(self) -> None:
        """As an operator does a quarter of an hour later, which is not waited for: the holds are made older."""
        with self.platform.postgres.connect(self.platform.databases["wallet"]) as wallet:
            wallet.execute("UPDATE wallet.stakes SET held_at_ms = held_at_ms - %s", [LOST_AFTER_MS])
            wallet.commit()
        reason = ("--reason", "the standby did not have these matches")
        said = self.platform.run_command("stakes", "release", "--all", *reason)
        came_back = sum(line.startswith("{") for line in said.splitlines())
        if came_back != len(self.held):
            self.broken.append(f"{len(self.held)} matches were held for good, {came_back} came back: {said}")
        check = json.loads(self.platform.run_command("ledger"))
        if (check["sum_chips"], check["open_escrows"], check["negative"]) != (0, 0, []):
            self.broken.append(f"the ledger after stakes came back: {check}")
        self.broken += audit_of(self.platform)


def try_asynchronous(seed: int, tables: int) -> Behind:
    """From the first server to the last check."""
    with (
        RabbitServer() as rabbit,
        DatabasePair(synchronous=False) as database,
        Platform(rabbit, database, workers=2, gateways=2, settings=SETTINGS) as platform,
    ):
        trial = Behind(platform, database, register_players(platform.rest_urls, 2 * tables), seed)
        uvloop.run(trial.run())
    return trial
