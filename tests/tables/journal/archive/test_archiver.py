"""Old matches are moved from the journal to archive files, and nothing is lost or doubled by it (RULES.md §12)."""

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from services.kernel.clock import FakeClock
from services.kernel.persons.erased_names import FORMER_PLAYER
from services.platform.database.unit_of_work import Database
from services.platform.operations.file_stores import FolderStore
from services.tables import metrics
from services.tables.journal import privacy_rows as privacy
from services.tables.journal.archive import archiver_rows as archiver
from services.tables.journal.archive import partition_rows as days
from services.tables.journal.archive.archiver_rows import forget_trails
from services.tables.journal.archive.file_rows import figures
from services.tables.journal.archive.line_rows import Archive, Span, Unavailable, last_seq
from services.tables.journal.archive.packed_lines import Line
from services.tables.journal.journal_rows import Journal
from services.tables.schema import archive_days, archive_entries, archive_files, tables
from tests.support.databases.migrated import Migrated
from tests.tables.journal.archive.old_journal import OldJournal

DAY_MS = days.DAY_MS


@pytest.fixture
def old(migrated: Migrated, tmp_path: Path) -> Iterator[OldJournal]:
    database = Database(migrated("tables"), "tables", FakeClock())
    yield OldJournal(database, tmp_path / "archive")
    database.close()


class Killed(BaseException):
    """The process is gone; nothing of it is caught."""


class Mortal:
    """The database and the store of a process that dies after its n-th step, which is before the next one."""

    def __init__(self, old: OldJournal, steps: int) -> None:
        self._left, self._old = steps, old
        self.is_sqlite, self.service = old.database.is_sqlite, old.database.service

    def run(self, handler: Callable[..., Any], *args: Any) -> Any:
        return self._step(lambda: self._old.database.run(handler, *args))

    def put(self, name: str, content: bytes) -> None:
        self._step(lambda: self._old.store.put(name, content))

    def delete(self, name: str) -> None:
        self._step(lambda: self._old.store.delete(name))

    def _step(self, act: Callable[[], Any]) -> Any:
        result = act()
        self._left -= 1
        if self._left == 0:
            raise Killed
        return result


# --- moving ---


def test_a_closed_table_is_moved_whole_and_an_open_one_stays(old: OldJournal) -> None:
    old.write("closed", 4)
    old.write("trail", 2, kept=False)
    old.write("open", 3, is_open=True)
    old.age()
    old.write("young", 2)
    report = old.run()
    assert (report.lines, report.files, report.failures) == (6, 2, 0)
    assert {table for table, _ in old.in_journal()} == {"open", "young"}
    old.check_nothing_lost()
    old.check_nothing_doubled()
    assert old.run()._replace(days_removed=0) == archiver.Report(), "there is nothing left to do"


def test_what_was_carried_over_is_archived_once_its_table_is_closed(old: OldJournal) -> None:
    old.write("t", 3, is_open=True)
    old.age()
    old.run()
    old.write("t", 2)
    old.close("t")
    old.age()
    assert old.run().lines == 5
    assert old.in_journal() == []
    old.check_nothing_lost()
    old.check_nothing_doubled()


def test_of_a_table_that_never_closes_only_what_loads_it_stays(old: OldJournal) -> None:
    old.write("house", 5, is_open=True, cut_seq=4)
    old.age()
    old.run()
    assert old.in_journal() == [("house", 4), ("house", 5)]
    old.check_nothing_lost()


def test_files_hold_no_names(old: OldJournal) -> None:
    old.write("t")
    old.age()
    old.run()
    (name,) = old.store.names()
    text = gzip.decompress(old.store.read(name, 0, 1 << 20)).decode()
    assert '"a-1"' in text and "Ann" not in text and "ANN" not in text and "lan" not in text


def test_an_erased_name_is_gone_from_archived_lines_without_another_file(old: OldJournal) -> None:
    old.write("t")
    old.age()
    old.run()
    files = list(old.store.names())
    old.database.run(privacy.erase, "a-1")
    first = old.read("t")[0].action
    assert "Ann" not in first and first.count(FORMER_PLAYER) == 3 and "lan" in first
    assert list(old.store.names()) == files


