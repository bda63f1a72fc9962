"""PostgreSQL keeps the journal by days, and nothing of what is promised of it depends on that (RULES.md §12)."""

import math
import time
from collections.abc import Iterator

import psycopg
import pytest
import sqlalchemy as sa

from services.kernel.clock import FakeClock
from services.platform.database.migrations import migrate
from services.platform.database.unit_of_work import Database
from services.tables import metrics
from services.tables import schema as store
from services.tables.journal.archive import partition_rows as days
from services.tables.journal.commit_rows import CommitRows, Unwritable
from services.tables.journal.journal_rows import Journal
from services.tables.table import entries
from services.tables.table.transition import Step, Transition
from services.tables.worker.worker import SystemSecrets
from tests.support.databases.migrated import Migrated
from tests.support.databases.old_schemas import at_version
from tests.tables.journal.test_commit import SETTINGS, _steps
from tests.tables.support.desk import Desk

pytestmark = pytest.mark.real

SHARD = "tictactoe.1"
OLD_INSERT = (
    "INSERT INTO journal (table_id, seq, epoch, match_id, actor, action, command_id, at_ms, trace) "
    "VALUES ('old', :seq, 1, 'm', NULL, '{}', NULL, 1, '')"
)
"""As the release before the partitions writes."""


@pytest.fixture
def database(migrated_postgres: Migrated) -> Iterator[Database]:
    """Its schema may be changed; the worker's clock stands still."""
    found = Database(migrated_postgres("tables"), "tables", FakeClock())
    yield found
    found.close()


def rows(database: Database, statement: str) -> list[tuple]:
    with database.work() as work:
        return [tuple(row) for row in work.execute(sa.text(statement))]


def owned(database: Database, table_id: str) -> tuple[Journal, int, list[Step]]:
    """A journal whose owner has opened a table, and asked for its match: two lines."""
    journal, steps = Journal(database), _steps(table_id)
    epoch, _ = journal.claim(SHARD, "me")
    assert journal.committer.begin(of(epoch, steps))() == frozenset()
    return journal, epoch, steps


def of(epoch: int, steps: list[Step]) -> CommitRows:
    return CommitRows(epochs={SHARD: epoch}, steps=[(SHARD, step) for step in steps])


def yesterday(database: Database) -> None:
    """All that was written so far was written on the day before the first that has a partition."""
    with database.work() as work:
        day = days.partitions(work)[2].first - 1
        bounds = f"FOR VALUES FROM ({day}) TO ({day + 1})"
        work.execute(sa.text("SELECT add_journal_partition('journal_yesterday', :bounds)"), {"bounds": bounds})
        work.execute(sa.text("UPDATE journal SET day = :day"), {"day": day})
        work.execute(sa.text("UPDATE tables SET opened_day = :day"), {"day": day})


# --- partitions ---


def test_there_are_partitions_for_today_and_a_week_ahead(database: Database) -> None:
    with database.work() as work:
        assert days.add_days(work) == days.DAYS_AHEAD
        first = work.execute(sa.text(f"SELECT {days._TODAY}")).scalar_one()
        found = [(each.first, each.last) for each in days.partitions(work)]
    assert found[:2] == [(-1, -1), (0, 0)]
    assert {(day, day) for day in range(first, first + 8)} <= set(found)


def test_missing_partitions_are_made_and_metered(database: Database) -> None:
    with database.work() as work:
        found = days.partitions(work)
        for each in found[4:]:
            work.execute(sa.text(f"DROP TABLE {each.name}"))
        assert days._ahead(days.partitions(work), found[2].first) == 1
    assert Journal(database).add_days() == days.DAYS_AHEAD
    assert not math.isnan(metrics.journal_days_ahead.collect()[0].samples[0].value)


