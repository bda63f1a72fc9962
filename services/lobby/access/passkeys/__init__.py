"""Passkeys: added, shown, removed (RULES.md §26)."""
