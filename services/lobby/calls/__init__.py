"""Calls: invitations to a free game that wait (RULES.md §21)."""
