"""Every process is replaced, one after the other, while people play at all tables (`make rolling`).

A new release comes like this: each process is asked to leave (SIGTERM) and its replacement starts. No match may
end by it, no move be lost, no clock be charged, no chip go astray. With `--from-commit HEAD~1` the old processes are
those of the previous commit, on the new schema: old and new talk to each other until the last one is replaced. Robots
do nothing but play, rematch and come back when their gateway closes. The last line of the output is JSON; exit code 1
when anything is not as promised.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import psycopg
import uvloop
from psycopg.rows import namedtuple_row

from bench.faults.charges import Charges, charges, decisions, timeouts
from bench.faults.gaps import Gaps
from bench.faults.recovery import held_up_ms
from bench.processes.members import ROOT
from bench.processes.whole_platform import HELPERS, Platform
from bench.robots.accounts import register_players
from bench.robots.evening import RECOVER_TIMEOUT_S, SETTINGS, Evening, say
from bench.robots.pairs import Pair
from bench.robots.robots import Player, Robot
from deploy.generate.everything import MESSAGES
from deploy.generate.message_schemas import breaking
from services.platform.operations.encryption import Sealer
from services.tables.journal.encrypted_entries import HiddenLines
from services.tables.journal.journal_rows import entry_of
from services.tables.table.entries import Entry
from tests.support.servers import PostgresServer, RabbitServer

TABLES = 200
THINK_S = (1.0, 4.0)
"""As people do. What a replacement costs a clock shows only while the machine has processor time to spare."""
CALM_S = 2.0
"""Play between two replacements, once all tables go on."""
BOUND_MS = 2_000
"""What the way of a move, and a connection that has to be made again, may cost a decision's clock."""
DECIDED = ("won", "tied")


class Report(msgspec.Struct):
    """The last line."""

    tables: int
    restarts: int
    moves_acked: int
    moves_lost: int
    double_effects: int
    games_aborted: int
    timeouts: int
    clock_ms_charged: int
    """Beyond the players' own thinking and the bound, over all decisions."""
    clock_ms_longest: int
    """The most that one decision was charged beyond its player's own thinking."""
    gap_ms_longest: float
    """From move to move at a table, the players' own thinking left out."""
    held_up_ms: float
    """How long threads on a move's way were ready and had no processor, in the worst of the replacements."""
    ledger_sum: int
    open_escrows: int


class Rolling(Evening):
    """One roll over the whole platform."""

    def __init__(self, platform: Platform, players: Sequence[Player], args: argparse.Namespace) -> None:
        """`players`: two a table."""
        self._args = args
        self._own_s: dict[str, float] = {}
        self._last_own_s: dict[int, float] = {}
        self.gaps = Gaps()
        self.gap_ms: dict[str, float] = {}
        """Who was replaced → the longest wait meanwhile."""
        self.held_up_ms = 0.0
        self.aborted: list[str] = []
        self.timeouts = 0
        self.charges = Charges(0, 0, 0)
        super().__init__(platform, players, args.seed)

    def teach(self, pair: Pair, robot: Robot) -> None:
        """They stay at their table as long as there is one."""
        chance = robot.chance
        robot.think = lambda: chance.uniform(*self._args.think)
        robot.choose = lambda: "rematch"
        robot.on_decided = lambda command_id, own_s: self._decided(pair.number, command_id, own_s)
        robot.on_accepted = lambda _robot, _first_s: self._accepted(pair.number)

    def _decided(self, table: int, command_id: str, own_s: float) -> None:
        self._own_s[command_id] = self._last_own_s[table] = own_s

    def _accepted(self, table: int) -> None:
        self.gaps.accepted(table, time.monotonic(), self._last_own_s.get(table, 0.0))

    # --- the roll ---

    async def happens(self) -> None:
        """Each process in turn."""
        for name in turns(self.platform.names):
            await asyncio.sleep(self._args.calm)
            await self._replace(name)
        await asyncio.sleep(self._args.calm)
        self.aborted += [
            f"table {pair.number} was opened {pair.tables} times" for pair in self.pairs if pair.tables != 1
        ]

    async def _replace(self, name: str) -> None:
        before = await asyncio.to_thread(self.platform.held_up_s)
        self.gaps.begin()
        left_s = await asyncio.to_thread(self.platform.term, name)
        self.platform.members[name].run_from(ROOT)
        await asyncio.to_thread(self.platform.start_member, name)
        stuck = await self._until_all_go_on()
        waited_ms = held_up_ms(before, await asyncio.to_thread(self.platform.held_up_s))
        self.held_up_ms = max(self.held_up_ms, waited_ms)
        self.gap_ms[name] = self.gaps.longest_ms
        say(
            f"{name}: left after {left_s:.1f} s, longest wait {self.gaps.longest_ms:.0f} ms, "
            f"without a processor {waited_ms:.0f} ms"
        )
        if stuck:
            self.verdict.broken.append(f"{name} replaced: no move at tables {sorted(stuck)}")

    async def _until_all_go_on(self) -> set[int]:
        """Until every table has had a move since now; answers those that have not when time is up."""
        tables = {pair.number for pair in self.pairs} - self.out
        asked_s = time.monotonic()
        while stuck := self.gaps.still(tables, asked_s):
            if time.monotonic() - asked_s > RECOVER_TIMEOUT_S:
                return stuck
            await asyncio.sleep(0.1)
        return set()

    # --- afterwards ---

    def look_back(self) -> None:
        """Was anybody's match ended, anybody's time taken?"""
        super().look_back()
        self.check_stale()
        with self.platform.postgres.connect(self.platform.databases["tables"]) as tables:
            outcomes = tables.execute("SELECT match_id, outcome FROM tables.matches WHERE outcome IS NOT NULL")
            self.aborted += [f"match {match}: {outcome}" for match, outcome in outcomes if outcome not in DECIDED]
            journals = read_journals(tables)
        own_ms = {command: own_s * 1_000 for command, own_s in self._own_s.items()}
        self.timeouts = timeouts(journals)
        self.charges = charges(decisions(journals), own_ms, BOUND_MS)

    def report(self) -> Report:
        """The last line."""
        return Report(
            tables=len(self.pairs),
            restarts=len(self.gap_ms),
            moves_acked=self.verdict.moves_acked,
            moves_lost=len(self.verdict.lost),
            double_effects=len(self.verdict.doubled),
            games_aborted=len(self.aborted),
            timeouts=self.timeouts,
            clock_ms_charged=self.charges.beyond_ms,
            clock_ms_longest=self.charges.longest_ms,
            gap_ms_longest=round(max(self.gap_ms.values(), default=0.0), 1),
            held_up_ms=round(self.held_up_ms, 1),
            ledger_sum=self.verdict.ledger_sum,
            open_escrows=self.verdict.open_escrows,
        )

    def broken(self) -> list[str]:
        """Everything that is not as promised."""
        verdict = self.verdict
        found = verdict.lost + verdict.doubled + verdict.broken + self.aborted
        found += [f"{self.timeouts} periods ran out"] if self.timeouts else []
        allowed_ms = BOUND_MS + self.held_up_ms
        if self.charges.longest_ms > allowed_ms:
            found.append(f"a decision was charged {self.charges.longest_ms} ms > {allowed_ms:.0f} ms too much")
        if verdict.ledger_sum or verdict.open_escrows:
            found.append(f"the ledger's sum is {verdict.ledger_sum}, {verdict.open_escrows} escrows are open")
        return found


