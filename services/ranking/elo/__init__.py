"""The general Elo: what a match is worth to each rating, and the stored ratings and rated matches (RULES.md §1)."""
