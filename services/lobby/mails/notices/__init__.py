"""Mails about what web push notifies of (RULES.md §25)."""
