"""Matches of a computer player against one that plays anything legal, and their count by hand."""

import argparse
import sys
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from games import api
from tests.games.seeded_matches import LEGAL_LISTED, Chance


def result(game: Any, options: dict[str, Any], computer: Callable[[int], bool], chance: Chance) -> api.Result:
    """How a match ends in which the computer player has these seats."""
    state = game.start(game.options(options, {}))
    while not isinstance(waits := game.next(state), api.Over):
        if isinstance(waits, api.Draw):
            state = game.apply(state, None, api.Drawn(chance.values(waits)))
            continue
        seat = waits.due[0].seat
        if computer(seat):
            move = game.bot(game.view(state, seat), chance)
        else:
            move = chance.pick(list(islice(game.legal(state, seat), LEGAL_LISTED)))
        assert game.check(state, seat, move) is None
        state = game.apply(state, seat, move)
    return waits.result


def side_won(game: Any, kind: str, options: dict[str, Any], matches: int, seed: int) -> int:
    """How many of so many seeded matches of two sides the computer player wins, sitting now here, now there."""

    def wins(side: int, number: int) -> bool:
        chance = Chance(kind, side, seed * 10_000 + number)
        places = result(game, options, lambda seat: seat % 2 == side, chance).places
        return places[side] < places[1 - side]

    return sum(wins(number % 2, number) for number in range(matches))


def by_hand(kinds: Iterable[str], won: Callable[[str, int, int], int], description: str | None) -> None:
    """Plays as the command line says, 200 matches of each kind, and prints how many were won."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=kinds)
    chosen = parser.parse_args()
    for kind in [chosen.kind] if chosen.kind else kinds:
        sys.stdout.write(f"{kind}: {won(kind, chosen.matches, chosen.seed)} of {chosen.matches} matches won\n")
        sys.stdout.flush()
