"""Export and erasure of the data of one account (RULES.md §7)."""
