"""Bot accounts: made and closed by their owners, and where they may sit down (RULES.md §13)."""
