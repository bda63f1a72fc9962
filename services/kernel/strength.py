"""The strengths of computer players, chosen when a practice table is opened (services/tables/RULES.md §9)."""

from typing import Literal

Strength = Literal["easy", "medium", "strong"]
STRONG: Strength = "strong"
