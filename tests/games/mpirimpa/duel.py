"""Matches of the computer player against one that plays anything legal.

By hand: `python -m tests.games.mpirimpa.duel` plays 200 of each kind.
"""

from tests.games.melding import duel
from tests.games.mpirimpa.hands import GAME, PRO

KINDS = {
    "mpirimpa": (GAME, {}),
    "mpirimpa with columns": (GAME, {"columns": True}),
    "mpirimpa in pairs": (GAME, {"seats": 4}),
    "mpirimpa pro": (PRO, {}),
    "mpirimpa pro in pairs": (PRO, {"seats": 4}),
}


def won(kind: str, matches: int, seed: int, target_score: int = 1005) -> int:
    """How many of so many seeded matches the computer player wins, sitting now here, now there."""
    game, options = KINDS[kind]
    return duel.side_won(game, kind, options | {"target_score": target_score}, matches, seed)


if __name__ == "__main__":
    duel.by_hand(KINDS, won, __doc__)
