"""The computer player (RULES.md §17)."""

from services.tables.games.api import Rng
from services.tables.games.tichu.moves import Move
from services.tables.games.tichu.view import View


def bot(view: View, rng: Rng) -> Move | None:
    """Nothing yet."""
    return None
