"""Results of games: counted when they end, corrected later (RULES.md §5)."""
