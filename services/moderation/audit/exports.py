"""Saving the audit log as a file; that it is saved stands in it before the first entry is read (RULES.md §10)."""

from typing import Any

import msgspec

from services.contracts.moderation import staff as contract
from services.kernel.clock import HOUR_MS
from services.kernel.refusal import Refusal
from services.moderation.audit import audit_rows
from services.moderation.audit.audit_rows import Wanted
from services.moderation.audit.chain import Entry, Record
from services.moderation.audit.use_cases import entry_of
from services.moderation.staff import roles
from services.moderation.staff.authority import act, roles_of
from services.platform.database.unit_of_work import Work

ACTION = "export_audit"
KEPT_MS = HOUR_MS
"""For how long an export that has begun may be read."""
_WANTED = tuple(name for name in Wanted.__struct_fields__ if name not in ("before", "first"))
_UNKNOWN = Refusal("audit_export_unknown")


def begin_audit_export(work: Work, request: contract.BeginAuditExport) -> contract.AuditExport | Refusal:
    """Log what is saved, and say how much it is: `forbidden`, `idempotency_conflict`."""
    role = act(work, request.account, "read_audit")
    if isinstance(role, Refusal):
        return role
    audit_rows.lock_conduct(work)
    wanted = {name: getattr(request, name) for name in _WANTED if getattr(request, name) is not None}
    known = _find(work, request.id)
    if known is not None:
        same = known.actor == request.account and known.after["wanted"] == wanted
        return _begun(known) if same else Refusal("idempotency_conflict")
    fitting, entries, first = audit_rows.extent(work, Wanted(**wanted), contract.EXPORT_ENTRIES_MAX)
    kept = {"entries": entries, "fitting": fitting, "first": first, "wanted": wanted}
    record = Record(work.now_ms, request.account, role, ACTION, request.id, after=kept)
    return _begun(audit_rows.append_audit(work, record))


def read_audit_export(work: Work, request: contract.ReadAuditExport) -> contract.AuditPage | Refusal:
    """Entries of an export, by what the log says that it has: `forbidden`, `audit_export_unknown`."""
    refusal = roles.check(roles_of(work, request.account), "read_audit")
    if refusal is not None:
        return refusal
    begun = _find(work, request.export)
    if begun is None or begun.actor != request.account or begun.at <= work.now_ms - KEPT_MS:
        return _UNKNOWN
    before = begun.seq if request.before is None else min(begun.seq, request.before)
    wanted = msgspec.structs.replace(Wanted(**begun.after["wanted"]), before=before, first=begun.after["first"])
    found = audit_rows.audit_page(work, wanted, contract.EXPORT_PAGE_ENTRIES_MAX)
    more = found[-1].seq if len(found) == contract.EXPORT_PAGE_ENTRIES_MAX else None
    return contract.AuditPage(entries=[entry_of(each) for each in found], next_before=more)


def _find(work: Work, export: str) -> Entry | None:
    found = audit_rows.audit_page(work, Wanted(subject=export, action=ACTION), 1)
    return found[0] if found else None


def _begun(entry: Entry) -> contract.AuditExport:
    kept: dict[str, Any] = entry.after
    return contract.AuditExport(export=entry.subject, entries=kept["entries"], fitting=kept["fitting"])
