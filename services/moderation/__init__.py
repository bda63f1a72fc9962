"""Moderation: cards, suspensions, reports, decisions, appeals, roles, signals, the audit log (RULES.md)."""
