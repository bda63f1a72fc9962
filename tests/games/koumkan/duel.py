"""Matches of the computer player against one that plays anything legal.

By hand: `python -m tests.games.koumkan.duel` plays 200 of each game.
"""

import argparse
import sys
from itertools import islice

from services.tables.games import api
from tests.games.koumkan.hands import GAMES
from tests.games.playing import LEGAL_LISTED, Chance


def wins(game_id: str, computer: int, seed: int, target_score: int) -> bool:
    """Whether the computer player, in this seat of two, wins a match."""
    game, chance = GAMES[game_id], Chance(game_id, computer, seed)
    state = game.start(game.options({"seats": 2, "target_score": target_score}, {}))
    while not isinstance(waits := game.next(state), api.Over):
        if isinstance(waits, api.Draw):
            state = game.apply(state, None, api.Drawn(chance.values(waits)))
            continue
        seat = waits.due[0].seat
        if seat == computer:
            move = game.bot(game.view(state, seat), chance)
        else:
            move = chance.pick(list(islice(game.legal(state, seat), LEGAL_LISTED)))
        assert game.check(state, seat, move) is None
        state = game.apply(state, seat, move)
    return waits.result.places[computer] == 1 and waits.result.places[1 - computer] == 2


def won(game_id: str, matches: int, seed: int, target_score: int = 101) -> int:
    """How many of so many seeded matches the computer player wins, sitting now here, now there."""
    return sum(wins(game_id, number % 2, seed * 10_000 + number, target_score) for number in range(matches))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=GAMES)
    chosen = parser.parse_args()
    for game_id in [chosen.game] if chosen.game else GAMES:
        count = won(game_id, chosen.matches, chosen.seed)
        sys.stdout.write(f"{game_id}: {count} of {chosen.matches} matches won\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
