"""What is kept of one account: handed out, and erased (services/lobby/RULES.md §7).

A journal shows who sat where. With the name gone it plays as before: no rule, no draw and no clock knows names.
"""

from collections.abc import Collection
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.base import Done
from services.contracts.lobby.accounts.privacy import CheckTablesLeft
from services.kernel.persons.erased_names import forget
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tables.fairness.count_rows import forget_luck
from services.tables.fairness.use_cases import collect_luck
from services.tables.imports import rows as import_rows
from services.tables.journal.archive.packed_lines import account_of
from services.tables.problems import answer_rows
from services.tables.schema import (
    analyses,
    analysis_orders,
    archive_entries,
    branches,
    counting_result,
    journal,
    matches,
    recorded,
    tables,
)
from services.tables.sharing import rows as share_rows

_ROWS_MAX = 10_000


def check_tables_left(work: Work, request: CheckTablesLeft) -> Done | Refusal:
    """`table_open`: a table at which they have sat goes on, and its worker would write the name again.

    Of a house-banked table only its present shoe counts: what came before it is read no more.
    """
    here = journal.join(tables, tables.c.table_id == journal.c.table_id)
    lines = sa.select(journal.c.table_id).select_from(here).where(tables.c.open, journal.c.seq >= tables.c.cut_seq)
    found = work.execute(lines.where(_tells_of(journal.c.action, request.account)).limit(1)).first()
    return Done() if found is None else Refusal("table_open")


def collect(work: Work, account: str) -> dict[str, Any]:
    """The matches that are kept, as this account played them, its studies, the matches that it has brought, its luck,
    the analyses that it has ordered, and what it has shared."""
    chosen = sa.select(matches).join(recorded, recorded.c.match_id == matches.c.match_id)
    newest = chosen.where(recorded.c.account == account).order_by(recorded.c.ended_at_ms.desc()).limit(_ROWS_MAX)
    studies = sa.select(branches).where(branches.c.account == account).order_by(branches.c.saved_at_ms)
    ordered = sa.select(analysis_orders).where(analysis_orders.c.account == account)
    return {
        "matches": [_match(row, account) for row in work.execute(newest)],
        "studies": [dict(row._mapping) for row in work.execute(studies)],
        "imports": import_rows.collect(work, account),
        "luck": collect_luck(work, account),
        "analyses": [dict(row._mapping) for row in work.execute(ordered)],
        "problems": answer_rows.collect(work, account),
        "shares": share_rows.collect(work, account),
    }


def erase(work: Work, account: str) -> None:
    """The name goes from every table at which they have sat; studies, imports, the list of own recordings, orders of
    analyses and shared links go altogether. Reports have no names."""
    played = work.execute(sa.select(matches).where(_sat_at(account))).all()
    _rewrite(work, matches.c.match_id, matches.c.seats, [row.match_id for row in played], account)
    at_tables = sorted({row.table_id for row in played})
    _rewrite(work, tables.c.table_id, tables.c.snapshot, at_tables, account)
    for table_id in at_tables:
        _rewrite_journal(work, table_id, account)
        _forget_archived(work, table_id, account)
    work.execute(analyses.delete().where(analyses.c.open_of == account))
    for own in (branches, recorded, analysis_orders):
        work.execute(own.delete().where(own.c.account == account))
    import_rows.erase(work, account)
    forget_luck(work, account)
    answer_rows.erase(work, account)
    share_rows.forget_account(work, account)


def _sat_at(account: str) -> sa.ColumnElement[bool]:
    return sa.or_(_tells_of(matches.c.seats, account), _tells_of(matches.c.result, account))


def _tells_of(column: sa.Column[Any], account: str) -> sa.ColumnElement[bool]:
    return column.contains(account, autoescape=True)


def _rewrite(work: Work, key: sa.Column[Any], column: sa.Column[Any], keys: Collection[str], account: str) -> None:
    """Rows by key: their JSON without the name."""
    chosen = sa.select(key, column).where(key.in_(keys), _tells_of(column, account))
    for row in work.execute(chosen).all():
        work.execute(sa.update(column.table).where(key == row[0]).values({column.name: _forgotten(row[1], account)}))


def _rewrite_journal(work: Work, table_id: str, account: str) -> None:
    c = journal.c
    for row in work.execute(
        sa.select(c.seq, c.action).where(c.table_id == table_id, _tells_of(c.action, account))
    ).all():
        same = sa.and_(c.table_id == table_id, c.seq == row.seq)
        work.execute(journal.update().where(same).values(action=_forgotten(row.action, account)))


def _forget_archived(work: Work, table_id: str, account: str) -> None:
    """Archive files have no names, only their list has. After the journal: the archiver lists lines only while it holds
    them, so what it has listed meanwhile is seen here."""
    c = archive_entries.c
    listed = sa.select(c.first_seq, c.names).where(c.table_id == table_id, _tells_of(c.names, account))
    for row in work.execute(listed).all():
        names = msgspec.json.decode(row.names, type=dict[str, str])
        left = {key: name for key, name in names.items() if account_of(key) != account}
        same = sa.and_(c.table_id == table_id, c.first_seq == row.first_seq)
        work.execute(archive_entries.update().where(same).values(names=encode_text(left)))


def _forgotten(text: str, account: str) -> str:
    return encode_text(forget(msgspec.json.decode(text), account))


def _match(row: Any, account: str) -> dict[str, Any]:
    """Without the names of the others: those are theirs."""
    seats = msgspec.json.decode(row.seats)
    seat = next((number for number, each in enumerate(seats) if each.get("account") == account), None)
    result = msgspec.json.decode(row.result) if row.result else {}
    counts = counting_result(row) if row.result else None
    return {
        "match": row.match_id,
        "game": row.game,
        "options": msgspec.json.decode(row.options),
        "stake_chips": row.stake_chips,
        "started_at_ms": row.started_at_ms,
        "ended_at_ms": row.ended_at_ms,
        "outcome": row.outcome if counts is None else counts.outcome,
        "seat": seat,
        "winners": None if counts is None else counts.winners,
        "points": result.get("points"),
    }
