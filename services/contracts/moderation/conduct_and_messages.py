"""Requests to moderation (services/moderation/RULES.md)."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from services.contracts.base import Event, Message, Request, SafeInt
from services.contracts.staff_roles import DECIDERS, READERS, WRITERS


class Suspension(Message, frozen=True):
    """A running suspension or block; `until_ms` None: for good."""

    reason: str
    from_ms: int
    until_ms: int | None
    colour: str = "staff"
    """Of the cards that have made it: `yellow`, `blue`, `red`; `staff`: decided without a card."""
    appeal_until_ms: int | None = None
    """Until when it may be appealed against; null: it has been, or the time is over."""


class Conduct(Message, frozen=True):
    """An account's active cards by colour, its roles, and what keeps it out now."""

    account: str
    cards: dict[str, int]
    roles: list[str]
    suspension: Suspension | None
    warnings: list[str] = []
    """Messages that must be acknowledged before the next seat."""


class GetConduct(Request[Conduct], frozen=True, kw_only=True):
    """The standing of an account."""

    answer: ClassVar[type] = Conduct
    account: str


# --- messages from the Administrator (services/moderation/RULES.md §8) ------------------------------------------

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


# --- mutes (services/moderation/RULES.md §5) --------------------------------------------------------------------


class Mute(Message, frozen=True):
    """A player may not chat, in any room, until `until_ms`; a mute that was taken back ends when that was done."""

    id: str
    account: str
    until_ms: int


class MuteChat(Request[Mute], frozen=True, kw_only=True):
    """Mute a player for this many minutes from now, in place of an earlier mute; 0 ends the mute. `id` is made by
    the sender: sent twice, it is one mute."""

    answer: ClassVar[type] = Mute
    staff_roles: ClassVar[frozenset[str]] = DECIDERS
    refusals = (
        "forbidden",
        "conflict_of_interest",  # oneself
        "mute_range",
        "reason_required",
        "idempotency_conflict",  # another mute has this id
    )
    account: str
    """The sender, who must have a role that may."""
    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
    to: str
    """The player's account."""
    minutes: SafeInt
    reason: str


class ChatMuted(Event, frozen=True, kw_only=True):
    """An account may not chat until `until_ms`. Of two the one with the greater `seq` is how it is."""

    account: str
    seq: int
    until_ms: int


class MessageSent(Event, frozen=True, kw_only=True):
    """There is a new message; its readers may be online."""

    message: AdminMessage


# --- cases (services/moderation/RULES.md §7) ---------------------------------------------------------------------


class Evidence(Message, frozen=True):
    """What a signal has seen, and when."""

    at_ms: int
    seen: dict[str, Any]


class Case(Message, frozen=True):
    """What a signal has opened; it punishes nobody. `closed_at_ms` None: open."""

    id: str
    kind: str
    players: list[str]
    opened_at_ms: int
    evidence: list[Evidence]
    closed_at_ms: int | None = None
    closed_by: str | None = None
    reason: str | None = None


class Cases(Message, frozen=True):
    """Cases, oldest first."""

    cases: list[Case]


class CasePlace(Message, array_like=True, frozen=True):
    """Where a case is in the list of open ones."""

    opened_at_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    case: Annotated[str, msgspec.Meta(max_length=64)]


CASES_MAX = 100
"""Cases in one answer."""


class ListCases(Request[Cases], frozen=True, kw_only=True):
    """The oldest open cases, for staff; `after`: only those that follow this place."""

    answer: ClassVar[type] = Cases
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)
    account: str
    after: CasePlace | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=CASES_MAX)] = CASES_MAX


class CloseCase(Request[Case], frozen=True, kw_only=True):
    """Staff has looked into it; again changes nothing."""

    answer: ClassVar[type] = Case
    staff_roles: ClassVar[frozenset[str]] = DECIDERS
    refusals = (
        "forbidden",
        "conflict_of_interest",  # the case is about the one who closes it
        "reason_required",
        "case_unknown",
    )
    account: str
    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.-]{1,64}$")] | None = None
    """The sender's: sent twice, it is done once and answered the same."""
    case: str
    reason: str


# --- what moderation has decided -------------------------------------------------------------------------------


class CardsChanged(Event, frozen=True, kw_only=True):
    """An account's active cards by colour. Of two the one with the greater `seq` is how it is."""

    account: str
    seq: int
    cards: dict[str, int]
