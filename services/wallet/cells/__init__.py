"""Stakes of players of one cell at the tables of another (RULES.md §14)."""
