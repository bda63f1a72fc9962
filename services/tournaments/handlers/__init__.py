"""Tournaments' use cases: each works on units of work, without broker and SQL."""
