"""Leaderboards: table ratings, periods, places and prizes (RULES.md §2)."""
