"""Moves finished matches from the journal to archive files, day by day, and forgets the trails of those that left no
recording (RULES.md §12).

Several processes may do it, and each may die between any two steps. A day belongs to who has claimed its row, for a
while. A file is noted as begun, then written, and then becomes valid in the transaction that lists what is in it and
looks once more whether the day is still ours. Only what is listed leaves the journal: on PostgreSQL with its partition,
on SQLite, and for the few lines that were carried over, by one statement a day.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from services.kernel.clock import TimeMs
from services.kernel.ids import new_id
from services.platform.database.unit_of_work import Database, Work
from services.platform.operations.file_stores import FileStore
from services.platform.process.logs import get_logger
from services.tables.journal.archive import partition_rows as days
from services.tables.journal.archive.file_rows import Unclaimed, begin_file, delete_files, list_file
from services.tables.journal.archive.line_rows import LINES
from services.tables.journal.archive.packed_lines import Damaged, Line, Packed, pack
from services.tables.journal.archive.partition_rows import Partition
from services.tables.schema import analyses, archive_days, archive_entries, journal, matches, recorded, refused, tables

log = get_logger(__name__)

_TABLES_AT_ONCE = 200
TRAILS_AT_ONCE = 500
"""Tables whose trails are forgotten in one transaction."""
_FILE_BYTES = 16 << 20
_CLAIM_MS = 600_000
_TRIES = 5
"""How often a day is begun again, because somebody's name was erased in lines that had been read."""
_DROP_TRIES = 30
_DROP_LOCK_MS = 300
"""Dropping a partition locks the journal for a moment; writers wait no longer than this for us."""
_DROP_PAUSE_S = 1.0
_BY_LOOKUP = ("statement_timeout = 0", "enable_hashjoin = off", "enable_mergejoin = off")
"""Whether lines are listed is looked up line by line. Otherwise PostgreSQL may read all that was ever listed."""
_BY_INDEX = (*_BY_LOOKUP, *(f"enable_{way} = off" for way in ("seqscan", "bitmapscan", "sort", "hashagg")))
"""A page of tables is read by the primary key alone. Where PostgreSQL has no statistics yet it would read the whole day
for each page."""


class Report(NamedTuple):
    """What a run has done, and how many days it has left undone because something failed."""

    lines: int = 0
    files: int = 0
    carried: int = 0
    days_removed: int = 0
    files_deleted: int = 0
    failures: int = 0


class _Page(NamedTuple):
    """Some tables of a day. `runs`: lines to be archived that follow one another, of one table each; `kept`: the
    tables that have a recording; `open`: tables whose other lines stay in the journal."""

    runs: list[list[Line]]
    kept: frozenset[str]
    open: list[str]
    last_table: str


