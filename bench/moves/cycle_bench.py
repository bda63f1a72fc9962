"""The processor time of the worker's own code for a move, without a broker, a database or other processes.

The worker is the real one; its link and its journal do nothing but encode what they would write. Two trees run in turns
on the same machine show a difference of some per cent within seconds, where `make bench` needs minutes.
"""

import argparse
import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

import structlog

from games.registry import game
from services.contracts.tables import commands
from services.platform.operations import console
from services.platform.operations.encryption import Sealer
from services.platform.process.json import encode_text
from services.tables.journal.commit_rows import CommitRows
from services.tables.journal.encrypted_entries import HiddenLines
from tests.tables.support import desk as desks
from tests.tables.support.desk import Desk, Seated

GAME = "tavli"
OPTIONS = {"variant": "portes", "target": 13}
BATCHES = (1, 100)
PAUSE_MS = 6_000
"""Longer than a roll without a legal step or the end of a game is shown."""


class SilentLink:
    """Sends nothing."""

    name = "shards"
    is_up = True

    def __init__(self, channel: Any) -> None:
        self.channel = channel

    def publish(self, *_message: Any, **_how: Any) -> None:
        """Nowhere."""

    def ack(self, *_tag: Any, **_how: Any) -> None:
        """To nobody."""


def main() -> None:
    """Print the microseconds of a move for each size of batch."""
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("--tables", type=int, default=100)
    args.add_argument("--rounds", type=int, default=40, help="moves at each table")
    chosen = args.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    found = {batch: us_per_move(chosen.tables, chosen.rounds, batch) for batch in BATCHES}
    for batch, us in found.items():
        console.say(f"{GAME}, {batch} commands in a cycle: {us:.0f} µs a move")
    console.say(json.dumps({"game": GAME, "us_per_move": {str(batch): round(us, 1) for batch, us in found.items()}}))


def us_per_move(tables: int, rounds: int, batch: int) -> float:
    """Processor time of the cycles in which robots move at every table, divided by the moves."""
    desk = Desk(games=(GAME,))
    seated = [desk.open(f"t{number}@{GAME}", options=OPTIONS).begin().all_watch() for number in range(tables)]
    desk.worker._link = desk.worker._subscriptions.link = SilentLink(desk.link.channel)  # type: ignore[assignment]
    desk.worker._journal.committer.begin = _encode_only  # type: ignore[method-assign]
    chance, used_s, moves, number = Random(1), 0.0, 0, 0
    for _ in range(rounds):
        waiting = [move for move in (some_move(each, chance) for each in seated) if move is not None]
        for start in range(0, len(waiting), batch):
            number += 1
            item = desk.give(number, *waiting[start : start + batch])
            desk.clock.advance(1)
            began_s = time.process_time()
            desk.worker._run_cycle([item])
            used_s += time.process_time() - began_s
        moves += len(waiting)
        desk.pass_ms(PAUSE_MS)
    return used_s / moves * 1e6


def some_move(table: Seated, chance: Random) -> commands.Move | None:
    """A legal play of the seat in turn; None if nobody is."""
    now = table.now
    if not now.match.clocks:
        return None
    clock, rules = now.match.clocks[0], game(now.game)
    plays = list(rules.legal(now.match.state, clock.seat))[1:]
    if not plays:
        return None
    play = rules.write(chance.choice(plays))
    return commands.Move(*table.head(table.turn_of), now.match.id, clock.number, play)


def _encode_only(writing: CommitRows) -> Callable[[], frozenset[str]]:
    for rows in writing.by_table(HiddenLines(Sealer(""))).values():
        encode_text(rows)
    return frozenset


desks.GAME = GAME

if __name__ == "__main__":
    main()
