"""Rounds at house-banked tables: guests, their bets, and what the bank pays (RULES.md §6)."""
