"""Lottery tickets: promised, paid, drawn and revealed (RULES.md §9)."""
