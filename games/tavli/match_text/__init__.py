"""Matches as the text that programs of backgammon write and read (RULES.md §16)."""
