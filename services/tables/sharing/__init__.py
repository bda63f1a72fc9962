"""Shared replays: links that open without an account, who agrees to names, and pictures (RULES.md §23)."""
