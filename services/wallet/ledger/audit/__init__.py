"""Checks that the ledger's history is still what was posted and that its sums are right (RULES.md §2)."""
