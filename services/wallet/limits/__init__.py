"""Responsible gaming: players' own limits, self-exclusion, sessions and reality checks (RULES.md §11)."""
