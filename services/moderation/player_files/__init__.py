"""A player's file: everything about one account in one view for staff (RULES.md §10)."""
