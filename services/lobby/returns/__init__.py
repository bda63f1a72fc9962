"""Who comes back after registering, counted without names (RULES.md §28)."""
