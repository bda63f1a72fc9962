"""Access to accounts: login, passwords, links by mail, the second factor, guessing (RULES.md §1, §8)."""
