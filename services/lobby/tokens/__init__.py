"""Personal tokens: made, listed, revoked, and what they open (RULES.md §12)."""
