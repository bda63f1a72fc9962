"""Matches of two computer players against two that play anything legal, but never call.

By hand: `python -m tests.games.tichu.duel` plays 200.
"""

import argparse
import sys
import time

from games import api
from tests.games.tichu.hands import anything, computer, game, played

TARGET = 1000


def winner(team: int, seed: int, target: int = TARGET) -> int:
    """The team that wins a match in which this team is the computer's."""
    choose = {seat: computer if seat % 2 == team else anything for seat in range(4)}
    *_, last = played(("duel", team, seed), choose, target)
    waits = game.next(last)
    assert isinstance(waits, api.Over)
    return waits.result.places.index(1)


def won(matches: int, seed: int, target: int = TARGET) -> int:
    """How many of so many seeded matches the computer players win, sitting now here, now there."""
    return sum(winner(number % 2, seed * 10_000 + number, target) == number % 2 for number in range(matches))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    began_s = time.process_time()
    count = won(chosen.matches, chosen.seed)
    took_s = time.process_time() - began_s
    sys.stdout.write(f"{count} of {chosen.matches} matches won, {took_s:.0f} s\n")


if __name__ == "__main__":
    main()
