"""Cards of players: what one sees of another, and may do (RULES.md §21)."""
