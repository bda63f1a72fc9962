"""The database is lost and restored from a backup while people play (`make drill`), as deploy/README.md describes.

The broker's objects are lost with it, first the virtual host alone, then the users as well: both ways back are taken.
"""

import asyncio
import json
import shutil
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.drill.broker_restore import durable_queues, make_broker_again
from bench.processes.whole_platform import Platform
from bench.robots.evening import Evening, say
from tests.support.backup_check import take_backup

MOVES_BEFORE, MOVES_AFTER = 150, 150
_SINCE = timedelta(minutes=15)
_SETTLE_TIMEOUT_S = 90.0
_END_TIMEOUT_S = 240.0
NOT_SETTLED = "matches are held and not settled"


class Restored(Evening):
    """Play, back up, play on, lose the database, restore, recover."""

    def __init__(self, platform: Platform, players: list, seed: int) -> None:  # type: ignore[type-arg]
        """`players`: two a table."""
        self.broken: list[str] = []
        self.moves_lost = 0
        self.resent = 0
        super().__init__(platform, players, seed)

    async def run(self) -> None:  # type: ignore[override]
        """Robots play until the loss; afterwards only what is kept counts."""
        tasks = [asyncio.create_task(robot.run()) for robot in self.robots]
        playing = [asyncio.create_task(self._keep_playing(pair)) for pair in self.pairs]
        await self.until_moved(MOVES_BEFORE)
        say("backing up while they play")
        backup = await asyncio.to_thread(take_backup, self.platform.postgres, self.platform.postgres.folder / "backup")
        moment = datetime.now(UTC)
        moves = sum(robot.moves_acked for robot in self.robots)
        await self.until_moved(moves + MOVES_AFTER)
        self.moves_lost = sum(robot.moves_acked for robot in self.robots) - moves
        for task in (*playing, *tasks):
            task.cancel()
        await asyncio.gather(*playing, *tasks, return_exceptions=True)
        say("the database and the broker's queues are lost")
        await asyncio.to_thread(self._lose_and_restore, backup, moment)

    def _lose_and_restore(self, backup: Path, moment: datetime) -> None:
        self.come_back(lambda: restore(self.platform, backup), moment)

    def come_back(self, restored: Callable[[], None], moment: datetime) -> None:
        """What an operator does: stop everything, let the database be `restored` to `moment`, begin with an empty
        broker, have relayed again what was relayed, end the matches of whoever does not come back."""
        platform = self.platform
        for name in platform.members:
            platform.kill9(name)
        restored()
        queues = durable_queues(platform)
        make_broker_again(platform)
        for member in platform.members.values():
            member.start()
        for member in platform.members.values():
            member.wait_ready()
        self.broken += [f"the queue {name} was not made again" for name in sorted(queues - durable_queues(platform))]
        said = platform.run_command("recover", "--since", (moment - _SINCE).isoformat())
        self.resent = sum(int(line.split(": ")[1].split()[0]) for line in said.splitlines())
        say(f"restored; {self.resent} messages are relayed again")
        self._end_all()
        self._look_back()

    def _end_all(self) -> None:
        """Whatever nobody comes back to is annulled by the operator; then all is settled."""
        deadline_s = time.monotonic() + _END_TIMEOUT_S
        asked: set[str] = set()
        while (open_tables := self._open_matches()) and time.monotonic() < deadline_s:
            for table in sorted(open_tables - asked):
                self.platform.run_command("tables", "void", table, "--reason", "the database was restored")
                asked.add(table)
            time.sleep(1)
        self.broken += [f"the match at table {table} has not ended" for table in sorted(self._open_matches())]

    def _open_matches(self) -> set[str]:
        began = 'SELECT match_id FROM tables.journal WHERE action LIKE \'%"k":"begun"%\''
        with self.platform.postgres.connect(self.platform.databases["tables"]) as tables:
            rows = tables.execute(
                f"SELECT table_id FROM tables.matches WHERE last_seq IS NULL AND match_id IN ({began})"
            )
            return {row[0] for row in rows}

    def _look_back(self) -> None:
        """The ledger's sum, and what is still held."""
        deadline_s = time.monotonic() + _SETTLE_TIMEOUT_S
        held = self._held()
        while held and time.monotonic() < deadline_s:
            time.sleep(1)
            held = self._held()
        if held:
            self.broken.append(f"{held} {NOT_SETTLED}")
        report = json.loads(self.platform.run_command("ledger").splitlines()[-1])
        if report["sum_chips"]:
            self.broken.append(f"the ledger's sum is {report['sum_chips']}")
        if not json.loads(self.platform.run_command("ledger", "audit").splitlines()[-1])["sound"]:
            self.broken.append("the ledger's history is not sound")

    def _held(self) -> int:
        """Escrows with chips in them."""
        with self.platform.postgres.connect(self.platform.databases["wallet"]) as wallet:
            row = wallet.execute(
                "SELECT count(*) FROM wallet.accounts WHERE account LIKE 'escrow:%' AND balance_chips <> 0"
            ).fetchone()
        return int(row[0]) if row else 0


def restore(platform: Platform, backup: Path) -> None:
    """The server dies with its disk; it comes back from the backup."""
    postgres = platform.postgres
    postgres.kill()
    shutil.rmtree(postgres.folder / "data")
    backup.rename(postgres.folder / "data")
    postgres.start()
