"""Feeds: secret addresses at which other calendars read a player's own (RULES.md §10)."""
