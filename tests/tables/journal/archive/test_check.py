"""After a restore, files and their list are compared: what is unlisted, and what is missing (RULES.md §12)."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from services.kernel.clock import DAY_MS, FakeClock
from services.platform.database.unit_of_work import Database
from services.tables.journal.archive.file_rows import Comparison, begin_file, compare, delete_unlisted
from services.tables.schema import archive_entries, archive_files
from tests.support.commands import kafeneio
from tests.support.databases.migrated import Migrated
from tests.tables.journal.archive.old_journal import OldJournal


@pytest.fixture
def old(migrated: Migrated, tmp_path: Path) -> Iterator[OldJournal]:
    database = Database(migrated("tables"), "tables", FakeClock())
    yield OldJournal(database, tmp_path / "archive")
    database.close()


def archive(old: OldJournal, table_id: str) -> str:
    """A table that is archived; returns its file."""
    before = set(old.store.names())
    old.write(table_id)
    old.age()
    assert old.run().files == 1
    (name,) = set(old.store.names()) - before
    return name


def forget_in_database(database: Database, name: str) -> None:
    """As a restore to a moment before the file was written."""
    with database.work() as work:
        work.execute(sa.delete(archive_entries).where(archive_entries.c.file == name))
        work.execute(sa.delete(archive_files).where(archive_files.c.file == name))


def test_files_and_list_agree_after_every_run(old: OldJournal) -> None:
    assert compare(old.database, old.store) == Comparison([], [])
    archive(old, "one")
    archive(old, "two")
    assert compare(old.database, old.store) == Comparison([], [])
    assert delete_unlisted(old.database, old.store) == 0


def test_a_file_of_after_the_restored_moment_is_unlisted_and_can_be_deleted(old: OldJournal) -> None:
    kept, orphan = archive(old, "one"), archive(old, "two")
    forget_in_database(old.database, orphan)
    assert compare(old.database, old.store) == Comparison([orphan], [])
    assert delete_unlisted(old.database, old.store) == 1
    assert list(old.store.names()) == [kept]
    old.read("one")


def test_a_file_that_is_listed_and_not_there_is_missing(old: OldJournal) -> None:
    name = archive(old, "one")
    old.store.delete(name)
    assert compare(old.database, old.store) == Comparison([], [name])


def test_a_file_that_is_just_being_written_is_neither(old: OldJournal) -> None:
    old.database.run(begin_file, "2027/recordings-x.jsonl.gz", 1, 3, 3)
    assert compare(old.database, old.store) == Comparison([], [])
    old.store.put("2027/recordings-x.jsonl.gz", b"abc")
    assert compare(old.database, old.store) == Comparison([], [])


def test_the_command_counts_deletes_on_demand_and_names_what_is_missing(
    migrated_sqlite: Migrated, tmp_path: Path
) -> None:
    url = migrated_sqlite("tables")
    database = Database(url, "tables", FakeClock(int(time.time() * 1000) - 90 * DAY_MS))
    old = OldJournal(database, tmp_path / "archive")
    lost, orphan = archive(old, "one"), archive(old, "two")
    forget_in_database(database, orphan)
    settings = {"KAFENEIO_TABLES_DB_URL": url, "KAFENEIO_JOURNAL_ARCHIVE": str(tmp_path / "archive")}
    counted, deleted = kafeneio(settings, ["archive"], ["archive", "--delete-unlisted"])
    assert (counted.code, json.loads(counted.stdout)) == (0, {"unlisted": 1, "deleted": 0, "missing": []})
    assert (deleted.code, json.loads(deleted.stdout)) == (0, {"unlisted": 1, "deleted": 1, "missing": []})
    old.store.delete(lost)
    (missing,) = kafeneio(settings, ["archive"])
    (unset,) = kafeneio(settings | {"KAFENEIO_JOURNAL_ARCHIVE": ""}, ["archive"])
    assert (missing.code, json.loads(missing.stdout)["missing"]) == (1, [lost])
    assert unset.code == 1
    database.close()
