"""Export and erasure of one account's data (services/lobby/RULES.md §7)."""

from typing import Any

import sqlalchemy as sa

from services.kernel.persons.erased_names import forget
from services.moderation import erased_account_rows as erased_accounts
from services.moderation import schema
from services.moderation.audit import audit_rows
from services.moderation.audit import chain as audit
from services.moderation.schema import (
    appeals,
    blocks,
    cards,
    case_evidence,
    cases,
    letters,
    mutes,
    observations,
    observed_hours,
    openings,
    reports,
    roles,
    staff_notes,
    suspensions,
    watches,
)
from services.moderation.staff import role_rows, service_accounts
from services.platform.database import repeated_commands as commands
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode, encode_text

_KEPT = (cards, suspensions, mutes, blocks, roles, openings, appeals)
_QUOTED = ("text", "found")
"""The fields of a chat line in evidence."""
_STAFF = ("account", "sent_by", "given_by", "decided_by", "ruled_by")
_FILED = ("report_id", "reported", "category", "comment", "at_ms", "decided_at_ms")


def collect(work: Work, account: str) -> dict[str, list[dict[str, Any]]]:
    """Cards, suspensions, roles, and messages of the Administrator to the account: the stored rows by table, without
    the names of staff. Of reports only those that the account has filed: reporters stay anonymous."""
    found = {table.name: _rows(work, table, account) for table in _KEPT}
    filed = sa.select(*(reports.c[name] for name in _FILED)).where(reports.c.reporter == account)
    reported = [dict(row._mapping) for row in work.execute(filed)]
    of_owner = sa.select(schema.service_accounts).where(schema.service_accounts.c.owner == account)
    owned = [dict(row._mapping) for row in work.execute(of_owner)]
    return found | {"messages": _rows(work, letters, account), "reports": reported, "service_accounts": owned}


def erase(work: Work, account: str) -> None:
    """Delete the messages to the account, and its roles; its service accounts act no more.
    Cards, suspensions and the audit log contain only an id."""
    service_accounts.remove_owned(work, account)
    held = role_rows.roles_of(work, account)
    _erase_rows(work, account)
    commands.forget(work, account)
    if held:
        left = audit.Record(work.now_ms, audit.SYSTEM, "", "erase_account", account, "", "", list(held), [])
        audit_rows.append_audit(work, left)


def _erase_rows(work: Work, account: str) -> None:
    """Delete the messages to the account, its reading marks, its roles, and its texts in reports and appeals."""
    erased_accounts.add(work, account)
    for table in (letters, openings, roles, watches, observations, observed_hours, staff_notes):
        work.execute(table.delete().where(table.c.account == account))
    work.execute(reports.update().where(reports.c.reporter == account).values(comment=""))
    work.execute(appeals.update().where(appeals.c.account == account).values(text=""))
    _forget_lines(work, account)
    _forget_evidence(work, account)


def _forget_evidence(work: Work, account: str) -> None:
    """Delete quoted chat lines from cases about the account; the counts stay."""
    named = cases.c.players.contains(encode_text(account), autoescape=True)
    for row in work.execute(sa.select(cases.c.case_id, cases.c.evidence).where(named)).all():
        kept = [{**each, "seen": _without_quotes(each["seen"])} for each in decode(row.evidence)]
        work.execute(cases.update().where(cases.c.case_id == row.case_id).values(evidence=encode_text(kept)))
    about = sa.select(cases.c.case_id).where(named)
    for row in work.execute(sa.select(case_evidence).where(case_evidence.c.case_id.in_(about))).all():
        same = sa.and_(case_evidence.c.case_id == row.case_id, case_evidence.c.place == row.place)
        kept_text = encode_text(_without_quotes(decode(row.seen)))
        work.execute(case_evidence.update().where(same).values(seen=kept_text))


def _without_quotes(seen: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in seen.items() if name not in _QUOTED}


def _forget_lines(work: Work, account: str) -> None:
    """Delete the account's name and texts from the chat lines of reports."""
    named = reports.c.lines.contains(account, autoescape=True)
    for row in work.execute(sa.select(reports.c.report_id, reports.c.lines).where(named)).all():
        lines = [
            {**each, "text": ""} if each.get("account") == account else each
            for each in forget(decode(row.lines), account)
        ]
        work.execute(reports.update().where(reports.c.report_id == row.report_id).values(lines=encode_text(lines)))


def _rows(work: Work, table: sa.Table, account: str) -> list[dict[str, Any]]:
    shown = [column for column in table.columns if column.name not in _STAFF]
    return [dict(row._mapping) for row in work.execute(sa.select(*shown).where(table.c.account == account))]
