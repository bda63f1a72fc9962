"""Moderation's tables and how they are written and read: one module a subject."""
