"""Matches of the computer player against one that plays anything legal.

By hand: `python -m tests.games.buraco.duel` plays 200 of each kind.
"""

import argparse
import sys
from itertools import islice

from services.tables.games import api
from tests.games.buraco.hands import GAME
from tests.games.playing import LEGAL_LISTED, Chance

KINDS = {
    "for two": {},
    "in pairs": {"seats": 4},
    "one round for two": {"match_mode": "round"},
}


def winner(kind: str, computer: int, seed: int, target_score: int) -> int | None:
    """The side that wins a match in which this side is the computer's."""
    chance = Chance(kind, computer, seed)
    state = GAME.start(GAME.options(KINDS[kind] | {"target_score": target_score}, {}))
    while not isinstance(waits := GAME.next(state), api.Over):
        if isinstance(waits, api.Draw):
            state = GAME.apply(state, None, api.Drawn(chance.values(waits)))
            continue
        seat = waits.due[0].seat
        if seat % 2 == computer:
            move = GAME.bot(GAME.view(state, seat), chance)
        else:
            move = chance.pick(list(islice(GAME.legal(state, seat), LEGAL_LISTED)))
        assert GAME.check(state, seat, move) is None
        state = GAME.apply(state, seat, move)
    places = waits.result.places
    return None if places[0] == places[1] else int(places[1] == 1)


def won(kind: str, matches: int, seed: int, target_score: int = 2000) -> int:
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
