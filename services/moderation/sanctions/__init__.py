"""Sanctions of an account: suspensions, blocks, mutes, given and taken back, and its standing (RULES.md §4, §5, §9)."""
