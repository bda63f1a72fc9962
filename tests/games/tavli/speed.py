"""How many single-checker steps a second random full games make, through the game's own `next`, `check` and `apply`.

By hand: `python -m tests.games.tavli.speed`. `all`: every legal result of every roll is found and one is taken;
`walk`: one legal play is found step by step. Processor time of one core.
"""

import argparse
import sys
import time
from collections.abc import Callable

from services.tables.games import api
from services.tables.games.tavli.moves import Play, pairs_of
from services.tables.games.tavli.rules import turn_of
from services.tables.games.tavli.state import State
from services.tables.games.tavli.turns import steps_of
from tests.games.playing import Chance
from tests.games.tavli.duel import anything
from tests.games.tavli.positions import NAMES, game

Chooser = Callable[[State, Chance], Play]


def any_result(state: State, chance: Chance) -> Play:
    """A play that leads to any of all legal results."""
    return Play(pairs_of(steps_of(chance.pick(list(turn_of(state).results.values())))))


def steps_of_a_match(variant: str, choose: Chooser, seed: int) -> int:
    """Plays a match to 1; how many steps it took."""
    chance = Chance("speed", variant, seed)
    state, steps = game.start(game.options({"variant": variant}, {})), 0
    while not isinstance(waits := game.next(state), api.Over):
        if isinstance(waits, api.Draw):
            state = game.apply(state, None, api.Drawn(chance.values(waits)))
        elif isinstance(waits, api.Wait):
            state = game.apply(state, None, api.Elapsed(waits.number))
        else:
            seat = waits.due[0].seat
            move = choose(state, chance)
            assert game.check(state, seat, move) is None
            state, steps = game.apply(state, seat, move), steps + len(move.steps)
    return steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=50)
    matches = parser.parse_args().matches
    for variant in NAMES:
        for name, choose in (("all", any_result), ("walk", anything)):
            began_s = time.process_time()
            steps = sum(steps_of_a_match(variant, choose, seed) for seed in range(matches))
            per_s = steps / (time.process_time() - began_s)
            sys.stdout.write(f"{variant} {name}: {steps} steps, {per_s:.0f} a second\n")


if __name__ == "__main__":
    main()
