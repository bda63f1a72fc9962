"""Chat (services/lobby/RULES.md §3)."""

from typing import ClassVar

from services.contracts.base import Message, Request, SafeInt


class ChatLine(Message, frozen=True):
    """A message as it is shown: plain text, cleaned."""

    id: SafeInt
    room: str
    """`lobby`, `table:{id}` or `spectators:{id}`."""
    account: str
    name: str
    text: str
    at_ms: SafeInt


class Say(Request[ChatLine], frozen=True, kw_only=True):
    """Say something in a chat room."""

    answer: ClassVar[type] = ChatLine
    refusals = ("chat_not_member", "chat_banned", "chat_muted", "chat_rate", "chat_empty", "chat_too_long")
    account: str
    id: str
    room: str
    text: str
    watching: bool = False
    """Whether the sender views the table of a `spectators:` room without sitting there, by the gateway's knowledge."""