def test_a_worker_makes_them_with_its_signs_of_life(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Desk(database).worker
    monkeypatch.setattr(worker, "is_ready", lambda: True)
    with database.work() as work:
        for each in days.partitions(work)[4:]:
            work.execute(sa.text(f"DROP TABLE {each.name}"))
    worker.heartbeat()
    with database.work() as work:
        assert len(days.partitions(work)) >= 2 + 1 + days.DAYS_AHEAD


def test_a_line_of_a_day_without_partition_is_kept_and_gets_one(database: Database) -> None:
    with database.work() as work:
        for each in days.partitions(work)[2:]:
            work.execute(sa.text(f"DROP TABLE {each.name}"))
    journal, _, steps = owned(database, "late")
    assert rows(database, "SELECT count(*) FROM journal_default") == [(2,)]
    assert journal.add_days() == days.DAYS_AHEAD
    assert rows(database, "SELECT count(*) FROM journal_default") == [(0,)]
    assert [table.seq for table in journal.load(SHARD)] == [steps[-1].entry.seq]


def test_sqlite_has_no_partitions(migrated_sqlite: Migrated) -> None:
    database = Database(migrated_sqlite("tables"), "tables")
    assert Journal(database).add_days() is None
    database.close()


# --- the migration ---


def test_old_lines_become_a_partition_as_they_are_and_the_release_before_goes_on_writing(postgres_url: str) -> None:
    with at_version("tables", postgres_url, "0006") as connection:
        connection.execute(sa.text(OLD_INSERT), [{"seq": 1}, {"seq": 2}])
        connection.commit()
        file = connection.execute(sa.text("SELECT pg_relation_filenode('journal')")).scalar_one()
        connection.rollback()
    plain = postgres_url.replace("+psycopg", "")
    with psycopg.connect(plain, autocommit=True, options="-c search_path=tables") as worker:
        worker.execute(f"PREPARE write AS {OLD_INSERT.replace(':seq', '$1')}")
        worker.execute("EXECUTE write(3)")
        migrate("tables", postgres_url)
        worker.execute("EXECUTE write(4)")
        worker.execute(OLD_INSERT.replace(":seq", "5"))
        found = worker.execute("SELECT seq, tableoid::regclass::text, day FROM journal ORDER BY seq").fetchall()
        assert worker.execute("SELECT pg_relation_filenode('journal_before')").fetchone() == (file,), "not rewritten"
    day = found[-1][2]
    name = f"journal_{time.strftime('%Y%m%d', time.gmtime(day * 86_400))}"
    assert found == [*((seq, "journal_before", 0) for seq in (1, 2, 3)), (4, name, day), (5, name, day)]


def test_a_migration_that_was_cut_off_goes_on(postgres_url: str) -> None:
    """It was killed after the constraint, before the partitions."""
    with at_version("tables", postgres_url, "0006") as connection:
        connection.execute(sa.text("ALTER TABLE journal ADD COLUMN day integer NOT NULL DEFAULT 0"))
        connection.execute(sa.text("ALTER TABLE journal ADD CONSTRAINT journal_before_day CHECK (day = 0) NOT VALID"))
        connection.commit()
    migrate("tables", postgres_url)
    database = Database(postgres_url, "tables")
    assert rows(database, "SELECT count(*) FROM journal") == [(0,)]
    database.close()


# --- one number, one line ---


def test_a_line_is_not_written_twice_though_midnight_was_between(database: Database) -> None:
    """The owner itself tries it, on the same connection and on another one."""
    journal, epoch, steps = owned(database, "t")
    again = of(epoch, steps[1:])
    with pytest.raises(Unwritable):
        journal.committer.begin(again)()
    yesterday(database)
    with pytest.raises(Unwritable):
        journal.committer.begin(again)()
    with pytest.raises(Unwritable):
        Journal(database).committer.begin(again)()
    assert rows(database, "SELECT seq FROM journal ORDER BY seq") == [(1,), (2,)]


def test_the_owner_of_before_writes_nothing_though_midnight_was_between(database: Database) -> None:
    journal, epoch, steps = owned(database, "t")
    yesterday(database)
    assert Journal(database).claim(SHARD, "another")[0] == epoch + 1
    assert journal.committer.begin(of(epoch, steps[1:]))() == {SHARD}
    assert rows(database, "SELECT seq FROM journal ORDER BY seq") == [(1,), (2,)]


def test_a_new_owner_waits_for_a_commit_that_is_on_its_way(database: Database) -> None:
    """What the last owner is writing is there before the new one reads: so it never gives a number again."""
    _, epoch, _ = owned(database, "t")
    plain = database.url.replace("+psycopg", "")
    with psycopg.connect(plain, options="-c search_path=tables") as writing:
        writing.execute("SELECT FROM shards WHERE shard = %s AND epoch = %s FOR SHARE", [SHARD, epoch])
        impatient = Database(database.url, "tables")
        with pytest.raises(sa.exc.OperationalError), impatient.work() as work:
            work.execute(sa.text("SET LOCAL lock_timeout = 200"))
            work.execute(sa.select(store.shards).where(store.shards.c.shard == SHARD).with_for_update())
        impatient.close()
    assert Journal(database).claim(SHARD, "another")[0] == epoch + 1


def test_a_table_goes_on_over_midnight(database: Database) -> None:
    journal, epoch, steps = owned(database, "t")
    yesterday(database)
    rest = _more(steps)
    assert journal.committer.begin(of(epoch, rest))() == frozenset()
    (table,) = journal.load(SHARD)
    assert table.seq == rest[-1].entry.seq == 3
    assert rows(database, "SELECT count(DISTINCT day) FROM journal") == [(2,)]


def _more(steps: list[Step]) -> list[Step]:
    """The next line of the table."""
    turn = Transition(steps[-1].after, 2_000, SETTINGS, SystemSecrets())
    turn.add(entries.Seeded(0, "1" * 32))
    return list(turn.steps)


# --- reading ---


def test_a_table_s_lines_are_read_without_the_days_before_it_and_those_to_come(database: Database) -> None:
    owned(database, "t")
    with database.work() as work:
        chosen = sa.select(store.journal.c.seq).join(store.tables, store.tables.c.table_id == store.journal.c.table_id)
        query = chosen.where(store.tables.c.table_id == "t", days.may_have(work))
        text = str(query.compile(work.connection, compile_kwargs={"literal_binds": True}))
        plan = "\n".join(work.execute(sa.text(f"EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) {text}")).scalars())
    assert "Subplans Removed: 6" in plan, "six of the days to come"
