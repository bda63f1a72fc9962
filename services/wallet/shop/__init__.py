"""Avatars and items for chips, and which packs are sold for money (RULES.md §8)."""
