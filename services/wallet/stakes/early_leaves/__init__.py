"""Players that repeatedly leave matches with a stake before the first round (RULES.md §10)."""
