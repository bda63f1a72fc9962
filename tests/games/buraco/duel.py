"""Matches of the computer player against one that plays anything legal.

By hand: `python -m tests.games.buraco.duel` plays 200 of each kind.
"""

from tests.games.buraco.hands import GAME
from tests.games.melding import duel

KINDS = {
    "for two": {},
    "in pairs": {"seats": 4},
    "one round for two": {"match_mode": "round"},
}


def won(kind: str, matches: int, seed: int, target_score: int = 2000) -> int:
    """How many of so many seeded matches the computer player wins, sitting now here, now there."""
    return duel.side_won(GAME, kind, KINDS[kind] | {"target_score": target_score}, matches, seed)


if __name__ == "__main__":
    duel.by_hand(KINDS, won, __doc__)
