"""The audit log: queries of staff, and its check (RULES.md §10)."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from services.contracts.moderation import staff as contract
from services.kernel.refusal import Refusal
from services.moderation import metrics
from services.moderation.audit import audit_rows
from services.moderation.audit import chain as audit
from services.moderation.audit.chain import Entry
from services.moderation.staff import roles
from services.moderation.staff.authority import roles_of
from services.platform.database.unit_of_work import Work


def list_audit_entries(work: Work, request: contract.ListAuditEntries) -> contract.AuditPage | Refusal:
    """A page of the audit log, for staff who may read it."""
    refusal = roles.check(roles_of(work, request.account), "read_audit")
    if refusal is not None:
        return refusal
    names = [name for name in audit_rows.Wanted.__struct_fields__ if name != "first"]
    wanted = audit_rows.Wanted(**{name: getattr(request, name) for name in names})
    found = audit_rows.audit_page(work, wanted, request.limit)
    more = found[-1].seq if len(found) == request.limit and found[-1].seq > 1 else None
    return contract.AuditPage(entries=[entry_of(each) for each in found], next_before=more)


def check_audit_log(work: Work, request: contract.CheckAuditLog) -> contract.AuditCheck | Refusal:
    """Check the log by computing every hash again."""
    refusal = roles.check(roles_of(work, request.account), "read_audit")
    return refusal or check_chain(work)


def check_chain(work: Work) -> contract.AuditCheck:
    """The same check by the platform itself, with a metric for the alert."""
    return head_of_log(work, 0)[0]


def head_of_log(work: Work, noted_entries: int) -> tuple[contract.AuditCheck, str]:
    """The whole log computed again, and the hash that its first `noted_entries` entries end with; empty: it has fewer,
    or is broken before."""
    seen = _Seen(audit_rows.read_audit(work), noted_entries)
    broken = audit.first_broken(seen)
    metrics.chain_broken.set(0 if broken is None else 1)
    at = None if broken is None else seen.last_seq
    return contract.AuditCheck(entries=seen.count, head=seen.head, broken_at=at), seen.noted_head


class _Seen:
    """Counts the entries that pass through the check."""

    def __init__(self, entries: Iterable[Entry], noted_entries: int) -> None:
        self._entries = entries
        self._noted_entries = noted_entries
        self.noted_head = "" if noted_entries else audit.FIRST_PREV_HASH
        self.count = 0
        self.last_seq = 0
        self.head = audit.FIRST_PREV_HASH

    def __iter__(self) -> Iterator[Entry]:
        for entry in self._entries:
            self.count += 1
            self.last_seq, self.head = entry.seq, entry.hash
            if self.count == self._noted_entries:
                self.noted_head = entry.hash
            yield entry


def entry_of(entry: Entry) -> contract.AuditEntry:
    """An entry in the contract's form."""
    fields: dict[str, Any] = msgspec.structs.asdict(entry)
    fields["at_ms"] = fields.pop("at")
    return contract.AuditEntry(**fields)