def test_a_name_that_is_erased_while_its_lines_are_being_archived_is_not_kept(
    old: OldJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    old.write("t")
    old.age()
    put, erased = FolderStore.put, []

    def put_late(store: FolderStore, name: str, content: bytes) -> None:
        put(store, name, content)
        if not erased:
            erased.append(old.database.run(privacy.erase, "a-1"))

    monkeypatch.setattr(FolderStore, "put", put_late)
    assert old.run().failures == 0
    assert "Ann" not in str(old.rows(archive_entries)) and "Ann" not in old.read("t")[0].action
    assert old.in_journal() == []


# --- dying ---


def test_a_death_after_any_step_loses_and_doubles_nothing(old: OldJournal) -> None:
    everything: dict[str, list[Line]] = {}
    for step in range(1, 40):
        old.written = {}
        old.write(f"closed-{step}", 2)
        old.write(f"trail-{step}", 2, kept=False)
        old.write(f"open-{step}", 2, is_open=True)
        old.age()
        mortal: Any = Mortal(old, step)
        try:
            old.archiver(mortal, mortal).run()
        except Killed:
            old.check_nothing_lost()
        else:
            break
        old.clock.advance(archiver._CLAIM_MS + 1)
        assert old.run().failures == 0
        old.check_nothing_lost()
        assert old.in_journal() == [(f"open-{step}", 1), (f"open-{step}", 2)]
        old.close(f"open-{step}")
        old.run()
        everything |= old.written
    assert 10 < step < 39, "each of its steps was its last one once"
    old.written |= everything
    old.clock.advance(2 * DAY_MS)
    old.run()
    old.check_nothing_lost()
    old.check_nothing_doubled()


def test_a_day_that_another_process_does_is_left_to_it_for_a_while(old: OldJournal) -> None:
    old.write("t")
    old.age()
    (part,) = [each for each in old.database.run(days.due, 8) if each.first > 0]
    with old.database.work() as work:
        claim = {"claimed_by": "another", "claimed_until_ms": old.clock.now_ms() + 1}
        work.execute(archive_days.insert().values(day=part.first, **claim))
    assert old.run().lines == 0
    old.clock.advance(2)
    assert old.run().lines == 3


def test_an_archiver_that_has_lost_the_day_lists_nothing(old: OldJournal, monkeypatch: pytest.MonkeyPatch) -> None:
    old.write("t")
    old.age()
    put = FolderStore.put

    def put_late(store: FolderStore, name: str, content: bytes) -> None:
        put(store, name, content)
        with old.database.work() as work:
            work.execute(sa.update(archive_days).values(claimed_by="another"))

    monkeypatch.setattr(FolderStore, "put", put_late)
    assert old.run().lines == 0
    assert old.in_archive() == []
    old.check_nothing_lost()


# --- stores that fail ---


def test_a_store_that_fails_is_counted_and_tried_again(old: OldJournal, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left")

    old.write("t")
    old.age()
    with monkeypatch.context() as patched:
        patched.setattr(FolderStore, "put", full)
        assert old.run().failures == 1
    assert sum(row.failures for row in old.rows(archive_days)) == 1
    old.check_nothing_lost()
    assert old.run().lines == 3


def test_files_that_cannot_be_deleted_are_deleted_by_a_later_run(
    old: OldJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    old.write("trail", kept=False)
    old.age()
    old.run()
    old.clock.advance(30 * DAY_MS)
    old.database.run(forget_trails, old.clock.now_ms() - DAY_MS)

    def away(*_: object) -> None:
        raise OSError("the store is away")

    with monkeypatch.context() as patched:
        patched.setattr(FolderStore, "delete", away)
        assert old.run().failures == 1
    assert old.run().files_deleted == 1
    assert list(old.store.names()) == [] and old.rows(archive_files) == []


def test_damaged_or_missing_files_are_noticed(old: OldJournal, tmp_path: Path) -> None:
    old.write("t")
    old.age()
    old.run()
    old.write("here")
    (path,) = (tmp_path / "archive").rglob("*.gz")
    content = path.read_bytes()
    path.write_bytes(content[:-9] + b"x" + content[-8:])
    with pytest.raises(Unavailable, match="checksum"):
        old.read("t")
    with old.database.work() as work:
        assert old.archive.lines_of(work, [Span("t", 1, 1), Span("here", 1, 1)]) == [None, old.written["here"][:1]]
    path.unlink()
    with pytest.raises(Unavailable):
        old.read("t")
    old.archive = Archive()
    with pytest.raises(Unavailable, match="KAFENEIO_JOURNAL_ARCHIVE"):
        old.read("t")


def test_lines_are_archived_in_several_files_when_they_are_many(
    old: OldJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiver, "_FILE_BYTES", 1)
    monkeypatch.setattr(archiver, "_TABLES_AT_ONCE", 2)
    for number in range(5):
        old.write(f"t{number}")
    old.age()
    assert old.run().files == 5
    old.check_nothing_lost()
    old.check_nothing_doubled()


# --- what is kept ---


def test_a_trail_goes_with_its_file_when_its_time_is_over_and_a_recording_stays(old: OldJournal) -> None:
    old.write("kept")
    old.write("trail", kept=False)
    old.age()
    old.run()
    assert old.database.run(forget_trails, old.clock.now_ms() - 30 * DAY_MS) == 0
    old.clock.advance(30 * DAY_MS)
    assert old.database.run(forget_trails, old.clock.now_ms() - 30 * DAY_MS) == 1
    assert old.run().files_deleted == 1
    del old.written["trail"]
    old.check_nothing_lost()
    old.check_nothing_doubled()
    assert [row.table_id for row in old.rows(tables)] == ["kept"]


def test_an_archived_table_still_says_its_version(old: OldJournal) -> None:
    old.write("t", 3)
    old.age()
    old.run()
    assert old.database.run(last_seq, "t") == 3
    assert old.database.run(last_seq, "nobody's") == 0


def test_what_is_archived_and_what_failed_is_measured(old: OldJournal) -> None:
    old.write("kept", 3)
    old.write("trail", 2, kept=False)
    old.age()
    old.run()
    found = old.database.run(figures)
    size = sum(len(old.store.read(name, 0, 1 << 20)) for name in old.store.names())
    assert found == (2, 5, size, 0)
    Journal(old.database).measure(8)
    assert metrics.archive_lines.collect()[0].samples[0].value == 5


# --- PostgreSQL's partitions ---


@pytest.mark.real
def test_a_day_is_dropped_with_its_partition_and_what_was_before_with_the_first(
    migrated_postgres: Migrated, tmp_path: Path
) -> None:
    database = Database(migrated_postgres("tables"), "tables", FakeClock())
    old = OldJournal(database, tmp_path)
    old.write("before", 2)
    with database.work() as work:
        work.execute(sa.text("UPDATE journal SET day = 0"))
    assert old.run().lines == 0, "nothing says yet how old it is"
    old.write("t", 2)
    old.age()
    assert old.run() == archiver.Report(lines=4, files=2, days_removed=2)
    with database.work() as work:
        left = days.partitions(work)
        assert [each.first for each in left if each.first <= 0] == [days.CARRIED]
        assert not [each for each in left if each.name.startswith("journal_old")]
    old.check_nothing_lost()
    database.close()


@pytest.mark.real
def test_a_page_of_tables_is_read_by_keys_though_nothing_says_yet_how_large_the_day_is(
    migrated_postgres: Migrated, tmp_path: Path
) -> None:
    database = Database(migrated_postgres("tables"), "tables", FakeClock())
    old = OldJournal(database, tmp_path)
    old.write("t")
    old.age()
    part = database.run(days.due, 8)[-1]
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_: object) -> None:
        asked.append((statement, values))

    sa.event.listen(database.engine, "before_cursor_execute", note)
    database.run(archiver._page, part, "")
    sa.event.remove(database.engine, "before_cursor_execute", note)
    settings = [each for each in asked if each[0].startswith("SET LOCAL")]
    queries = [each for each in asked if "FROM journal" in each[0]]
    with database.work() as work:
        for statement, values in settings:
            work.connection.exec_driver_sql(statement, values)
        for statement, values in queries:
            plan = "\n".join(work.connection.exec_driver_sql(f"EXPLAIN {statement}", values).scalars())
            assert "Index" in plan and "Seq Scan" not in plan and "Sort" not in plan, plan
    assert len(queries) == 2
    database.close()


@pytest.mark.real
def test_a_day_that_is_not_archived_cannot_be_dropped(migrated_postgres: Migrated) -> None:
    database = Database(migrated_postgres("tables"), "tables", FakeClock())
    with pytest.raises(sa.exc.DBAPIError, match="is not archived"), database.work() as work:
        work.execute(sa.text("SELECT drop_journal_partition(0)"))
    database.close()


@pytest.mark.real
def test_a_day_that_is_being_read_is_dropped_later(
    migrated_postgres: Migrated, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writers do not wait behind a drop that waits for a reader: it gives up and tries again."""
    database = Database(migrated_postgres("tables"), "tables", FakeClock())
    old = OldJournal(database, tmp_path)
    old.write("t")
    old.age()
    reader = psycopg.connect(database.url.replace("+psycopg", ""), options="-c search_path=tables")
    reader.execute("SELECT count(*) FROM journal")
    tries: list[float] = []

    def pause(seconds: float) -> None:
        tries.append(seconds)
        if len(tries) == 2:
            reader.close()

    monkeypatch.setattr(archiver.time, "sleep", pause)
    assert old.run().days_removed == 2, "the empty one of what was before, too"
    assert len(tries) == 2
    old.check_nothing_lost()
    database.close()
