"""Export and erasure of the data of one account (services/lobby/RULES.md §7)."""
