"""Matches of the computer player against one that plays anything legal.

By hand: `python -m tests.games.tavli.duel` plays 200 of each variant.
"""

import argparse
import sys

from games import api
from games.tavli.moves import Play, pairs_of
from games.tavli.rules import turn_of
from games.tavli.state import State
from services.kernel.strength import STRONG, Strength
from tests.games.seeded_matches import Chance
from tests.games.tavli.positions import NAMES, game


def anything(state: State, chance: Chance) -> Play:
    """A legal play, step by step; never resigning."""
    turn = turn_of(state)
    board, left, steps = turn.board, turn.dice, ()
    while len(steps) < turn.most:
        choices = turn.steps_from(board, left)
        step = chance.pick(list(choices))
        board, left = choices[step]
        steps = (*steps, step)
    return Play(pairs_of(steps))


def winner(variant: str, computer: int, seed: int, strength: Strength = STRONG) -> int:
    """Who wins a match to 1 in which this seat is the computer's."""
    chance = Chance(variant, computer, seed)
    state = game.start(game.options({"variant": variant}, {}))
    while not isinstance(waits := game.next(state), api.Over):
        if isinstance(waits, api.Draw):
            state = game.apply(state, None, api.Drawn(chance.values(waits)))
        elif isinstance(waits, api.Wait):
            state = game.apply(state, None, api.Elapsed(waits.number))
        else:
            seat = waits.due[0].seat
            mine = seat == computer
            move = game.bot(game.view(state, seat), chance, strength) if mine else anything(state, chance)
            assert game.check(state, seat, move) is None
            state = game.apply(state, seat, move)
    return waits.result.places.index(1)


def won(variant: str, matches: int, seed: int, strength: Strength = STRONG) -> int:
    """How many of so many seeded matches the computer player wins, sitting now here, now there."""
    return sum(winner(variant, number % 2, seed * 10_000 + number, strength) == number % 2 for number in range(matches))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for variant in NAMES:
        count = won(variant, chosen.matches, chosen.seed)
        sys.stdout.write(f"{variant}: {count} of {chosen.matches} matches won\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
