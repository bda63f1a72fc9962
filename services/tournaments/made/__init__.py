"""Competitions that players make (RULES.md §11)."""
