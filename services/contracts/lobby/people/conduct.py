"""Requests to the lobby about conduct: reports and appeals by players, chat and names for staff
(services/moderation/RULES.md §5, §9)."""

from typing import Annotated, ClassVar, Literal, TypeVar

import msgspec

from services.contracts.base import Done, Event, Message, Request, SafeInt, Short
from services.contracts.lobby.accounts.passkey_parts import SHOWN_REFUSALS, PasskeyShown
from services.contracts.lobby.accounts.provider_parts import Ticket
from services.contracts.lobby.chat import ChatLine
from services.contracts.moderation import appeals, reports, vocabulary
from services.contracts.staff_roles import EVERYONE, READERS

A = TypeVar("A")
CHAT_MAX = 100
NAMES_MAX = 500
RefusedCause = Literal["seated_together", "unwanted", "muted", "limit"]
"""Why a message was refused: the two are at the same running table; the reader does not want the writer; the writer is
muted; the writer has written too much."""


class ReportPlayer(Request[reports.Receipt], frozen=True, kw_only=True):
    """Report a player by account, by name, or by the seat of a table. The lobby adds what it knows and
    asks moderation."""

    answer: ClassVar[type] = reports.Receipt
    refusals = ("account_suspended", "account_blocked", *reports.FileReport.refusals, "service_unavailable")
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


class ReportCompany(Request[reports.Receipt], frozen=True, kw_only=True):
    """Report a company: its name or its picture, for which its founder answers, or a line of its chat, for which its
    writer does. The lobby adds what it knows and asks moderation."""

    answer: ClassVar[type] = reports.Receipt
    refusals = (
        "player_unknown", "account_suspended", "account_blocked", "company_unknown", "company_forbidden",
        "company_part_unknown", *reports.FileReport.refusals, "service_unavailable",
    )  # fmt: skip
    account: str
    """The reporter."""
    id: vocabulary.SenderId
    company: Short
    part: reports.CompanyPart
    category: reports.Category
    comment: str
    line: SafeInt | None = None
    """The number of the line."""


class AppealReceipt(Message, frozen=True):
    """An appeal was received; the ruling comes as a message, or is seen at the next login."""

    id: str
    created_at_ms: int


class FileAppeal(Request[AppealReceipt], frozen=True, kw_only=True):
    """Appeal against what keeps the account out. Name and password are checked, or a passkey, or the
    ticket of a provider; no session is given."""

    answer: ClassVar[type] = AppealReceipt
    refusals = (
        "login_locked", "rate_limited", "login_failed", "second_factor_needed", "second_factor_wrong",
        *(code for code in SHOWN_REFUSALS if code not in ("login_locked", "rate_limited")),
        "provider_expired", "provider_unlinked",
        *appeals.FileAppeal.refusals, "service_unavailable",
    )  # fmt: skip
    username: str = ""
    """The username or the e-mail address."""
    password: str = ""
    text: str
    kind: vocabulary.Name | None = None
    passkey: PasskeyShown | None = None
    """Instead of name, password and code."""
    ticket: Ticket | None = None
    """Of a provider that has recognised the appellant: instead of name and password."""
    site: str = ""
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


class FoundPlayer(Message, frozen=True):
    """An account that a search has found: by a part of its name, by its mail address, by a name under which it spoke
    before, or by a class of devices."""

    account: str
    name: str
    by: Literal["name", "mail", "earlier", "device"]
    created_at_ms: int
    guest: bool = False


class FoundPlayers(Message, frozen=True):
    """At most 20 accounts by name."""

    players: list[FoundPlayer]


class FindPlayers(Request[FoundPlayers], frozen=True, kw_only=True):
    """Accounts by a part of the name, for staff of any role; by mail address for administrators alone, whose look is in
    the log of security events."""

    answer: ClassVar[type] = FoundPlayers
    staff_roles: ClassVar[frozenset[str]] = EVERYONE
    refusals = ("forbidden",)
    account: str
    """The asking account."""
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    address: str = ""


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


class MessageRefused(Event, frozen=True, kw_only=True):
    """A message between friends was refused, for a reason that is counted; at most once a minute for each reason and
    reader. `other`: the reader."""

    account: str
    other: str
    cause: RefusedCause
    at_ms: int


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
