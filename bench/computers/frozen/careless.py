"""The weaker computer players as they were: sometimes they made a random legal move."""

from itertools import islice
from typing import Any

from games.api import AnyGame, Rng
from services.kernel.seats import Seat
from services.kernel.strength import Strength

CARELESS_PERCENT: dict[Strength, int] = {"easy": 60, "medium": 25, "strong": 0}
"""How many decisions in a hundred were random, by strength."""
LOOKED_AT = 32
"""The most legal moves from which a random one was drawn; a hand of rummy has thousands."""
CONCESSIONS = frozenset({"resign"})
"""Moves that give a game up: legal, but never made at random."""


def careless_move(rules: AnyGame, state: Any, seat: Seat, strength: Strength, chance: Rng) -> Any:
    """A random legal move, if the seat is careless this time; otherwise None."""
    if chance.below(100) >= CARELESS_PERCENT[strength]:
        return None
    legal = islice(rules.legal(state, seat), LOOKED_AT)
    moves = [move for move in legal if rules.write(move)["move"] not in CONCESSIONS]
    return moves[chance.below(len(moves))] if moves else None
