"""The engine against the slow rules of reference.py: most dice, legal results, refusals of plays, outcomes.

By hand: `python -m tests.games.tavli.crosscheck fevga --positions 100000 --seed 1`.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

from games.tavli.position import Position, position_of
from games.tavli.turns import Steps, Turn
from tests.games.tavli import positions, reference
from tests.games.tavli.reference import BAR, OFF, Table


def table_of(variant: str, place: Position, seat: int) -> Table:
    """A position for the reference."""
    places = [[point for point in range(26) for _ in range(int(text[25 - point], 16))] for text in place.sides]
    return Table(variant, places, [set(each) for each in place.pinned], seat)


def compare(variant: str, place: Position, seat: int, dice: positions.Dice, chance: random.Random) -> str | None:
    """How engine and reference differ on a roll; None if they do not."""
    engine = positions.turn(variant, place, dice, seat)
    table = table_of(variant, place, seat)
    most, ends = reference.legal(table, dice)
    if engine.most != most:
        return f"most dice: {engine.most}, not {most}"
    rules = engine.variant
    found = {table_of(variant, position_of(rules, board, seat), seat).key() for board in engine.results}
    if most and found != ends.keys():
        return f"results: {found ^ ends.keys()}"
    for play in [*_wild(table, dice, chance), *_legal_ones(engine)]:
        if engine.refusal(play) != (code := reference.refusal(table, dice, list(play), (most, ends))):
            return f"{play}: {engine.refusal(play)}, not {code}"
    return None


def _wild(table: Table, dice: positions.Dice, chance: random.Random) -> list[Steps]:
    """Plays nearly right: checkers that are there, dice that were rolled, mostly."""
    plays = []
    for _ in range(4):
        play = []
        now = table
        order = list(reference.rolled(dice))
        chance.shuffle(order)
        for die in order[: chance.randint(1, len(order))]:
            source = chance.choice([place for place in now.mine() if place != OFF] or [1])
            if chance.random() < 0.05:
                source, die = chance.choice([(BAR, die), (chance.randint(1, 24), die), (source, chance.randint(1, 6))])
            target = max(source - die, OFF)
            play.append((source, target))
            if source in now.mine() and target < BAR:
                now = now.after(source, target)
        plays.append(tuple(play))
    return plays


def _legal_ones(engine: Turn) -> list[Steps]:
    """Some plays that the engine offers, and each with its last step left out."""
    offered = list(islice(engine.plays(), 3))
    return offered + [play[:-1] for play in offered]


def rolls(variant: str, seed: int) -> Iterator[tuple[Position, int, positions.Dice]]:
    """Positions, seats and dice without end: now from a game, now thrown together."""
    for pair in zip(positions.of_random_games(variant, seed), positions.thrown(variant, seed), strict=True):
        yield from pair


def differences(variant: str, count: int, seed: int) -> Iterator[Any]:
    """The rolls on which engine and reference differ, of the first `count`; None for each that is well."""
    chance = random.Random(seed)
    for place, seat, dice in islice(rolls(variant, seed), count):
        problem = compare(variant, place, seat, dice, chance)
        yield problem and (place, seat, dice, problem)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", choices=positions.NAMES)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    wrong = 0
    for number, found in enumerate(differences(chosen.variant, chosen.positions, chosen.seed), 1):
        if found:
            wrong += 1
            sys.stdout.write(f"{found}\n")
        if number % 5_000 == 0 or number == chosen.positions:
            sys.stdout.write(f"{chosen.variant}: {number} positions, {wrong} differences\n")
            sys.stdout.flush()
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
