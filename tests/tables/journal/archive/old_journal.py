"""A journal in a test's hands whose days can be made old, with lines of tables that nobody has played."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from services.kernel.clock import FakeClock
from services.platform.database.unit_of_work import Database
from services.platform.operations.file_stores import FileStore, FolderStore
from services.platform.process.json import encode_text
from services.tables.journal.archive import partition_rows as days
from services.tables.journal.archive.archiver_rows import Archiver, Report
from services.tables.journal.archive.line_rows import LINES, Archive, Span
from services.tables.journal.archive.packed_lines import Line
from services.tables.schema import archive_entries, archive_files, journal, matches, recorded, tables

JOURNAL_DAYS = 8


class Written(NamedTuple):
    """A table and its lines."""

    table_id: str
    lines: list[Line]


class OldJournal:
    """Tables, their journal and its archive."""

    def __init__(self, database: Database, folder: Path) -> None:
        assert isinstance(database.clock, FakeClock)
        self.database, self.clock, self.store = database, database.clock, FolderStore(folder)
        self.archive = Archive(self.store)
        self.written: dict[str, list[Line]] = {}
        self._days_back = 0

    # --- writing ---

    def write(
        self, table_id: str, lines: int = 3, *, is_open: bool = False, kept: bool = True, cut_seq: int = 0
    ) -> None:
        """A table with so many lines, today; `kept`: its match has a recording."""
        known = self.written.setdefault(table_id, [])
        more = [self._line(table_id, seq) for seq in range(len(known) + 1, len(known) + lines + 1)]
        with self.database.work() as work:
            if not known:
                head = {"table_id": table_id, "shard": "tavli.0", "open": is_open, "opened_at_ms": self.clock.now_ms()}
                work.execute(tables.insert().values(**head, cut_seq=cut_seq))
                work.execute(matches.insert().values(_match(table_id, self.clock.now_ms())))
                if kept:
                    row = {"account": "a-1", "ended_at_ms": self.clock.now_ms(), "match_id": f"m-{table_id}"}
                    work.execute(recorded.insert().values(row))
            work.execute(journal.insert(), [line._asdict() for line in more])
        known += more

    def _line(self, table_id: str, seq: int) -> Line:
        seats = [{"account": "a-1", "name": "Ann"}, {"account": "a-2", "name": 'Élan \ue000 \\ "Q"'}]
        opened = {"k": "opened", "order": {"name": "ANN and Ann's table", "seats": seats}}
        action = encode_text(opened if seq == 1 else {"k": "moved", "move": {"n": seq}})
        return Line(table_id, seq, 1, f"m-{table_id}", None, action, f"c{seq}", self.clock.now_ms(), "")

    def close(self, table_id: str) -> None:
        with self.database.work() as work:
            work.execute(sa.update(tables).where(tables.c.table_id == table_id).values(open=False))

    def age(self) -> None:
        """What was written so far is old enough to be archived; each time it is an earlier day of PostgreSQL's."""
        self.clock.advance((JOURNAL_DAYS + 2) * days.DAY_MS)
        if self.database.is_sqlite:
            return
        self._days_back += 1
        with self.database.work() as work:
            today = work.execute(sa.text(f"SELECT {days._TODAY}")).scalar_one()
            day = today - JOURNAL_DAYS - self._days_back
            name, bounds = f"journal_old_{day}", f"FOR VALUES FROM ({day}) TO ({day + 1})"
            work.execute(sa.text("SELECT add_journal_partition(:name, :bounds)"), {"name": name, "bounds": bounds})
            work.execute(sa.text("UPDATE journal SET day = :day WHERE day >= :today"), {"day": day, "today": today})

    # --- archiving and looking ---

    def archiver(self, store: FileStore | None = None, database: Database | None = None) -> Archiver:
        return Archiver(database or self.database, store or self.store, JOURNAL_DAYS)

    def run(self) -> Report:
        return self.archiver().run()

    def read(self, table_id: str) -> list[Line]:
        with self.database.work() as work:
            return self.archive.lines_between(work, table_id, 1, len(self.written[table_id]))

    def in_journal(self) -> list[tuple[str, int]]:
        with self.database.work() as work:
            found = [Line(*row) for row in work.execute(LINES)]
        return sorted((line.table_id, line.seq) for line in found)

    def in_archive(self) -> list[tuple[str, int]]:
        return sorted((each.table_id, seq) for each in self.rows(archive_entries) for seq in _seqs(each))

    def all_lines(self) -> list[tuple[str, int]]:
        return sorted((line.table_id, line.seq) for lines in self.written.values() for line in lines)

    def rows(self, table: sa.Table) -> list[Any]:
        with self.database.work() as work:
            return list(work.execute(sa.select(table)).all())

    def check_nothing_lost(self) -> None:
        """Every line can be read as it was written, those of one table and those of all together."""
        for table_id, lines in self.written.items():
            assert self.read(table_id) == lines
        spans = [Span(table_id, 1, len(lines)) for table_id, lines in self.written.items()]
        ends = [Span(span.table, span.last_seq, span.last_seq) for span in spans]
        with self.database.work() as work:
            together = self.archive.lines_of(work, spans + ends)
            assert self.archive.lines_of(work, []) == []
        assert together == list(self.written.values()) + [lines[-1:] for lines in self.written.values()]

    def check_nothing_doubled(self) -> None:
        """Every line is in one place, and there are no files but those that are listed."""
        assert sorted(self.in_journal() + self.in_archive()) == self.all_lines()
        assert set(self.store.names()) == {row.file for row in self.rows(archive_files)}


def _seqs(entry: Any) -> Iterable[int]:
    return range(entry.first_seq, entry.last_seq + 1)


def _match(table_id: str, at_ms: int) -> dict[str, Any]:
    match = {"match_id": f"m-{table_id}", "table_id": table_id, "number": 1, "game": "tavli", "rules": 1}
    match |= {"options": "{}", "stake_chips": 0, "seats": '[{"account":"a-1","name":"Ann"}]', "commitment": ""}
    return match | {"first_seq": 1, "started_at_ms": at_ms}
