"""Saving the audit log, or those of its entries that fit, as a file (services/moderation/RULES.md §10)."""

from typing import Annotated, ClassVar

import msgspec

from services.contracts.base import Message
from services.contracts.moderation.staff import AuditPage
from services.contracts.moderation.vocabulary import Name, Number, OfModeration, SenderId
from services.contracts.staff_roles import AUDITORS

ENTRIES_MAX = 100_000
"""Entries of one file."""
PAGE_ENTRIES_MAX = 1_000
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
