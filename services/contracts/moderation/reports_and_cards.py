"""Reports, decisions, cards, blocks, appeals, roles and the audit log (services/moderation/RULES.md §4–§10).

Every request names the account that asks. Moderation decides by that account's roles whether it may. A change may have
an `id` of its sender's making: sent again under it, it is carried out once and answered as the first time; another
request under the same id is refused with `idempotency_conflict`.
"""

from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec

from services.contracts.base import Done, Message, Request, SafeInt
from services.contracts.lobby.requests import ChatLine
from services.contracts.moderation.conduct_and_messages import Case, Mute
from services.contracts.staff_roles import ADMINISTRATORS, AUDITORS, DECIDERS, READERS

A = TypeVar("A")

Category = Literal["insult", "attitude", "collusion", "bot", "chat_abuse", "other"]
Decision = Literal["ignore", "warn", "block"]
Ruling = Literal["upheld", "reduced", "lifted"]
StaffRole = Literal["moderator", "administrator", "operator", "auditor"]
Name = Annotated[str, msgspec.Meta(max_length=64)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
SenderId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
"""An id that the sender makes: sent twice, it is done once."""
PAGE_MAX = 100
Page = Annotated[int, msgspec.Meta(ge=1, le=PAGE_MAX)]


class OfModeration(Request[A], frozen=True, kw_only=True):
    """A request to moderation; `account` is who asks."""

    answered_by: ClassVar[str] = "moderation"
    account: str


# --- reports -----------------------------------------------------------------------------------------------------


class ReportContext(Message, frozen=True):
    """What a report is about: a match and a place in it, a table, a chat room."""

    match: str | None = None
    hand: SafeInt | None = None
    event: SafeInt | None = None
    table: str | None = None
    room: str | None = None


class Receipt(Message, frozen=True):
    """All that a reporter learns of a report: that it was received, and when it was decided."""

    id: str
    reported: str
    category: Category
    created_at_ms: int
    decided_at_ms: int | None = None


class Report(Message, frozen=True):
    """A report as staff see it. `times_reported` counts accepted reports against the player, this one included."""

    id: str
    reporter: str
    reported: str
    category: Category
    comment: str
    context: ReportContext
    lines: list[ChatLine]
    """The last lines of the room at the time."""
    seated: list[str]
    """Accounts at the table; staff among them may not decide."""
    created_at_ms: int
    times_reported: int
    decision: Decision | None = None
    permanent: bool = False
    decided_at_ms: int | None = None
    decided_by: str | None = None
    reason: str | None = None


class Reports(Message, frozen=True):
    """Reports: undecided ones oldest first, decided ones newest first."""

    reports: list[Report]


class Receipts(Message, frozen=True):
    """A player's own reports, newest first."""

    reports: list[Receipt]


class FileReport(OfModeration[Receipt], frozen=True, kw_only=True):
    """Keep a report. The lobby asks this; it knows the room, who sat together and when the two last met."""

    answer: ClassVar[type] = Receipt
    refusals = (
        "forbidden", "report_self", "report_not_human", "player_unknown", "report_no_contact", "report_duplicate",
        "report_limit", "comment_invalid",
    )  # fmt: skip
    id: SenderId
    reported: str
    reported_kind: Literal["human", "computer", "unknown"]
    category: Category
    comment: str
    context: ReportContext
    lines: list[ChatLine]
    seated: list[str]
    contact_ms_ago: SafeInt | None
    """Since the two last had a table or a chat room in common; null: not within the time that counts."""


class ListOwnReports(OfModeration[Receipts], frozen=True, kw_only=True):
    """The receipts of a player's own reports; the newest 100."""

    answer: ClassVar[type] = Receipts


class ReportPlace(Message, array_like=True, frozen=True):
    """Where a report is in its list: when it was filed, or decided in the list of decided ones, and its id."""

    at_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    report: Annotated[str, msgspec.Meta(max_length=64)]


class ListReports(OfModeration[Reports], frozen=True, kw_only=True):
    """Reports for staff; `after`: only those that follow this place of the list."""

    answer: ClassVar[type] = Reports
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)
    decided: bool = False
    reported: Name | None = None
    after: ReportPlace | None = None
    limit: Page = PAGE_MAX


class Decide(OfModeration[Report], frozen=True, kw_only=True):
    """Decide a report. `message`: a text for the player with a warning, at most 1000 characters."""

    answer: ClassVar[type] = Report
    staff_roles: ClassVar[frozenset[str]] = DECIDERS
    refusals = (
        "forbidden", "report_unknown", "conflict_of_interest", "report_decided", "reason_required", "message_invalid",
    )  # fmt: skip
    id: SenderId | None = None
    report: str
    decision: Decision
    reason: str
    permanent: bool = False
    message: str = ""


