"""Guest accounts: opened without registration, entered again with a key, erased when unused (RULES.md §11)."""
