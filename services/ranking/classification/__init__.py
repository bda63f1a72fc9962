"""The dominoes classification: PR and quintiles (RULES.md §3)."""
