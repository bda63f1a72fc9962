"""Entries: bought, refunded, and handled when their player is excluded (RULES.md §5)."""
