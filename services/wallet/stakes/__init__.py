"""Stakes of matches: limits for players, what is held when a match begins and paid when it is over (RULES.md §3–§5,
§10)."""
