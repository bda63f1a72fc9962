"""Halls: the parts into which a full room is divided (RULES.md §18)."""
