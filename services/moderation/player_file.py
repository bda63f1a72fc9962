"""A player's file: everything about one account in one view; each reading is logged (RULES.md §10)."""

import msgspec

from services.contracts.base import Done
from services.contracts.moderation import staff as contract
from services.kernel.refusal import Refusal
from services.moderation.appeals import appeal_rows
from services.moderation.audit import audit_rows
from services.moderation.audit.audit_rows import Wanted, append_audit
from services.moderation.audit.chain import Record
from services.moderation.audit.use_cases import entry_of
from services.moderation.cases import case_rows
from services.moderation.desk import rows as desk_rows
from services.moderation.messages import message_rows
from services.moderation.reports import report_rows
from services.moderation.reports.use_cases import is_watched
from services.moderation.sanctions import sanction_rows
from services.moderation.sanctions.staff_sanctions import shown, shown_block, shown_card
from services.moderation.staff import role_rows
from services.moderation.staff.authority import act
from services.platform.database.unit_of_work import Work

SHOWN_MAX = 50
"""The most entries of each kind in a file, the newest first."""


def get_player_file(work: Work, request: contract.GetPlayerFile) -> contract.PlayerFile | Refusal:
    """The file of an account; the reading is logged."""
    role = act(work, request.account, "read_reports")
    if isinstance(role, Refusal):
        return role
    append_audit(work, Record(work.now_ms, request.account, role, "read_file", request.of))
    return _file(work, request.of)


def note_reading(work: Work, request: contract.NoteReading) -> Done | Refusal:
    """Log that staff are about to read other data that is not public."""
    role = act(work, request.account, "read_reports")
    if isinstance(role, Refusal):
        return role
    append_audit(
        work, Record(work.now_ms, request.account, role, f"read_{request.what}", request.of, after=request.need)
    )
    return Done()


def _file(work: Work, account: str) -> contract.PlayerFile:
    block = sanction_rows.block_of(work, account)
    watch = report_rows.find_watch(work, account)
    given, unread = message_rows.count_warnings(work, account)
    return contract.PlayerFile(
        account=account,
        roles=list(role_rows.roles_of(work, account)),
        blocked=None if block is None else shown_block(account, block),
        watched=is_watched(watch, work.now_ms),
        watched_until_ms=watch.until_ms or None,
        times_reported=report_rows.times_reported(work, account),
        cards=[shown_card(each) for each in sanction_rows.cards_of(work, account, SHOWN_MAX)],
        suspensions=[shown(each) for each in sanction_rows.all_suspensions_of(work, account, SHOWN_MAX)],
        mutes=sanction_rows.mutes_of(work, account, SHOWN_MAX),
        reports=report_rows.list_about(work, account, SHOWN_MAX),
        appeals=appeal_rows.list_of(work, account),
        cases=case_rows.list_about(work, account, SHOWN_MAX),
        warnings=given,
        warnings_open=unread,
        audit=[entry_of(each) for each in audit_rows.audit_page(work, Wanted(subject=account), SHOWN_MAX)],
        filed=[msgspec.structs.replace(each, lines=[]) for each in report_rows.list_by(work, account, SHOWN_MAX)],
        notes=desk_rows.notes_of(work, account, SHOWN_MAX),
        open_reports=report_rows.count_open(work, account),
    )
