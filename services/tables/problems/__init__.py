"""The problem of the day: which position it is, and who has answered it how (RULES.md §21)."""
