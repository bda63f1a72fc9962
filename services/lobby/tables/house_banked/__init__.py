"""House-banked tables: kept open, and joined while they run (RULES.md §4)."""