# --- cards, suspensions, blocks ----------------------------------------------------------------------------------


class Card(Message, frozen=True):
    """A card (services/moderation/RULES.md §1); `by` is an account or `system`."""

    id: str
    account: str
    colour: str
    reason: str
    at_ms: int
    by: str
    state: str
    match: str | None = None
    hand: int | None = None


class KeptSuspension(Message, frozen=True):
    """A suspension from `from_ms` until `until_ms`, decided at `decided_at_ms` by an account or by `system`."""

    id: str
    account: str
    cause: str
    reason: str
    from_ms: int
    until_ms: int
    decided_at_ms: int
    by: str


class KeptBlock(Message, frozen=True):
    """A permanent block."""

    id: str
    account: str
    reason: str
    from_ms: int
    by: str


class GiveCard(OfModeration[KeptSuspension], frozen=True, kw_only=True):
    """Give a red card: the account is suspended now, or after the suspensions that run or are queued."""

    answer: ClassVar[type] = KeptSuspension
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = (
        "forbidden",
        "conflict_of_interest",  # oneself
        "reason_required",
        "idempotency_conflict",  # another card has this id
    )
    id: SenderId
    to: Name
    reason: str
    """The player reads it."""
    match: Name | None = None


class RevokeCard(OfModeration[Card], frozen=True, kw_only=True):
    """Take back one active card after a fault of the server."""

    answer: ClassVar[type] = Card
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = ("forbidden", "card_unknown", "conflict_of_interest", "reason_required", "card_consumed", "card_revoked")
    id: SenderId | None = None
    card: str
    reason: str


class LiftSuspension(OfModeration[KeptSuspension], frozen=True, kw_only=True):
    """End a suspension now; those queued behind it move forward."""

    answer: ClassVar[type] = KeptSuspension
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = ("forbidden", "suspension_unknown", "conflict_of_interest", "reason_required", "suspension_over")
    suspension: str
    reason: str


class Block(OfModeration[KeptBlock], frozen=True, kw_only=True):
    """Block an account for good. A blocked one stays as it is."""

    answer: ClassVar[type] = KeptBlock
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = (
        "forbidden",
        "conflict_of_interest",  # oneself
        "reason_required",
        "idempotency_conflict",  # another block has this id
    )
    id: SenderId
    to: Name
    reason: str
    """The player reads it."""


class Unblock(OfModeration[Done], frozen=True, kw_only=True):
    """Take a permanent block back."""

    answer: ClassVar[type] = Done
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = ("forbidden", "conflict_of_interest", "block_unknown", "reason_required")
    id: SenderId | None = None
    to: str
    reason: str


# --- appeals -----------------------------------------------------------------------------------------------------


class Appeal(Message, frozen=True):
    """An appeal against a suspension or block (`of`: its id). `until_ms`: the end that a reduction has set."""

    id: str
    account: str
    kind: Literal["suspension", "block"]
    of: str
    text: str
    created_at_ms: int
    decided_by: str
    """The account that has taken the appealed decision."""
    outcome: Ruling | None = None
    until_ms: int | None = None
    ruled_at_ms: int | None = None
    ruled_by: str | None = None
    reason: str | None = None


class Appeals(Message, frozen=True):
    """Appeals: open ones oldest first, ruled ones newest first."""

    appeals: list[Appeal]


class FileAppeal(OfModeration[Appeal], frozen=True, kw_only=True):
    """Appeal against what keeps the account out now. The lobby asks this once it has checked the password."""

    answer: ClassVar[type] = Appeal
    refusals = ("forbidden", "not_appealable", "appeal_closed", "appeal_exists", "appeal_invalid")
    id: SenderId | None = None
    text: str
    kind: str | None = None
    """The kind of the appealed decision: `suspension` or `block`; null: either."""
    filed_by: Name = ""
    """The service account that files it in the player's name, for the audit log; empty: the player does."""


class AppealPlace(Message, array_like=True, frozen=True):
    """Where an appeal is in its list: when it was filed, or ruled on in the list of ruled ones, and its id."""

    at_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    appeal: Annotated[str, msgspec.Meta(max_length=64)]


