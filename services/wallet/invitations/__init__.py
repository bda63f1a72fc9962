"""Welcome chips of new accounts, and rewards for invited friends (RULES.md §7)."""
