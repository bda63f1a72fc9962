"""Prizes: the pool, the shares, which players may have one, and their payment (RULES.md §5)."""
