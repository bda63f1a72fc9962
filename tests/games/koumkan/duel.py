"""Matches of the computer player against one that plays anything legal.

By hand: `python -m tests.games.koumkan.duel` plays 200 of each game.
"""

from tests.games.koumkan.hands import GAMES
from tests.games.melding import duel
from tests.games.seeded_matches import Chance


def wins(game_id: str, computer: int, seed: int, target_score: int) -> bool:
    """Whether the computer player, in this seat of two, wins a match."""
    options = {"seats": 2, "target_score": target_score}
    places = duel.result(GAMES[game_id], options, lambda seat: seat == computer, Chance(game_id, computer, seed)).places
    return places[computer] == 1 and places[1 - computer] == 2


def won(game_id: str, matches: int, seed: int, target_score: int = 101) -> int:
    """How many of so many seeded matches the computer player wins, sitting now here, now there."""
    return sum(wins(game_id, number % 2, seed * 10_000 + number, target_score) for number in range(matches))


if __name__ == "__main__":
    duel.by_hand(GAMES, won, __doc__)
