"""Which of the operator's keys open tables still need (journal/encrypted_entries.py)."""

import re
from collections import Counter

import sqlalchemy as sa

from services.platform.database.unit_of_work import Work
from services.platform.operations.encryption import key_of
from services.tables.schema import journal, tables

_ROOT = re.compile(r'root":"(sealed:[^"]+)"')


def count_by_key(work: Work) -> Counter[str]:
    """Key → how many tables that are open cannot be loaded without it, in the worst case: by replaying every line."""
    found: set[tuple[str, str]] = set()
    snapshots = sa.select(tables.c.table_id, tables.c.snapshot).where(tables.c.open, tables.c.snapshot.is_not(None))
    for row in work.execute(snapshots):
        found.add((row.table_id, key_of(row.snapshot)))
    lines = (
        sa.select(journal.c.table_id, journal.c.action)
        .join(tables, tables.c.table_id == journal.c.table_id)
        .where(tables.c.open, journal.c.seq >= tables.c.cut_seq, journal.c.action.contains('root":"sealed:'))
    )
    for row in work.execute(lines):
        found.update((row.table_id, key_of(text)) for text in _ROOT.findall(row.action))
    return Counter(key for _, key in found if key)
