"""Matches on their way through ratings, boards, classification and statistics: taken in, corrected, taken out
(RULES.md §1–§4)."""
