"""Matches from other programs, as recordings of who has brought them (RULES.md §24)."""
