"""Pairing: players that wait for a game, and those of them that are called to one (RULES.md §5)."""
