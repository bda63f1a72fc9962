"""How strong computer players are, as whoever opens a practice table chooses (services/tables/RULES.md §9)."""

from typing import Literal

Strength = Literal["easy", "medium", "strong"]
STRONG: Strength = "strong"
