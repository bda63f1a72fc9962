"""Moderation's use cases, one module a subject; this is their door."""

from services.moderation.handlers import privacy
from services.moderation.handlers.conduct import get_conduct
from services.moderation.handlers.giving import give_earned
from services.moderation.handlers.messages import acknowledge, list_messages, read, send
from services.moderation.handlers.operator import give_role, write_message

__all__ = [
    "acknowledge",
    "get_conduct",
    "give_earned",
    "give_role",
    "list_messages",
    "privacy",
    "read",
    "send",
    "write_message",
]
