"""Accounts: names, ages, registration, and changes by their owners (RULES.md §1)."""
