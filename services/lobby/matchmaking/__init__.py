"""Players that look for a game, and those of them that are seated together (RULES.md §9)."""