class ListAppeals(OfModeration[Appeals], frozen=True, kw_only=True):
    """Appeals for staff; `after`: only those that follow this place of the list."""

    answer: ClassVar[type] = Appeals
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)
    ruled: bool = False
    after: AppealPlace | None = None
    limit: Page = PAGE_MAX


class RuleAppeal(OfModeration[Appeal], frozen=True, kw_only=True):
    """Rule on an appeal; `until_ms` is for `reduced`."""

    answer: ClassVar[type] = Appeal
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = (
        "forbidden", "appeal_unknown", "conflict_of_interest", "reason_required", "appeal_decided", "appeal_invalid",
    )  # fmt: skip
    id: SenderId | None = None
    appeal: str
    outcome: Ruling
    reason: str
    until_ms: Number | None = None


# --- roles, the audit log, a player's file -----------------------------------------------------------------------


class Holder(Message, frozen=True):
    """An account with its roles."""

    account: str
    roles: list[str]


class Holders(Message, frozen=True):
    """Everybody who has a role."""

    holders: list[Holder]


class GiveRole(OfModeration[Holder], frozen=True, kw_only=True):
    """Give an account a role."""

    answer: ClassVar[type] = Holder
    at_home = ("to",)
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = (
        "forbidden",
        "conflict_of_interest",  # oneself
        "reason_required",
    )
    id: SenderId | None = None
    to: Name
    role: StaffRole
    reason: str


class TakeRole(OfModeration[Holder], frozen=True, kw_only=True):
    """Take a role from an account."""

    answer: ClassVar[type] = Holder
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = GiveRole.refusals
    id: SenderId | None = None
    to: Name
    role: StaffRole
    reason: str


class ListRoles(OfModeration[Holders], frozen=True, kw_only=True):
    """Accounts with roles, for staff who give roles or read the audit log."""

    answer: ClassVar[type] = Holders
    staff_roles: ClassVar[frozenset[str]] = AUDITORS
    refusals = ("forbidden",)


class AuditEntry(Message, frozen=True):
    """An entry of the audit log (services/moderation/RULES.md §10)."""

    seq: int
    at_ms: int
    actor: str
    role: str
    action: str
    subject: str
    object: str
    reason: str
    before: Any
    after: Any
    prev_hash: str
    hash: str


class AuditPage(Message, frozen=True):
    """Entries, newest first; `next_before` asks for older ones."""

    entries: list[AuditEntry]
    next_before: int | None


class ListAuditEntries(OfModeration[AuditPage], frozen=True, kw_only=True):
    """The audit log, or its entries about one subject."""

    answer: ClassVar[type] = AuditPage
    staff_roles: ClassVar[frozenset[str]] = AUDITORS
    refusals = ("forbidden",)
    before: Number | None = None
    subject: Name | None = None
    limit: Page = PAGE_MAX


class AuditCheck(Message, frozen=True):
    """Whether the chain of hashes is whole; `broken_at`: the number of the first entry that does not belong."""

    entries: int
    head: str
    broken_at: int | None


class CheckAuditLog(OfModeration[AuditCheck], frozen=True, kw_only=True):
    """Compute the chain again, entry by entry."""

    answer: ClassVar[type] = AuditCheck
    staff_roles: ClassVar[frozenset[str]] = AUDITORS
    refusals = ("forbidden",)


class Link(Message, frozen=True):
    """Another account that something connects with this one, and how strongly (`count`)."""

    account: str
    by: Literal["device", "address", "chips", "table"]
    count: int


class PlayerFile(Message, frozen=True):
    """Everything that was decided about a player, and what staff should know before the next decision."""

    account: str
    roles: list[str]
    blocked: KeptBlock | None
    watched: bool
    watched_until_ms: int | None
    times_reported: int
    cards: list[Card]
    suspensions: list[KeptSuspension]
    mutes: list[Mute]
    reports: list[Report]
    appeals: list[Appeal]
    cases: list[Case]
    warnings: int
    """Warnings that the player has had."""
    warnings_open: int
    """Of these the ones that are not acknowledged."""
    audit: list[AuditEntry]
    links: list[Link] = []


class GetPlayerFile(OfModeration[PlayerFile], frozen=True, kw_only=True):
    """A player's file, for staff who may read reports; that it was read is in the audit log."""

    answer: ClassVar[type] = PlayerFile
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)
    of: str


class NoteReading(OfModeration[Done], frozen=True, kw_only=True):
    """Staff are about to read what is not public: the audit log keeps it (`what`);
    `of`: the account or match."""

    answer: ClassVar[type] = Done
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)
    what: Literal["chat", "recording", "journal", "money", "matches"]
    of: str
