"""What staff share at their desk (RULES.md §15)."""
