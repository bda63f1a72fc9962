"""Programs of others: registered, allowed by OAuth 2, their tokens (RULES.md §29)."""
