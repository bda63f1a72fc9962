"""How many turns a second random full matches make, through the game's own `legal`, `next` and `apply`.

By hand: `python -m tests.games.pilotta.speed`. Calls and cards are turns; processor time of one core.
"""

import argparse
import random
import sys
import time

from services.tables.games import api
from services.tables.games.pilotta.state import State
from tests.games.pilotta.tables import VARIANTS, game, start


def turns_of_a_match(variant: str, seed: int) -> int:
    """Plays a match; how many turns it took."""
    chance = random.Random(seed)
    state: State = start(variant)
    turns = 0
    while True:
        waits = game.next(state)
        if isinstance(waits, api.Decide):
            seat = waits.due[0].seat
            legal = tuple(game.legal(state, seat))
            state, turns = game.apply(state, seat, legal[int(chance.random() * len(legal))]), turns + 1
        elif isinstance(waits, api.Draw):
            pieces = range(waits.n)
            values = chance.sample(pieces, waits.n) if waits.kind == "shuffle" else (chance.choice(pieces),)
            state = game.apply(state, None, api.Drawn(tuple(values)))
        elif isinstance(waits, api.Wait):
            state = game.apply(state, None, api.Elapsed(waits.number))
        else:
            return turns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    matches = parser.parse_args().matches
    for variant in VARIANTS:
        began_s = time.process_time()
        turns = sum(turns_of_a_match(variant, seed) for seed in range(matches))
        per_s = turns / (time.process_time() - began_s)
        sys.stdout.write(f"{variant}: {turns} turns, {per_s:.0f} a second\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
