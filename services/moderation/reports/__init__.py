"""Reports: filed by players about others, decided by staff; whose chat staff see live (RULES.md §5)."""
