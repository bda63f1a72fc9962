"""Statistics: recorded matches, hand by hand, and their sums (RULES.md §4)."""
