"""Matches of computer partners against partners that play anything legal.

By hand: `python -m tests.games.pilotta.duel` plays 200 of each variant.
"""

import argparse
import sys
import time

from tests.games.pilotta.tables import VARIANTS, anything, computer, over, start, stepped
from tests.games.seeded_matches import Chance


def winner(variant: str, team: int, seed: int) -> int:
    """Which team wins a match in which this team is the computer's."""
    chance = Chance(variant, team, seed)
    choosers = [computer if seat % 2 == team else anything for seat in range(4)]
    state = start(variant)
    while not over(state):
        state = stepped(state, chance, choosers)
    assert state.winner is not None
    return state.winner


def won(variant: str, matches: int, seed: int) -> int:
    """How many of so many seeded matches the computer players win, sitting now here, now there."""
    return sum(winner(variant, number % 2, seed * 10_000 + number) == number % 2 for number in range(matches))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for variant in VARIANTS:
        began_s = time.process_time()
        count = won(variant, chosen.matches, chosen.seed)
        took_s = time.process_time() - began_s
        sys.stdout.write(f"{variant}: {count} of {chosen.matches} matches won, {took_s:.1f} s\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
