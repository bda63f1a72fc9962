"""The quiet streak: on how many days in a row somebody has played or solved a problem (RULES.md §8)."""
