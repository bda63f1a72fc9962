"""The journal's days: on PostgreSQL it has a partition for each day on which lines were written (RULES.md §12).

A day is the number of days since 1970 (UTC) by the database's clock at the commit. Two numbers are special: 0 has what
was written before there were partitions, -1 the lines of older days that tables still need which are open. Every worker
makes partitions a week ahead; what is written on a day for which nobody has made one goes into the default partition
and becomes a partition with the next days that are made. SQLite has one table, and a line's day is that of its time.
"""

from datetime import date, timedelta
from typing import NamedTuple

import sqlalchemy as sa

from services.kernel.clock import DAY_MS
from services.platform.database.unit_of_work import Work
from services.tables.schema import journal

DAYS_AHEAD = 7
CARRIED, BEFORE = -1, 0
_LOCK_WAIT_MS = 500
"""Adding a partition locks the empty default one for a moment. If somebody reads the whole journal just then, it is
tried again with the next call, so that nobody waits behind us for longer than this."""

_TODAY = "((now() AT TIME ZONE 'UTC')::date - date '1970-01-01')"
_PARTITIONS = """
SELECT name, bounds[1]::integer AS first, bounds[2]::integer - 1 AS last
FROM (
    SELECT c.relname AS name, regexp_match(pg_get_expr(c.relpartbound, c.oid), '(-?\\d+)\\D+ TO \\D+(\\d+)') AS bounds
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'journal'::regclass
) AS parts
WHERE bounds IS NOT NULL ORDER BY 2
"""


class Partition(NamedTuple):
    """A partition of the journal with the days that it has, both included."""

    name: str
    first: int
    last: int


def day_of(work: Work) -> sa.ColumnElement[int]:
    """The day of a journal line, as a column of queries."""
    if work.is_sqlite:
        return journal.c.at_ms // DAY_MS
    return sa.literal_column("journal.day", sa.Integer)


def may_have(work: Work) -> sa.ColumnElement[bool]:
    """Whether a partition may have lines of a table: a condition for queries that join `tables` with the journal.

    It lets PostgreSQL leave out the days before the table was opened, and those to come. The day of a table's opening
    is of the database's clock, too, so the condition holds whatever the workers' clocks say.
    """
    if work.is_sqlite:
        return sa.true()
    day, opened = day_of(work), sa.literal_column("tables.opened_day", sa.Integer)
    today = sa.literal_column(_TODAY, sa.Integer)
    return sa.or_(day <= BEFORE, sa.and_(day >= opened, day <= today + 1))


def partitions(work: Work) -> list[Partition]:
    """The journal's partitions, the oldest first, without the default one; none on SQLite."""
    if work.is_sqlite:
        return []
    return [Partition(*row) for row in work.execute(sa.text(_PARTITIONS))]


def name_of(day: int) -> str:
    """A day as files and people name it."""
    if day in (CARRIED, BEFORE):
        return "carried" if day == CARRIED else "before"
    return (date(1970, 1, 1) + timedelta(days=day)).isoformat()


def due(work: Work, journal_days: int) -> list[Partition]:
    """What is to be archived, the oldest first: days that lie more than `journal_days` back.

    What was carried over is always looked at, and what is older than all partitions once the first of them is due.
    """
    if work.is_sqlite:
        last = work.now_ms // DAY_MS - journal_days
        older = sa.select(day_of(work)).where(journal.c.at_ms < last * DAY_MS).distinct()
        return [Partition("journal", day, day) for day in sorted(work.execute(older).scalars())]
    found = partitions(work)
    last = work.execute(sa.text(f"SELECT {_TODAY}")).scalar_one() - journal_days
    dated = [each for each in found if each.first > BEFORE and each.last < last]
    return [each for each in found if each.first == CARRIED or (dated and each.first == BEFORE)] + dated


def oldest_days(work: Work) -> int | None:
    """How many days ago the oldest day was that has a partition; None: there are no partitions."""
    dated = [each.first for each in partitions(work) if each.first > BEFORE]
    return int(work.execute(sa.text(f"SELECT {_TODAY}")).scalar_one()) - min(dated) if dated else None


def add_days(work: Work) -> int | None:
    """Make the partitions that are missing from today to a week ahead; returns for how many days after today there are
    partitions without a gap, -1 if there is none for today; None where the database has no partitions."""
    if work.is_sqlite:
        return None
    today = work.execute(sa.text(f"SELECT {_TODAY}")).scalar_one()
    ahead = _ahead(partitions(work), today)
    if ahead < DAYS_AHEAD:
        work.execute(sa.text(f"SET LOCAL lock_timeout = {_LOCK_WAIT_MS}"))
        work.execute(sa.text("SELECT add_journal_days(:ahead)"), {"ahead": DAYS_AHEAD})
        ahead = _ahead(partitions(work), today)
    return ahead


def _ahead(found: list[Partition], today: int) -> int:
    days = {day for each in found if each.first > BEFORE for day in range(each.first, each.last + 1)}
    ahead = -1
    while today + ahead + 1 in days:
        ahead += 1
    return ahead
