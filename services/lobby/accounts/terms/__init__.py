"""The terms and rules: posted in versions, read and accepted (RULES.md §1)."""
