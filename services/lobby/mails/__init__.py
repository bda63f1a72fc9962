"""Mails to players: their texts, the queue of those that wait, and sending (RULES.md §8)."""
