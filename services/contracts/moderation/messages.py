"""Messages from the Administrator to players (services/moderation/RULES.md §8)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import Event, Message, Request, SafeInt
from services.contracts.staff_roles import WRITERS

MessageKind = Literal["notice", "warning", "decision"]
MESSAGES_MAX = 200
"""The most that are listed, the newest."""


class AdminMessage(Message, frozen=True):
    """A message as one account has it; `to` None: it went to everybody. Warnings are to be acknowledged."""

    id: str
    to: str | None
    kind: MessageKind
    subject: str
    """1 … 100 characters."""
    body: str
    """1 … 2000 characters, plain text."""
    created_at_ms: int
    read_at_ms: int | None
    ack_at_ms: int | None
    code: str | None = None
    """Of the platform's own notices: `match_corrected`, `payment_reversed`. Clients have words for it in the reader's
    language; subject and body say the same in English."""
    params: dict[str, str | int] = {}
    """The values for the texts of `code`."""


class AdminMessages(Message, frozen=True):
    """Messages, oldest first."""

    messages: list[AdminMessage]


class SendMessage(Request[AdminMessage], frozen=True, kw_only=True):
    """Write to one account, or (`to` None) to everybody. `id` is the sender's: sent twice, it is one message."""

    answer: ClassVar[type] = AdminMessage
    staff_roles: ClassVar[frozenset[str]] = WRITERS
    refusals = ("forbidden", "message_invalid")
    account: str
    """The sender, who must have a role that may."""
    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
    to: str | None
    kind: MessageKind
    subject: str
    body: str


class ListMessages(Request[AdminMessages], frozen=True, kw_only=True):
    """An account's newest messages; of those to everybody the ones since it exists."""

    answer: ClassVar[type] = AdminMessages
    account: str
    since_ms: SafeInt = 0


class ReadMessage(Request[AdminMessage], frozen=True, kw_only=True):
    """The account has opened it; again changes nothing."""

    answer: ClassVar[type] = AdminMessage
    refusals = ("message_unknown",)
    account: str
    message: str


class AcknowledgeMessage(Request[AdminMessage], frozen=True, kw_only=True):
    """The account has understood it."""

    answer: ClassVar[type] = AdminMessage
    refusals = ("message_unknown", "already_acknowledged")
    account: str
    message: str


class MessageSent(Event, frozen=True, kw_only=True):
    """There is a new message; its readers may be online."""

    message: AdminMessage