def turns(names: Callable[[str], list[str]]) -> list[str]:
    """Who is replaced, in order: services that others ask first, then the workers, then the gateways."""
    return [*HELPERS, *names("worker"), *names("gateway")]


def read_journals(connection: psycopg.Connection) -> dict[str, list[Entry]]:
    """Table → its journal."""
    found: dict[str, list[Entry]] = {}
    plain = HiddenLines(Sealer())
    with connection.cursor(row_factory=namedtuple_row) as cursor:
        for row in cursor.execute("SELECT * FROM tables.journal ORDER BY table_id, seq"):
            entry = entry_of(row, plain.read_line(row.action, row.seq, None))
            found.setdefault(row.table_id, []).append(entry)
    return found


def play(rabbit: RabbitServer, postgres: PostgresServer, args: argparse.Namespace) -> tuple[Report, list[str]]:
    """One run; returns the last line and everything that is not as promised."""
    with (
        previous_release(args.from_commit) as code,
        Platform(rabbit, postgres, workers=2, gateways=2, settings=SETTINGS, code=code) as platform,
    ):
        say(f"the platform is up; its logs are in {platform.folder}")
        if args.from_commit:
            platform.run_command("migrate", code=ROOT)
        rolling = Rolling(platform, register_players(platform.rest_urls, 2 * args.tables), args)
        uvloop.run(rolling.run())
    say(", ".join(f"{what}: {count}" for what, count in rolling.figures().items()))
    return rolling.report(), rolling.broken()


@contextmanager
def previous_release(commit: str) -> Iterator[Path]:
    """The tree of another commit, in a folder of its own; ours for no commit."""
    if not commit:
        yield ROOT
        return
    with tempfile.TemporaryDirectory(prefix="kafeneio-release-") as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True, timeout=60)
        try:
            for line in _breaks(tree):
                say(f"the other release cannot read: {line}")
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True, timeout=60)


def _breaks(tree: Path) -> Iterator[str]:
    """What the messages of the two releases differ in that one of them cannot read."""
    for path in sorted((ROOT / MESSAGES).rglob("*.json")):
        old = tree / path.relative_to(ROOT)
        if old.exists():
            now, then = (json.loads(each.read_text(encoding="utf-8")) for each in (path, old))
            yield from (f"{path.relative_to(ROOT / MESSAGES)}: {line}" for line in breaking(then, now))


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="rolling", description="Replace every process while everybody plays.")
    made.add_argument("--tables", type=int, default=TABLES)
    made.add_argument("--think", type=float, nargs=2, default=THINK_S, help="seconds from .. to, before each move")
    made.add_argument("--calm", type=float, default=CALM_S, help="seconds of play between two replacements")
    made.add_argument("--seed", type=int, default=1, help="decides how the robots play")
    made.add_argument(
        "--from-commit", default="", metavar="REV", help="all processes run this commit at first, each new one ours"
    )
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, and say what came of it."""
    args = parser().parse_args(arguments)
    with RabbitServer() as rabbit, PostgresServer() as postgres:
        told, broken = play(rabbit, postgres, args)
    for each in broken[:100]:
        say(f"FAULT {each}")
    print(msgspec.json.encode(told).decode())
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