class Archiver:
    """One run over all days that are due."""

    def __init__(self, database: Database, store: FileStore, journal_days: int) -> None:
        """`journal_days`: how long lines stay in the journal."""
        self._database = database
        self._store = store
        self._journal_days = journal_days
        self._name = new_id()
        self._report = Report()

    def run(self) -> Report:
        """Archive and remove what is due, and delete files of which nothing is needed any more. What fails is logged,
        counted and left for the next run; the other days go on."""
        for part in self._database.run(days.due, self._journal_days):
            try:
                self._move(part)
            except Unclaimed:
                log.warning("archive_day_taken", day=part.first)
            except (OSError, Damaged, DBAPIError):
                log.exception("archive_day_failed", day=part.first)
                self._count(failures=1)
                self._database.run(self._give_up, part.first)
        try:
            self._count(files_deleted=delete_files(self._database, self._store))
        except OSError:
            log.exception("archive_files_not_deleted")
            self._count(failures=1)
        return self._report

    def _count(self, **more: int) -> None:
        self._report = self._report._replace(**{name: getattr(self._report, name) + n for name, n in more.items()})

    # --- a day ---

    def _move(self, part: Partition) -> None:
        """Archive a day and remove it from the journal."""
        claimed, is_archived = self._database.run(self._claim, part.first)
        if not claimed:
            return
        for _ in range(_TRIES):
            if is_archived or self._archive(part):
                break
        else:
            raise OSError(f"lines of day {part.first} change again and again")
        if self._database.is_sqlite or part.first == days.CARRIED:
            self._count(days_removed=int(self._database.run(_remove_lines, part) > 0))
            return
        self._database.run(self._finish, part)
        self._drop(part)

    def _claim(self, work: Work, day: int) -> tuple[bool, bool]:
        """Whether the day is ours now, and whether all of it is archived already."""
        c = archive_days.c
        row = work.execute(sa.select(archive_days).where(c.day == day).with_for_update()).one_or_none()
        mine = {"claimed_by": self._name, "claimed_until_ms": work.now_ms + _CLAIM_MS}
        if row is None:
            work.execute(archive_days.insert().values(day=day, **mine))
            return True, False
        if row.claimed_by != self._name and row.claimed_until_ms > work.now_ms:
            return False, False
        work.execute(sa.update(archive_days).where(c.day == day).values(mine))
        return True, row.archived_at_ms is not None

    def _give_up(self, work: Work, day: int) -> None:
        """Count the failure; whoever comes next may try at once."""
        c = archive_days.c
        ours = sa.update(archive_days).where(c.day == day, c.claimed_by == self._name)
        work.execute(ours.values(failures=c.failures + 1, claimed_until_ms=work.now_ms))

    def _archive(self, part: Partition) -> bool:
        """Write and list the files of a day. False: lines changed meanwhile, what is left has to be read again."""
        waiting: dict[bool, list[Packed]] = {True: [], False: []}
        for page in self._pages(part):
            for lines in page.runs:
                is_kept = lines[0].table_id in page.kept
                waiting[is_kept].append(pack(lines))
                if sum(len(packed.content) for packed in waiting[is_kept]) >= _FILE_BYTES:
                    if not self._write(part, is_kept, waiting[is_kept]):
                        return False
                    waiting[is_kept] = []
            if page.open and not self._database.is_sqlite and part.first != days.CARRIED:
                self._count(carried=self._database.run(_carry, part, page.open))
        return self._write(part, True, waiting[True]) and self._write(part, False, waiting[False])

    def _pages(self, part: Partition) -> Iterator[_Page]:
        last_table = ""
        while True:
            page: _Page = self._database.run(_page, part, last_table)
            if not page.last_table:
                return
            yield page
            last_table = page.last_table

    def _write(self, part: Partition, is_kept: bool, packed: Sequence[Packed]) -> bool:
        """One file; trails of matches without a recording have files of their own, which are deleted as a whole."""
        if not packed:
            return True
        name = f"{days.name_of(part.first)}/{'recordings' if is_kept else 'trails'}-{new_id()}.jsonl.gz"
        lines = sum(each.last_seq - each.first_seq + 1 for each in packed)
        content = b"".join(each.content for each in packed)
        self._database.run(begin_file, name, part.first, lines, len(content))
        self._store.put(name, content)
        is_listed: bool = self._database.run(self._list, part, name, packed)
        if is_listed:
            self._count(files=1, lines=lines)
        return is_listed

    def _list(self, work: Work, part: Partition, name: str, packed: Sequence[Packed]) -> bool:
        """The file is valid from now on. False: a name was erased in its lines after they were read."""
        c = archive_days.c
        ours = sa.update(archive_days).where(c.day == part.first, c.claimed_by == self._name)
        if not work.execute(ours.values(claimed_until_ms=work.now_ms + _CLAIM_MS)).rowcount:
            raise Unclaimed(f"day {part.first}")
        if not _are_unchanged(work, part, [line for each in packed for line in each.named]):
            return False
        list_file(work, name, packed)
        return True

    # --- removing it ---

    def _finish(self, work: Work, part: Partition) -> None:
        """All lines of the day are listed, or carried over: it may be dropped."""
        for setting in _BY_LOOKUP:
            work.execute(sa.text(f"SET LOCAL {setting}"))
        left = work.execute(LINES.where(_within(work, part), ~_is_listed()).limit(1)).first()
        if left is not None:
            raise Damaged(f"table {left.table_id} has lines of day {part.first} that are not archived")
        c = archive_days.c
        done = sa.update(archive_days).where(c.day == part.first, c.claimed_by == self._name)
        if not work.execute(done.values(archived_at_ms=work.now_ms)).rowcount:
            raise Unclaimed(f"day {part.first}")

    def _drop(self, part: Partition) -> None:
        """Drop the day's partition, between queries that others make."""
        for tries_left in reversed(range(_DROP_TRIES)):
            try:
                self._database.run(_drop, part.first)
                self._count(days_removed=1)
                return
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", "") != "55P03" or not tries_left:
                    raise
            time.sleep(_DROP_PAUSE_S)


