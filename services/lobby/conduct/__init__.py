"""Moderation as the lobby applies it: exclusions, warnings, watched players, reports, operators' orders
(services/moderation/RULES.md)."""
