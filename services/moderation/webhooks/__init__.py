"""Webhooks: whose server gets which public events, and how far it has got (RULES.md §16)."""
