"""Messages between friends (services/lobby/RULES.md §20)."""

from typing import Annotated, ClassVar

import msgspec

from services.contracts.base import EXCLUSION_REFUSALS, Done, Message, Name, Request, SafeInt

LINES_MAX = 50
"""Lines of one page."""
WATCHED_MAX = 8
"""Tables that a connection looks at, at most."""


class PrivateLine(Message, frozen=True):
    """A line as it is shown: plain text, cleaned. `account` has written it, `to` gets it."""

    id: SafeInt
    account: str
    to: str
    text: str
    at_ms: SafeInt


class Conversation(Message, frozen=True):
    """What was written with a friend: the last line, and how many of theirs are not read, up to 99."""

    account: str
    name: str
    last: PrivateLine
    unread: int
    photo: str | None = None
    avatar: str | None = None


class Conversations(Message, frozen=True):
    """One's conversations with friends, the newest first."""

    conversations: list[Conversation]
    unread: int
    """Lines that are not read in all of them together."""


class ListConversations(Request[Conversations], frozen=True, kw_only=True):
    """One's conversations. There are no more than friends."""

    answer: ClassVar[type] = Conversations
    account: str


class MessagePage(Message, frozen=True):
    """Lines with a friend, oldest first; `next_before` asks for older ones, null: there are none."""

    account: str
    name: str
    lines: list[PrivateLine]
    next_before: SafeInt | None
    unread: int
    closed: str | None
    """Why nothing can be written now: `message_no_account`, `message_seated_together`; null: it can."""
    photo: str | None = None
    avatar: str | None = None


class ListMessages(Request[MessagePage], frozen=True, kw_only=True):
    """A page of what was written with a friend; `before`: only lines with smaller numbers."""

    answer: ClassVar[type] = MessagePage
    refusals = ("message_not_friends",)
    account: str
    player: Name
    before: Annotated[int, msgspec.Meta(ge=1, le=2**53 - 1)] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=LINES_MAX)] = LINES_MAX


class WriteMessage(Request[PrivateLine], frozen=True, kw_only=True):
    """Write to a friend."""

    answer: ClassVar[type] = PrivateLine
    refusals = (
        "guest_forbidden",
        "visitor_forbidden",
        *EXCLUSION_REFUSALS,
        "chat_banned",  # muted by staff
        "message_not_friends",
        "message_no_account",  # the friend is a guest or a visitor, and cannot write
        "message_seated_together",  # both play at the same table, or one looks at the other's
        "chat_muted",
        "chat_empty",
        "chat_too_long",
        "chat_rate",
        "message_rate",  # too many today; `retry_after_s`
    )
    account: str
    id: str
    player: Name
    text: str
    watching: Annotated[list[str], msgspec.Meta(max_length=WATCHED_MAX)] = []
    """The tables that the sender looks at, by the gateway's knowledge."""


class ReadMessages(Request[Done], frozen=True, kw_only=True):
    """The lines of a friend up to this one are read; a mark never goes back."""

    answer: ClassVar[type] = Done
    refusals = ("message_not_friends",)
    account: str
    player: Name
    up_to: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
