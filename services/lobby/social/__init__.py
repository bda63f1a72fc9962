"""Friends, blocked players, and gifts at tables (RULES.md §5, §10)."""
