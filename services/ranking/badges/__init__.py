"""Badges for deeds at the tables and solved problems (RULES.md §9)."""
