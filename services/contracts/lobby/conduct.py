"""Requests to the lobby about conduct: reports and appeals by players, chat and names for staff
(services/moderation/RULES.md §5, §9)."""

from typing import Annotated, ClassVar, TypeVar

import msgspec

from services.contracts.base import Done, Event, Message, Request, SafeInt, Short
from services.contracts.lobby.chat import ChatLine
from services.contracts.moderation import appeals, reports, vocabulary
from services.contracts.staff_roles import EVERYONE, READERS

A = TypeVar("A")
CHAT_MAX = 100
NAMES_MAX = 500


class ReportPlayer(Request[reports.Receipt], frozen=True, kw_only=True):
    """Report a player by account, by name, or by the seat of a table. The lobby adds what it knows and
    asks moderation."""

    answer: ClassVar[type] = reports.Receipt
    refusals = (*reports.FileReport.refusals, "service_unavailable")
    account: str
    """The reporter."""
    id: vocabulary.SenderId
    category: reports.Category
    comment: str
    context: reports.ReportContext = reports.ReportContext()
    to: str | None = None
    """The reported player's account."""
    name: str | None = None
    """Or the name."""
    seat: SafeInt | None = None
    """Or the seat at `context.table`, which may be a computer player's."""


class AppealReceipt(Message, frozen=True):
    """An appeal was received; the ruling comes as a message, or is seen at the next login."""

    id: str
    created_at_ms: int


class FileAppeal(Request[AppealReceipt], frozen=True, kw_only=True):
    """Appeal against what keeps the account out. Name and password are checked; no session is given."""

    answer: ClassVar[type] = AppealReceipt
    refusals = (
        "login_locked", "rate_limited", "login_failed", "second_factor_needed", "second_factor_wrong",
        *appeals.FileAppeal.refusals, "service_unavailable",
    )  # fmt: skip
    username: str
    """The username or the e-mail address."""
    password: str
    text: str
    kind: vocabulary.Name | None = None
    code: Short = ""
    """Of the second factor, where the account has one: of the application, or a recovery code."""
    device: str = ""
    """The client's device and network address: checks are counted by them and logged with the network."""
    address: str = ""


class Names(Message, frozen=True):
    """Names by account; who is unknown is left out."""

    names: dict[str, str]


class FindNames(Request[Names], frozen=True, kw_only=True):
    """The names of accounts, for staff of any role."""

    answer: ClassVar[type] = Names
    staff_roles: ClassVar[frozenset[str]] = EVERYONE
    refusals = ("forbidden",)
    accounts: Annotated[list[str], msgspec.Meta(max_length=NAMES_MAX)]
    account: str = ""
    """The asking account."""


class ChatPage(Message, frozen=True):
    """Chat lines, newest first; `next_before` asks for older ones."""

    lines: list[ChatLine]
    next_before: int | None


class ListChat(Request[ChatPage], frozen=True, kw_only=True):
    """What a player has said, or what was said in a room, for staff who may read reports."""

    answer: ClassVar[type] = ChatPage
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)
    account: str
    """The asking account."""
    of: str | None = None
    room: str | None = None
    before: vocabulary.Number | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=CHAT_MAX)] = CHAT_MAX


class EndForAbuse(Request[Done], frozen=True, kw_only=True):
    """A gateway has counted malformed or impossible messages: the session ends with `protocol_abuse`."""

    answer: ClassVar[type] = Done
    token: str
    messages: SafeInt


class ProtocolAbused(Event, frozen=True, kw_only=True):
    """A session ended because of malformed or impossible messages: a signal for staff."""

    account: str
    at_ms: int
    messages: int


class ChatMatched(Event, frozen=True, kw_only=True):
    """A chat line has words of one of the operator's lists: `words`, or `hand_talk` at a table. `line` is the number of
    the line; `table` is where it was said at one."""

    account: str
    line: int
    at_ms: int
    kind: str
    found: list[str]
    text: str
    table: str | None = None
