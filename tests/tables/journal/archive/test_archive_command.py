"""`kafeneio forget` archives old matches every night, and says what it did."""

import json
import time
from pathlib import Path

from services.kernel.clock import DAY_MS, FakeClock
from services.platform.database.unit_of_work import Database
from tests.support.commands import kafeneio
from tests.support.databases.migrated import Migrated
from tests.tables.journal.archive.old_journal import OldJournal


def test_forget_archives_what_is_old_unless_no_archive_is_set(migrated_sqlite: Migrated, tmp_path: Path) -> None:
    lobby, url = migrated_sqlite("lobby"), migrated_sqlite("tables")
    database = Database(url, "tables", FakeClock(int(time.time() * 1000) - 40 * DAY_MS))
    old = OldJournal(database, tmp_path / "archive")
    old.write("t", 3)
    settings = {"KAFENEIO_TABLES_DB_URL": url, "KAFENEIO_LOBBY_DB_URL": lobby}

    (off,) = kafeneio(settings | {"KAFENEIO_JOURNAL_ARCHIVE": ""}, ["forget"])
    assert (off.code, json.loads(off.stdout.splitlines()[-1])) == (0, {"trails": 0, "shares": 0, "archive": {}})
    (tmp_path / "file").write_text("this is no folder")
    (failed,) = kafeneio(settings | {"KAFENEIO_JOURNAL_ARCHIVE": str(tmp_path / "file")}, ["forget"])
    assert (failed.code, json.loads(failed.stdout.splitlines()[-1])["archive"]["failures"]) == (1, 1)
    (done,) = kafeneio(settings | {"KAFENEIO_JOURNAL_ARCHIVE": str(tmp_path / "archive")}, ["forget"])
    found = json.loads(done.stdout.splitlines()[-1])["archive"]
    assert (done.code, found["lines"], found["files"], found["failures"]) == (0, 3, 1, 0)
    old.check_nothing_lost()
    assert old.in_journal() == []
    database.close()
