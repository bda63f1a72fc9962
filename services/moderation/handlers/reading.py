"""What staff read: the audit log and its check, a player's file. Reading what is not public is in the log (§10)."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from services.contracts import discipline as contract
from services.contracts.base import Done
from services.kernel.refusal import Refusal
from services.moderation import audit, metrics, roles, store
from services.moderation.audit import Entry, Record
from services.moderation.handlers.links import links_of
from services.moderation.handlers.reports import is_watched
from services.moderation.handlers.sanctions import shown, shown_block, shown_card
from services.moderation.handlers.staff import act, roles_of
from services.moderation.store import appeal_rows, append_audit, case_rows, message_rows, mute_rows, report_rows
from services.plumbing.database import Work

SHOWN_MAX = 50
"""As many of the newest of each kind are in a file."""


def list_audit_entries(work: Work, request: contract.ListAuditEntries) -> contract.AuditPage | Refusal:
    """For who may read the audit log."""
    refusal = roles.check(roles_of(work, request.account), "read_audit")
    if refusal is not None:
        return refusal
    found = store.audit_page(work, request.before, request.subject, request.limit)
    more = found[-1].seq if len(found) == request.limit and found[-1].seq > 1 else None
    return contract.AuditPage(entries=[_entry(each) for each in found], next_before=more)


def check_audit_log(work: Work, request: contract.CheckAuditLog) -> contract.AuditCheck | Refusal:
    """Compute every hash again."""
    refusal = roles.check(roles_of(work, request.account), "read_audit")
    return refusal or check_chain(work)


def check_chain(work: Work) -> contract.AuditCheck:
    """The same for the platform itself; the metric is what the alert looks at."""
    seen = _Seen(store.read_audit(work))
    broken = audit.first_broken(seen)
    metrics.chain_broken.set(0 if broken is None else 1)
    at = None if broken is None else seen.last_seq
    return contract.AuditCheck(entries=seen.count, head=seen.head, broken_at=at)


class _Seen:
    """Entries on their way through the check, counted."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = entries
        self.count = 0
        self.last_seq = 0
        self.head = audit.FIRST_PREV_HASH

    def __iter__(self) -> Iterator[Entry]:
        for entry in self._entries:
            self.count += 1
            self.last_seq, self.head = entry.seq, entry.hash
            yield entry


def get_player_file(work: Work, request: contract.GetPlayerFile) -> contract.PlayerFile | Refusal:
    """Everything in one view; that it was read is written down."""
    role = act(work, request.account, "read_reports")
    if isinstance(role, Refusal):
        return role
    append_audit(work, Record(work.now_ms, request.account, role, "read_file", request.of))
    return _file(work, request.of)


def note_reading(work: Work, request: contract.NoteReading) -> Done | Refusal:
    """Staff are about to read something else that is not public."""
    role = act(work, request.account, "read_reports")
    if isinstance(role, Refusal):
        return role
    append_audit(work, Record(work.now_ms, request.account, role, f"read_{request.what}", request.of))
    return Done()


def _file(work: Work, account: str) -> contract.PlayerFile:
    block = store.block_of(work, account)
    watch = report_rows.find_watch(work, account)
    given, unread = message_rows.count_warnings(work, account)
    mute = mute_rows.newest(work, account)
    return contract.PlayerFile(
        account=account,
        roles=list(store.roles_of(work, account)),
        blocked=None if block is None else shown_block(account, block),
        watched=is_watched(watch, work.now_ms),
        watched_until_ms=watch.until_ms or None,
        times_reported=report_rows.times_reported(work, account),
        cards=[shown_card(each) for each in store.cards_of(work, account, SHOWN_MAX)],
        suspensions=[shown(each) for each in store.all_suspensions_of(work, account, SHOWN_MAX)],
        mutes=[] if mute is None else [mute],
        reports=report_rows.list_about(work, account, SHOWN_MAX),
        appeals=appeal_rows.list_of(work, account),
        cases=case_rows.list_about(work, account, SHOWN_MAX),
        warnings=given,
        warnings_open=unread,
        audit=[_entry(each) for each in store.audit_page(work, None, account, SHOWN_MAX)],
        links=links_of(work, account),
    )


def _entry(entry: Entry) -> contract.AuditEntry:
    fields: dict[str, Any] = msgspec.structs.asdict(entry)
    fields["at_ms"] = fields.pop("at")
    return contract.AuditEntry(**fields)
