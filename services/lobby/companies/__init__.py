"""Companies: groups of players, made and run by them (RULES.md §23)."""
