"""Combinations from plain data, where a rank decides as what a set of cards was played (RULES.md §4, §19)."""

from games.tichu.cards import PHOENIX, RANK_OF
from games.tichu.combos import DRAGON_STRENGTH, PHOENIX_LED_STRENGTH, Combo, readings


def on_table(mask: int, rank: float | None, phx_as: str | None = None) -> Combo | None:
    """What lies there: the reading with this rank, or with the Phoenix as this; without both the highest one.

    None where nothing has them. The Phoenix alone has the rank that is given, else 1.5.
    """
    if mask == PHOENIX:
        return _phoenix_alone(rank)
    for combo in readings(mask):
        if (rank is None or combo.strength == 2 * rank) and (phx_as is None or combo.phoenix == RANK_OF.get(phx_as)):
            return None if combo.kind == "dog" else combo
    return None


def _phoenix_alone(rank: float | None) -> Combo | None:
    strength = PHOENIX_LED_STRENGTH if rank is None else int(2 * rank) if abs(rank) < 20 else 0
    half = strength % 2 == 1 and PHOENIX_LED_STRENGTH <= strength < DRAGON_STRENGTH
    return Combo("single", 1, strength) if half else None


def rank_of(strength: int) -> float:
    """A rank as it is written: whole where it is."""
    return strength // 2 if strength % 2 == 0 else strength / 2
