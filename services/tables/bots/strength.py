"""Weaker computer players: now and then they make a legal move without thinking (RULES.md §9)."""

from itertools import islice
from typing import Any

from services.kernel.seats import Seat
from services.kernel.strength import Strength
from services.tables.games.api import AnyGame, Rng

CARELESS_PERCENT: dict[Strength, int] = {"easy": 60, "medium": 25, "strong": 0}
"""Of how many decisions in a hundred."""
LOOKED_AT = 32
"""Legal moves from which a careless one is drawn; a hand of rummy has thousands."""
CONCESSIONS = frozenset({"resign"})
"""Moves that give a game up: legal, but nobody makes them without thinking."""


def careless_move(rules: AnyGame, state: Any, seat: Seat, strength: Strength, chance: Rng) -> Any:
    """A legal move by chance where the seat is careless this time; None where it is to think."""
    if chance.below(100) >= CARELESS_PERCENT[strength]:
        return None
    legal = islice(rules.legal(state, seat), LOOKED_AT)
    moves = [move for move in legal if rules.write(move)["move"] not in CONCESSIONS]
    return moves[chance.below(len(moves))] if moves else None
