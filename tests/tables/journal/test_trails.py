"""Trails of matches without a recording go when their time is over, and nothing else does (RULES.md §12)."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from services.platform.database.unit_of_work import Database
from services.tables.journal.archive.archiver_rows import forget_trails
from services.tables.schema import journal, matches, recorded, refused, tables
from tests.support.databases.migrated import Migrated

DAY_MS = 86_400_000
NOW_MS = 100 * DAY_MS


@pytest.fixture
def database(migrated: Migrated, no_pauses: None) -> Iterator[Database]:
    found = Database(migrated("tables"), "tables")
    yield found
    found.close()


def played(
    database: Database, table: str, last_day: int, *, is_open: bool = False, has_recording: bool = False
) -> None:
    """A table that was opened on the first day and at which something happened on another."""

    def write(work):
        row = {"table_id": table, "shard": "tavli.0", "open": is_open, "opened_at_ms": 0}
        work.execute(tables.insert().values(row))
        for seq, at_ms in enumerate((0, last_day * DAY_MS), 1):
            line = {"table_id": table, "seq": seq, "epoch": 1, "match_id": f"m-{table}", "action": "{}", "at_ms": at_ms}
            work.execute(journal.insert().values(line))
        work.execute(refused.insert().values(table_id=table, command_id="c", answer="{}", at_ms=0))
        match = {"match_id": f"m-{table}", "table_id": table, "number": 1, "game": "tavli", "rules": 1, "options": "{}"}
        match |= {"stake_chips": 0, "seats": "[]", "commitment": "", "first_seq": 1, "started_at_ms": 0}
        work.execute(matches.insert().values(match))
        if has_recording:
            work.execute(recorded.insert().values(account="ana", ended_at_ms=1, match_id=f"m-{table}"))

    database.run(write)


def left(database: Database) -> dict[str, set[str]]:
    def read(work):
        return {
            each.name: set(work.execute(sa.select(each.c.table_id)).scalars())
            for each in (tables, journal, refused, matches)
        }

    return database.run(read)


def test_only_old_trails_of_closed_tables_without_a_recording_go(database: Database) -> None:
    played(database, "old", 9)
    played(database, "young", 10)
    played(database, "running", 9, is_open=True)
    played(database, "recorded", 9, has_recording=True)

    assert database.run(forget_trails, NOW_MS - 90 * DAY_MS) == 1

    kept = {"young", "running", "recorded"}
    assert left(database) == dict.fromkeys(("tables", "journal", "refused", "matches"), kept)
    assert database.run(forget_trails, NOW_MS - 90 * DAY_MS) == 0


def test_many_old_trails_are_deleted_in_several_transactions(database: Database) -> None:
    for number in range(3):
        played(database, f"old{number}", 9)
    gone = [database.run(forget_trails, NOW_MS - 90 * DAY_MS, 2) for _ in range(3)]
    assert gone == [2, 1, 0]
