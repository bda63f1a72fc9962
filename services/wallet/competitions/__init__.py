"""Entries and prizes of competitions, and prizes of leaderboards (RULES.md §2)."""
