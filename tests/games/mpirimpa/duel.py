"""Matches of the computer player against one that plays anything legal.

By hand: `python -m tests.games.mpirimpa.duel` plays 200 of each game.
"""

import argparse
import sys
from itertools import islice

from services.tables.games import api
from tests.games.mpirimpa.hands import GAME, PRO
from tests.games.playing import LEGAL_LISTED, Chance

KINDS = {
    "mpirimpa": (GAME, {}),
    "mpirimpa with columns": (GAME, {"columns": True}),
    "mpirimpa in pairs": (GAME, {"seats": 4}),
    "mpirimpa pro": (PRO, {}),
    "mpirimpa pro in pairs": (PRO, {"seats": 4}),
}


def winner(kind: str, computer: int, seed: int, target_score: int) -> int | None:
    """The side that wins a match in which this side is the computer's."""
    game, options = KINDS[kind]
    chance = Chance(kind, computer, seed)
    state = game.start(game.options(options | {"target_score": target_score}, {}))
    while not isinstance(waits := game.next(state), api.Over):
        if isinstance(waits, api.Draw):
            state = game.apply(state, None, api.Drawn(chance.values(waits)))
            continue
        seat = waits.due[0].seat
        if seat % 2 == computer:
            move = game.bot(game.view(state, seat), chance)
        else:
            move = chance.pick(list(islice(game.legal(state, seat), LEGAL_LISTED)))
        assert game.check(state, seat, move) is None
        state = game.apply(state, seat, move)
    places = waits.result.places
    return None if places[0] == places[1] else int(places[1] == 1)


def won(kind: str, matches: int, seed: int, target_score: int = 1005) -> int:
    """How many of so many seeded matches the computer player wins, sitting now here, now there."""
    return sum(
        winner(kind, number % 2, seed * 10_000 + number, target_score) == number % 2 for number in range(matches)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS)
    chosen = parser.parse_args()
    for kind in [chosen.kind] if chosen.kind else KINDS:
        count = won(kind, chosen.matches, chosen.seed)
        sys.stdout.write(f"{kind}: {count} of {chosen.matches} matches won\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
