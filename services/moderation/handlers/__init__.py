"""Moderation's use cases, one module a subject; this is their door."""

from services.moderation.handlers import privacy
from services.moderation.handlers.cards import give_earned
from services.moderation.handlers.cases import (
    addresses_shared,
    close_case,
    list_cases,
    matches_corrected,
    payments_restored,
    payments_reversed,
    rewards_taken_back,
)
from services.moderation.handlers.conduct import get_conduct
from services.moderation.handlers.messages import acknowledge, list_messages, read, send
from services.moderation.handlers.mutes import mute, mute_chat
from services.moderation.handlers.operator import end_case, give_role, open_cases, write_message

__all__ = [
    "acknowledge",
    "addresses_shared",
    "close_case",
    "end_case",
    "get_conduct",
    "give_earned",
    "give_role",
    "list_cases",
    "list_messages",
    "matches_corrected",
    "mute",
    "mute_chat",
    "open_cases",
    "payments_restored",
    "payments_reversed",
    "privacy",
    "read",
    "rewards_taken_back",
    "send",
    "write_message",
]
