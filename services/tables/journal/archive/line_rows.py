"""Reads journal lines wherever they are: in the journal, or in archive files (RULES.md §12).

A line is listed in the archive before it leaves the journal. So who looks into the journal first, and then into the
list for what is missing there, finds every line, whatever the archiver does meanwhile.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from services.platform.database.unit_of_work import Work
from services.platform.operations.file_stores import FileStore
from services.platform.process.logs import get_logger
from services.tables import metrics
from services.tables.journal.archive.packed_lines import Damaged, Line, unpack
from services.tables.schema import archive_entries, journal

log = get_logger(__name__)

LINES = sa.select(*(journal.c[name] for name in Line._fields))
"""Journal lines, in the order of the fields of `Line`."""
_LINES_OF_TABLES = sa.select(journal.c.table_id, *LINES.selected_columns)


class Span(NamedTuple):
    """Lines of a table, both ends included."""

    table: str
    first_seq: int
    last_seq: int


class Unavailable(Exception):
    """Archived lines cannot be read now: the store does not answer, or what it has is damaged."""


class Archive:
    """The archive files of a process; any number of threads may read."""

    def __init__(self, store: FileStore | None = None) -> None:
        """None: nothing is archived here."""
        self._store = store

    def lines_between(self, work: Work, table_id: str, first_seq: int, last_seq: int) -> list[Line]:
        """These lines of a table, both included, in order. Raises: Unavailable."""
        c = journal.c
        rows = work.execute(LINES.where(c.table_id == table_id, c.seq.between(first_seq, last_seq)))
        return self._completed(work, Span(table_id, first_seq, last_seq), [Line(*row) for row in rows])

    def lines_of(self, work: Work, spans: Sequence[Span]) -> list[list[Line] | None]:
        """As `lines_between` for each of several spans, in one question; None for one that cannot be read now."""
        c = journal.c
        wanted = [sa.and_(c.table_id == each.table, c.seq.between(each.first_seq, each.last_seq)) for each in spans]
        of_table: dict[str, list[Line]] = {}
        for row in work.execute(_LINES_OF_TABLES.where(sa.or_(sa.false(), *wanted))):
            of_table.setdefault(row[0], []).append(Line(*row[1:]))
        return [self._if_readable(work, span, of_table.get(span.table, ())) for span in spans]

    def _if_readable(self, work: Work, span: Span, lines: Sequence[Line]) -> list[Line] | None:
        try:
            return self._completed(work, span, lines)
        except Unavailable:
            return None

    def _completed(self, work: Work, span: Span, lines: Sequence[Line]) -> list[Line]:
        """The lines of a span, from these of the journal and from archive files. Raises: Unavailable."""
        e, (table_id, first_seq, last_seq) = archive_entries.c, span
        found = {line.seq: line for line in lines if first_seq <= line.seq <= last_seq}
        if len(found) <= last_seq - first_seq:
            self._add(work, found, e.table_id == table_id, e.first_seq <= last_seq, e.last_seq >= first_seq)
        missing = next((seq for seq in range(first_seq, last_seq + 1) if seq not in found), None)
        if missing is not None:
            log.error("journal_line_missing", table=table_id, seq=missing)
            raise Unavailable(f"line {missing} of table {table_id}")
        return [found[seq] for seq in range(first_seq, last_seq + 1)]

    def lines_after(self, work: Work, table_id: str, seq: int, match_id: str) -> list[Line]:
        """What a table has of a match behind a line, in order. Raises: Unavailable."""
        c, e = journal.c, archive_entries.c
        rows = work.execute(LINES.where(c.table_id == table_id, c.seq > seq, c.match_id == match_id))
        found = {line.seq: line for line in (Line(*row) for row in rows)}
        of_match = e.matches.contains(match_id, autoescape=True)
        self._add(work, found, e.table_id == table_id, e.last_seq > seq, of_match)
        chosen = (line for line in found.values() if line.seq > seq and line.match_id == match_id)
        return sorted(chosen, key=lambda line: line.seq)

    def _add(self, work: Work, found: dict[int, Line], *wanted: sa.ColumnElement[bool]) -> None:
        """Add the lines of these entries that were not found in the journal."""
        for entry in work.execute(sa.select(archive_entries).where(*wanted)).all():
            if any(seq not in found for seq in range(entry.first_seq, entry.last_seq + 1)):
                for line in self._read(entry):
                    found.setdefault(line.seq, line)

    def _read(self, entry: sa.Row[tuple[object, ...]]) -> list[Line]:
        names = msgspec.json.decode(entry.names, type=dict[str, str])
        try:
            if self._store is None:
                raise OSError("no archive is set (KAFENEIO_JOURNAL_ARCHIVE)")
            content = self._store.read(entry.file, entry.offset_bytes, entry.length_bytes)
            return unpack(content, entry.sha256, names)
        except (OSError, Damaged) as error:
            metrics.archive_read_failures.inc()
            log.error("archive_unreadable", file=entry.file, table=entry.table_id, error=str(error)[:300])
            raise Unavailable(str(error)) from error


def last_seq(work: Work, table_id: str) -> int:
    """The number of a table's last line; 0: it has none."""
    newest = sa.select(sa.func.max(journal.c.seq)).where(journal.c.table_id == table_id)
    archived = sa.select(sa.func.max(archive_entries.c.last_seq)).where(archive_entries.c.table_id == table_id)
    return int(work.execute(newest).scalar_one() or work.execute(archived).scalar_one() or 0)
