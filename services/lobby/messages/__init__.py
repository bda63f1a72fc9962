"""Messages between friends (RULES.md §20)."""
