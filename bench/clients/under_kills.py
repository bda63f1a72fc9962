"""Clients at work while processes are killed (`make try-clients`, trial `kills`).

Two bots play match after match, a stream of lines and a webhook bring their events, and one process after the other is
killed by SIGKILL and started again: gateway, fronts with the webhooks' deliverer, tables worker, services, and the two
programs that receive. In the end what they have is compared with the platform's own log of events and with its journal.
"""

import json
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from bench.processes.whole_platform import Platform
from bench.robots.accounts import register_players
from bench.robots.evening import say
from bench.robots.verify_databases import Line, read_journal
from tests.support.server import wait_until

PROGRAMS = ("stream", "webhook")
VICTIMS = (
    *("gateway-1", "grpc", "worker-1", "lobby", "stream", "moderation"),
    *("ranking", "webhook", "grpc-tls", "wallet", "tournaments"),
)
"""Who is killed, in turn; the last two names of ours among them are programs that receive."""
TOPICS = ("lobby.registered", "tables.match_finished", "ranking.rated")
PROGRESS_S, END_S = 180.0, 180.0
AWAY_S = 0.3
SILENT_S = 4.0
OF_PLAYERS = frozenset({"tables.match_finished", "ranking.rated"})


class Received(NamedTuple):
    """An event as one of them has it. `times`: how often it came, where its receiver counts that."""

    id: str
    cursor: str
    topic: str
    data: dict[str, Any]
    times: int = 1


class Found(msgspec.Struct):
    """What a run has found: events and moves that are missing, those that are there twice, and all else."""

    missed: list[str] = []
    doubled: list[str] = []
    wrong: list[str] = []


# --- what is compared: pure -----------------------------------------------------------------------------------------


def check_events(who: str, log: Sequence[Received], received: Sequence[Received], found: Found) -> None:
    """Everything that the log has came, once, with the log's own cursors, and in their order."""
    ours = Counter(each.id for each in received)
    kept = {each.id: each for each in log}
    found.missed += [f"{who}: {each.topic} {id}" for id, each in kept.items() if not ours[id]]
    found.doubled += [f"{who}: {id} {times} times" for id, times in ours.items() if times > 1]
    found.wrong += [f"{who}: {each.id} is not in the log" for each in received if each.id not in kept]
    for each in received:
        if each.id in kept and (each.cursor, each.data) != (kept[each.id].cursor, kept[each.id].data):
            found.wrong.append(f"{who}: {each.id} is not as the log has it")
    places = [place(each.cursor) for each in received]
    found.wrong += [f"{who}: {after} after {before}" for before, after in pairwise(places) if after <= before]


def check_log(log: Sequence[Received], matches: Iterable[str], found: Found) -> None:
    """Every match that was played to its end is in the log, once; so is every id."""
    finished = Counter(each.data["match"] for each in log if each.topic == "tables.match_finished")
    found.missed += [f"log: match {match}" for match in matches if not finished[match]]
    found.doubled += [f"log: match {match} {times} times" for match, times in finished.items() if times > 1]
    found.doubled += [f"log: {id} {times} times" for id, times in Counter(each.id for each in log).items() if times > 1]


def check_moves(journal: Sequence[Line], notes: Sequence[Mapping[str, Any]], found: Found) -> int:
    """Every acknowledged move is in the journal once, and every move there was acknowledged; how many."""
    played = Counter(_move(each["played"], each["move"]) for each in notes if "played" in each)
    made = Counter(
        _move(line.match, line.action["move"])
        for line in journal
        if line.command and "row" in line.action.get("move", {})
    )
    found.missed += [f"journal: {move}" for move in played - made]
    found.doubled += [f"journal: {move}" for move in (made - played) if move in played]
    found.wrong += [f"never acknowledged: {move}" for move in (made - played) if move not in played]
    found.doubled += [f"acknowledged: {move} {times} times" for move, times in played.items() if times > 1]
    commands = Counter(line.command for line in journal if line.command)
    found.doubled += [f"journal: command {id} {times} times" for id, times in commands.items() if times > 1]
    return played.total()


