"""Chat (services/lobby/RULES.md §3)."""

from typing import ClassVar

from services.contracts.base import EXCLUSION_REFUSALS, Message, Request, SafeInt


class ChatLine(Message, frozen=True):
    """A message as it is shown: plain text, cleaned."""

    id: SafeInt
    room: str
    """`lobby`, `table:{id}`, `spectators:{id}`, `academy:hall` or `company:{id}`."""
    account: str
    name: str
    text: str
    at_ms: SafeInt


class Say(Request[ChatLine], frozen=True, kw_only=True):
    """Say something in a chat room."""

    answer: ClassVar[type] = ChatLine
    refusals = (
        "guest_forbidden", *EXCLUSION_REFUSALS, "chat_banned", "chat_not_member", "chat_at_match", "chat_muted_by_host",
        "chat_muted", "chat_empty", "chat_too_long", "chat_rate",
    )  # fmt: skip
    account: str
    id: str
    room: str
    text: str
    watching: bool = False
    """Whether the sender views the table of a `spectators:` room without sitting there, by the gateway's knowledge."""
