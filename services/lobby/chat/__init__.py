"""Chat: rooms, pace, and words of the operator's lists (RULES.md §3)."""