def place(cursor: str) -> tuple[int, ...]:
    """A cursor's place in the log."""
    return tuple(int(part) for part in cursor.split("."))


def _move(match: str, move: Mapping[str, Any]) -> str:
    """A move at tic-tac-toe: in a match a cell is marked once."""
    return f"{match} {move['row']},{move['col']}"


# --- the run --------------------------------------------------------------------------------------------------------


class UnderKills:
    """One run on a platform that is up."""

    def __init__(self, platform: Platform, folder: Path, start: Callable[..., "subprocess.Popen[str]"]) -> None:
        """`start`: begins a program of the empty environment: its file, then its arguments."""
        self._platform, self._folder, self._start = platform, folder, start
        self._programs: dict[str, tuple[Any, ...]] = {}
        self._running: dict[str, subprocess.Popen[str]] = {}
        self.kills: Counter[str] = Counter()
        self._others: set[str] = set()
        """Matches that were there before, of other trials."""

    def run(self, programs: Mapping[str, tuple[Any, ...]], kills: int) -> None:
        """Kill so many while programs run: `play`, and those that receive. Each is a file and its arguments."""
        self._programs = dict(programs)
        self._others = {line.match for line in self.journal()}
        try:
            for name in programs:
                self._begin(name)
            self._wait_for_matches(1, "the first match")
            for victim in islice(cycle(VICTIMS), kills):
                self._kill(victim)
            (self._folder / "stop").touch()
            if code := self._running["play"].wait(END_S):
                raise SystemExit(f"the bots ended with {code}")
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the programs."""
        for running in self._running.values():
            running.kill()
            running.wait()

    def _begin(self, name: str) -> None:
        self._running[name] = self._start(*self._programs[name])

    def _kill(self, victim: str) -> None:
        before, began_s = len(self.matches()), time.monotonic()
        if victim in PROGRAMS:
            self._running[victim].kill()
            self._running[victim].wait()
            self._begin(victim)
        else:
            self._platform.kill9(victim)
            time.sleep(AWAY_S)
            self._platform.start_member(victim)
        self.kills[victim] += 1
        register_players(self._platform.rest_urls, 1)
        self._wait_for_matches(before + 2, f"a match that began after the death of {victim}")
        say(f"killed {victim}: {len(self.matches()) - before} matches in {time.monotonic() - began_s:.1f} s")

    def _wait_for_matches(self, count: int, what: str) -> None:
        def there() -> bool:
            if (code := self._running["play"].poll()) is not None:
                raise SystemExit(f"the bots ended with {code}")
            return len(self.matches()) >= count

        wait_until(there, PROGRESS_S, what)

    # --- what they have ---

    def notes(self) -> list[dict[str, Any]]:
        """What the bots have noted: moves and matches."""
        file = self._folder / "played.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    def matches(self) -> list[str]:
        """The matches that they have seen end."""
        return [each["match"] for each in self.notes() if each.get("match")]

    def journal(self) -> list[Line]:
        """The tables' own, of the matches of this run."""
        with self._platform.postgres.connect(self._platform.databases["tables"]) as connection:
            return [line for line in read_journal(connection) if line.match not in self._others]

    def received(self, name: str) -> list[Received]:
        """What a program has kept, in the order in which it came."""
        times = ", times" if name == "webhook" else ""
        with closing(sqlite3.connect(self._folder / f"{name}.sqlite3", timeout=30)) as database:
            rows = database.execute(f"SELECT id, cursor, topic, data{times} FROM events ORDER BY rowid").fetchall()
        return [Received(id, cursor, topic, json.loads(data), *more) for id, cursor, topic, data, *more in rows]


def of_player(log: Sequence[Received], account: str) -> list[Received]:
    """What of the log a player's own stream has: about the account, and of others in it nothing."""
    found = []
    for each in log:
        if each.topic == "tables.match_finished" and account in each.data["accounts"]:
            found.append(each)
        elif each.topic == "ranking.rated":
            own = [change for change in each.data["changes"] if change["account"] == account]
            found += [each._replace(data=each.data | {"changes": own})] if own else []
    return found
