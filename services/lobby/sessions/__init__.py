"""Sessions: begun, kept alive, renewed and ended (RULES.md §1)."""
