"""Standings: the games of a competition, their points and corrections, and the ranking (RULES.md §5)."""
