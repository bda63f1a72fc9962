"""The pure functions of the rules (RULES.md §14)."""
