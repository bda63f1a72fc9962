"""Deeds of staff about companies of players (RULES.md §14)."""
