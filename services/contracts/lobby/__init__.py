"""Requests to the lobby and its events: accounts, sessions, tables before they start, chat, friends."""
