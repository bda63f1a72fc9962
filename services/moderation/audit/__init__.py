"""The audit log: a chain of hashes in which nothing can be changed unnoticed (RULES.md §10)."""
