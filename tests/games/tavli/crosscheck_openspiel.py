"""Portes against the backgammon of OpenSpiel: the positions that whole legal turns lead to, and what they win.

By hand, with an environment that has OpenSpiel (`make var/peers/.has-peers` makes one):
`python -m tests.games.tavli.crosscheck_openspiel --positions 20000 --seed 1 --peers var/peers/bin/python`.

The same in both (RULES.md §4, §7, §8, §11): the set-up and opposite directions; two or more block, one is hit, without
a limit, at home too; the bar first, die `d` to own `25 − d`; the most dice, and of two that could each be used alone
the higher; bearing off with all at home and none on the bar, from the highest point with a larger die too, or moving
on instead; 15 off end the game, worth 2 if the loser has none off (its option `enable_gammons`), else 1.

Worded or built differently:

- A double is two actions of two dice there, each with the most dice of its own; here the most of all four (§7 2). That
  comes to the same: no step takes another one with the same die away, so whoever goes on while there is a step uses
  equally many. OpenSpiel's ends have the number of used dice, and one that used fewer is a difference (`DICE`).
- The opening: there the starter plays the two dice of the opening roll, here a fresh roll (§1). That decides which dice
  come, not what they allow: first turns are compared like all others, and counted apart (`first turn`).
- Backgammon's third point and cube: left out there by options, here by §8 4 and §1.
- OpenSpiel ends a game after 500 turns: its limit is put out of reach.

`openspiel_turns.jsonl`, which the ordinary tests compare, was written by OpenSpiel 2.0.2: the same with
`--positions 10000 --seed 1 --record tests/games/tavli/openspiel_turns.jsonl`.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from games.tavli.position import Position, position_of
from games.tavli.side import HOME_BITS
from games.tavli.turns import Turn
from tests.games.tavli import positions

PEER = Path(__file__).with_name("openspiel_turns.py")
DICE, MISSING, EXTRA, POINTS = "another number of dice", "ends missing here", "ends only here", "other points"

RECORDED_EACH = 15
RECORDED_ENDS_MAX = 40

Ends = set[tuple[str, ...]]


class Told(NamedTuple):
    """A turn as OpenSpiel has it: the positions it leads to, how many dice it uses, what it wins."""

    seat: int
    dice: positions.Dice
    place: Position
    used: set[int]
    ends: Ends
    points: int | None


def read(line: str) -> Told:
    """A line of openspiel_turns.py. Its sides are written as positions of ours are."""
    told: dict[str, Any] = json.loads(line)
    (one, other), (light, dark), after = told["dice"], told["before"], told["after"]
    ends = {tuple(end.split()) for some in after.values() for end in some}
    return Told(told["seat"], (one, other), Position((light, dark)), set(map(int, after)), ends, told["points"])


def problems(told: Told, turn: Turn) -> list[str]:
    """The causes for which engine and OpenSpiel do not agree on a turn."""
    boards = list(turn.results) if turn.most else [turn.board]
    ours = {position_of(turn.variant, board, told.seat).sides for board in boards}
    outcomes = {outcome.points for board in boards if (outcome := turn.variant.outcome(board))}
    wrong = {
        DICE: told.used != {turn.most},
        MISSING: bool(told.ends - ours),
        EXTRA: bool(ours - told.ends),
        POINTS: outcomes != ({told.points} - {None}),
    }
    return [cause for cause, found in wrong.items() if found]


def kinds(told: Told, turn: Turn) -> Iterator[str]:
    """What a turn is an example of: says how much of the rules a run has seen."""
    double = len(turn.dice) > 2
    enemy = told.place.sides[1 - told.seat]
    yield "double" if double else "two dice"
    if turn.board.own == turn.variant.start:
        yield "first turn"
    if turn.most < len(turn.dice):
        yield f"{turn.most} of {len(turn.dice)} dice"
    if not double and turn.most == 1 and all(turn.variant.sources(turn.board, die) for die in turn.dice):
        yield "higher of two"
    if turn.board.own >> HOME_BITS == 0:
        yield "all at home"
    if told.place.sides[told.seat][0] != "0":
        yield "from the bar"
    if any(end[1 - told.seat] != enemy for end in told.ends):
        yield "hits"
    if told.points is not None:
        yield f"wins {told.points}"


class Report:
    """Counts over a run, and the first few turns that differ for each cause."""

    SHOWN = 3

    def __init__(self) -> None:
        self.turns = 0
        self.ends = 0
        self.wrong = 0
        self.seen: Counter[str] = Counter()
        self.causes: Counter[str] = Counter()
        self.examples: dict[str, list[Told]] = {}

    def add(self, told: Told) -> None:
        """Compares one more turn."""
        turn = positions.turn("portes", told.place, told.dice, told.seat)
        self.turns += 1
        self.ends += len(told.ends)
        self.seen.update(kinds(told, turn))
        found = problems(told, turn)
        self.wrong += bool(found)
        for cause in found:
            self.causes[cause] += 1
            examples = self.examples.setdefault(cause, [])
            if len(examples) < self.SHOWN:
                examples.append(told)

    def lines(self) -> Iterator[str]:
        """For people: examples, then the counts."""
        for cause, examples in self.examples.items():
            yield from (f"{cause}: {told}" for told in examples)
        for title, counts in (("seen", self.seen), ("differences", self.causes)):
            yield f"{title}: " + (", ".join(f"{count} {name}" for name, count in counts.most_common()) or "none")
        yield f"portes: {self.turns} positions, {self.ends} ends, {self.wrong} differences"


def compared(lines: Iterable[str]) -> Report:
    """The report on turns as openspiel_turns.py writes them."""
    report = Report()
    for line in lines:
        report.add(read(line))
    return report


def to_record(lines: Iterable[str]) -> Iterator[str]:
    """Turns with few ends, so many that each kind is there `RECORDED_EACH` times if it came so often."""
    kept: Counter[str] = Counter()
    for line in lines:
        told = read(line)
        shown = set(kinds(told, positions.turn("portes", told.place, told.dice, told.seat)))
        if len(told.ends) <= RECORDED_ENDS_MAX and any(kept[kind] < RECORDED_EACH for kind in shown):
            kept.update(shown)
            yield line


@contextmanager
def told_by(python: str, count: int, seed: int) -> Iterator[Iterable[str]]:
    """The lines of openspiel_turns.py, run by the peers' Python; fails if it does."""
    command = [python, "-P", str(PEER), "--positions", str(count), "--seed", str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as peer:
        assert peer.stdout is not None
        yield peer.stdout
    if peer.returncode:
        raise subprocess.CalledProcessError(peer.returncode, command)


def main() -> None:
    """Compares as many turns as are asked for; ends with 1 if one differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--peers", required=True, help="the Python of an environment with OpenSpiel")
    parser.add_argument("--record", type=Path, help="write some turns of every kind there instead of comparing")
    chosen = parser.parse_args()
    with told_by(chosen.peers, chosen.positions, chosen.seed) as lines:
        if chosen.record:
            chosen.record.write_text("".join(to_record(lines)))
            return
        report = compared(lines)
    sys.stdout.write("\n".join(report.lines()) + "\n")
    raise SystemExit(1 if report.wrong or report.turns < chosen.positions else 0)


if __name__ == "__main__":
    main()
