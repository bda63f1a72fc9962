"""Moderation's use cases, one module a subject; this is their door."""

from services.moderation.handlers.conduct import get_conduct
from services.moderation.handlers.giving import give_earned

__all__ = ["get_conduct", "give_earned"]
