"""The strengths of computer players, chosen when a practice table is opened (services/tables/RULES.md §9)."""

from typing import Literal

Strength = Literal["easy", "medium", "strong"]
STRONG: Strength = "strong"

NAMES_OF_A_STRENGTH = 8
"""More than there are seats at any table."""
_FIRST_NAME: dict[Strength, int] = {"strong": 0, "medium": NAMES_OF_A_STRENGTH, "easy": 2 * NAMES_OF_A_STRENGTH}


def computer_name(seat: int, strength: Strength = STRONG) -> str:
    """The name of the computer player on a seat: each strength has its own, by which clients know it everywhere."""
    return f"bot-{seat + _FIRST_NAME[strength]}"
