"""Roles of staff, the audit log, a player's file (services/moderation/RULES.md §10)."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from services.contracts.base import Done, Message
from services.contracts.moderation.appeals import Appeal
from services.contracts.moderation.cards import Card, KeptBlock, KeptSuspension
from services.contracts.moderation.cases import Case
from services.contracts.moderation.conduct import Mute
from services.contracts.moderation.desk import Need, Note
from services.contracts.moderation.reports import Report
from services.contracts.moderation.vocabulary import PAGE_MAX, Name, Number, OfModeration, Page, SenderId
from services.contracts.staff_roles import ADMINISTRATORS, AUDITORS, READERS

StaffRole = Literal["moderator", "administrator", "operator", "auditor"]


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
    """The audit log, or those of its entries that fit: about one subject, by one actor, of one action, of some time,
    with a text in their reason."""

    answer: ClassVar[type] = AuditPage
    staff_roles: ClassVar[frozenset[str]] = AUDITORS
    refusals = ("forbidden",)
    before: Number | None = None
    subject: Name | None = None
    actor: Name | None = None
    action: Name | None = None
    from_ms: Number | None = None
    until_ms: Number | None = None
    text: Annotated[str, msgspec.Meta(max_length=100)] | None = None
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
    filed: list[Report] = []
    """Reports that the player has filed, without the lines of the rooms."""
    notes: list[Note] = []
    open_reports: int = 0
    """Reports about the player that wait for a decision."""


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
    what: Literal["chat", "recording", "journal", "money", "matches", "company", "devices", "device_class"]
    of: str
    need: Need | None = None
    """What it is needed for, where that has to be said."""


# --- saving the audit log, or those of its entries that fit, as a file ---


EXPORT_ENTRIES_MAX = 100_000
"""Entries of one file."""
EXPORT_PAGE_ENTRIES_MAX = 1_000
"""Entries of one answer."""


class AuditExport(Message, frozen=True):
    """What a file is to have: `entries` of those that fit (`fitting`). Where more fit, it has the newest."""

    export: str
    entries: int
    fitting: int


class BeginAuditExport(OfModeration[AuditExport], frozen=True, kw_only=True):
    """Begin to save the entries that fit, as `list_audit_entries` finds them; the audit log itself keeps who does so,
    and which entries they are. `id` is the sender's: sent twice, it is one export."""

    answer: ClassVar[type] = AuditExport
    staff_roles: ClassVar[frozenset[str]] = AUDITORS
    refusals = ("forbidden", "idempotency_conflict")
    id: SenderId
    subject: Name | None = None
    actor: Name | None = None
    action: Name | None = None
    from_ms: Number | None = None
    until_ms: Number | None = None
    text: Annotated[str, msgspec.Meta(max_length=100)] | None = None


class ReadAuditExport(OfModeration[AuditPage], frozen=True, kw_only=True):
    """Entries of an export that the same account has begun within the last hour, newest first; `before`: older ones."""

    answer: ClassVar[type] = AuditPage
    staff_roles: ClassVar[frozenset[str]] = AUDITORS
    refusals = ("forbidden", "audit_export_unknown")
    export: SenderId
    before: Number | None = None
