"""Lobby: players, sessions, presence, chat, and tables until they start (RULES.md)."""
