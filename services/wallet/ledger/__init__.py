"""The ledger: accounts, batches of transfers, balances, and an account's history (RULES.md §2)."""
