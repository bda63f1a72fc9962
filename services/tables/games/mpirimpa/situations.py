"""A moment of a match as plain data in the rules' state names (RULES.md §14)."""
