"""How many turns a second random full games make, through the game's own `next`, a legal move and `apply`.

By hand: `python -m tests.games.tichu.speed`. `any`: one of all plays that are found; `first`: one of the first few, as
they are found lazily; `listed`: one of up to 200 listed moves. Processor time of one core.
"""

import argparse
import sys
import time
from collections.abc import Callable
from itertools import islice

from services.tables.games import api
from services.tables.games.tichu.cards import OF_RANK, texts
from services.tables.games.tichu.checks import top_of
from services.tables.games.tichu.moves import Move, Pass, Play
from services.tables.games.tichu.sets import has_duty, plays
from services.tables.games.tichu.state import State
from tests.games.playing import Chance
from tests.games.tichu.hands import anything, game

Choice = Callable[[State, int, Chance], Move]
FIRST = 16


def one_of(state: State, seat: int, chance: Chance, most: int | None) -> Move:
    """A pass, or one of the sets that are found first."""
    if state.phase != "play":
        return anything(state, seat, chance)
    hand, top = state.hands[seat], top_of(state)
    duty = bool(state.wish) and has_duty(hand, top, state.wish)
    found = list(islice(plays(hand, top, OF_RANK[state.wish] if duty else 0), most))
    if top is not None and not duty and not chance.below(len(found) + 1):
        return Pass()
    return Play(texts(chance.pick(found)))


CHOICES: dict[str, Choice] = {
    "any": lambda state, seat, chance: one_of(state, seat, chance, None),
    "first": lambda state, seat, chance: one_of(state, seat, chance, FIRST),
    "listed": anything,
}


def turns_of_a_match(choose: Choice, seed: int) -> int:
    """Plays a match to 1000; how many turns it took."""
    chance = Chance("speed", seed)
    state, turns = game.start(game.options({}, {})), 0
    while not isinstance(waits := game.next(state), api.Over):
        if isinstance(waits, api.Draw):
            state = game.apply(state, None, api.Drawn(chance.values(waits)))
        elif isinstance(waits, api.Wait):
            state = game.apply(state, None, api.Elapsed(waits.number))
        else:
            seat = waits.due[0].seat
            state, turns = game.apply(state, seat, choose(state, seat, chance)), turns + 1
    return turns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10)
    matches = parser.parse_args().matches
    for name, choose in CHOICES.items():
        began_s = time.process_time()
        turns = sum(turns_of_a_match(choose, seed) for seed in range(matches))
        per_s = turns / (time.process_time() - began_s)
        sys.stdout.write(f"{name}: {turns} turns, {per_s:.0f} a second\n")


if __name__ == "__main__":
    main()
