"""Trails of matches that left no recording: kept for staff for a while, then forgotten (RULES.md §12)."""

import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.platform.database.unit_of_work import Work
from services.tables.schema import analyses, archive_entries, journal, matches, recorded, refused, tables

AT_ONCE = 500
"""Tables forgotten in one transaction."""


def forget_trails(work: Work, before_ms: TimeMs, at_once: int = AT_ONCE) -> int:
    """Forget closed tables at which nothing has happened since then and nobody has a recording of any match; returns
    how many there were, at most `at_once`. Archive files in which nothing is left are deleted by the archiver."""
    lately = sa.select(journal.c.seq).where(journal.c.table_id == tables.c.table_id, journal.c.at_ms >= before_ms)
    archived = archive_entries.c
    lately_archived = sa.select(archived.file).where(
        archived.table_id == tables.c.table_id, archived.last_at_ms >= before_ms
    )
    kept = (
        sa.select(recorded.c.match_id)
        .join(matches, matches.c.match_id == recorded.c.match_id)
        .where(matches.c.table_id == tables.c.table_id)
    )
    chosen = sa.select(tables.c.table_id).where(
        sa.not_(tables.c.open),
        tables.c.opened_at_ms < before_ms,
        ~lately.exists(),
        ~lately_archived.exists(),
        ~kept.exists(),
    )
    found = list(work.execute(chosen.order_by(tables.c.opened_at_ms).limit(at_once)).scalars())
    gone = sa.select(matches.c.match_id).where(matches.c.table_id.in_(found))
    work.execute(analyses.delete().where(analyses.c.match_id.in_(gone)))
    for table in (archive_entries, journal, refused, matches, tables):
        work.execute(table.delete().where(table.c.table_id.in_(found)))
    return len(found)
