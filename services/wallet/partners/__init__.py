"""Other systems that credit and debit chips and follow the ledger (RULES.md §2)."""