def _drop(work: Work, day: int) -> None:
    work.execute(sa.text(f"SET LOCAL lock_timeout = {_DROP_LOCK_MS}"))
    work.execute(sa.text("SELECT drop_journal_partition(:day)"), {"day": day})


def _within(work: Work, part: Partition) -> sa.ColumnElement[bool]:
    return days.day_of(work).between(part.first, part.last)


def _is_listed() -> sa.ColumnElement[bool]:
    """Whether a line of the journal is in the archive as well."""
    e = archive_entries.c
    here = sa.select(e.file).where(e.table_id == journal.c.table_id, journal.c.seq.between(e.first_seq, e.last_seq))
    return here.exists()


def _page(work: Work, part: Partition, after: str) -> _Page:
    """The next tables of a day and what is to be done with their lines. Of an open table those before its cut may be
    archived, which nobody needs to load it."""
    if not work.is_sqlite:
        for setting in _BY_INDEX:
            work.execute(sa.text(f"SET LOCAL {setting}"))
    chosen = sa.select(journal.c.table_id).where(_within(work, part), journal.c.table_id > after).distinct()
    ids = list(work.execute(chosen.order_by(journal.c.table_id).limit(_TABLES_AT_ONCE)).scalars())
    if not ids:
        return _Page([], frozenset(), [], "")
    heads = sa.select(tables.c.table_id, tables.c.cut_seq).where(tables.c.table_id.in_(ids), tables.c.open)
    cuts = {row.table_id: row.cut_seq for row in work.execute(heads)}
    unlisted = LINES.where(_within(work, part), journal.c.table_id.in_(ids), ~_is_listed())
    rows = work.execute(unlisted.order_by(journal.c.table_id, journal.c.seq))
    lines = (line for line in (Line(*row) for row in rows) if line.seq < cuts.get(line.table_id, line.seq + 1))
    kept = sa.select(matches.c.table_id).join(recorded, recorded.c.match_id == matches.c.match_id)
    recorded_at = work.execute(kept.where(matches.c.table_id.in_(ids)).distinct()).scalars()
    return _Page(list(_runs(lines)), frozenset(recorded_at), sorted(cuts), ids[-1])


def _runs(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Lines in order, divided where another table begins or a number is left out."""
    numbered = enumerate(lines)
    for _, run in groupby(numbered, key=lambda each: (each[1].table_id, each[1].seq - each[0])):
        yield [line for _, line in run]


def _are_unchanged(work: Work, part: Partition, named: Sequence[Line]) -> bool:
    """Whether lines with names are as they were read; from now on an erasure waits for us, and then finds the names in
    the list."""
    for start in range(0, len(named), _TABLES_AT_ONCE):
        some = named[start : start + _TABLES_AT_ONCE]
        keys = sa.tuple_(journal.c.table_id, journal.c.seq).in_([(line.table_id, line.seq) for line in some])
        query = sa.select(journal.c.table_id, journal.c.seq, journal.c.action).where(_within(work, part), keys)
        now = {(row.table_id, row.seq): row.action for row in work.execute(query.with_for_update(read=True))}
        if now != {(line.table_id, line.seq): line.action for line in some}:
            return False
    return True


def _carry(work: Work, part: Partition, open_tables: Sequence[str]) -> int:
    """Lines of open tables leave the day, whose partition will be dropped."""
    moved = "UPDATE journal SET day = :carried WHERE day BETWEEN :first AND :last AND table_id = ANY(:ids) AND NOT "
    listed = (
        "EXISTS (SELECT FROM archive_entries e WHERE e.table_id = journal.table_id "
        "AND journal.seq BETWEEN e.first_seq AND e.last_seq) AND seq >= "
        "(SELECT t.cut_seq FROM tables t WHERE t.table_id = journal.table_id)"
    )
    values: dict[str, Any] = {"carried": days.CARRIED, "first": part.first, "last": part.last, "ids": list(open_tables)}
    return int(work.execute(sa.text(moved + listed), values).rowcount)


def _remove_lines(work: Work, part: Partition) -> int:
    """Delete all lines of a day that are listed."""
    if not work.is_sqlite:
        work.execute(sa.text("SET LOCAL statement_timeout = 0"))
    return int(work.execute(journal.delete().where(_within(work, part), _is_listed())).rowcount)


def forget_trails(work: Work, before_ms: TimeMs, at_once: int = TRAILS_AT_ONCE) -> int:
    """Forget the trails of matches that left no recording, which are kept for staff for a while: closed tables at which
    nothing has happened since then and nobody has a recording of any match; returns
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
