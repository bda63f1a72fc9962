"""A commit is fenced: what belongs to a shard that somebody else owns by now is not written, the rest is."""

import sqlalchemy as sa

from services.contracts.tables.commands import SeatPlayer, StartOrder
from services.platform.database.unit_of_work import Database
from services.platform.operations.encryption import sealer
from services.tables import schema as store
from services.tables.catalogue.policies import policies_of
from services.tables.journal.commit_rows import CommitRows, PostgresCommitter
from services.tables.journal.encrypted_entries import HiddenLines
from services.tables.journal.journal_rows import Journal
from services.tables.settings import TablesSettings
from services.tables.table.transition import Step, Transition
from services.tables.transitions import start
from services.tables.worker.worker import SystemSecrets
from tests.support.databases.migrated import Migrated

SETTINGS = TablesSettings()


def _steps(table_id: str) -> list[Step]:
    seats = [SeatPlayer(name="ann", account="a"), SeatPlayer(name="bob", account="b")]
    order = StartOrder(
        name="T", game="tictactoe", options={"size": 3}, stake_chips=0, organizer=0, seats=seats, practice=False
    )
    opened = start.opened(table_id, order, policies_of("tictactoe", SETTINGS), "queue", 1_000, "trace")
    turn = Transition(opened.after, 1_000, SETTINGS, SystemSecrets())
    start.ask(turn, f"match-of-{table_id}", 1, "00" * 32)
    return [opened, *turn.steps]


def _journal(migrated: Migrated) -> tuple[Database, Journal]:
    database = Database(migrated("tables"), "tables")
    return database, Journal(database)


def _count(database: Database, table: sa.Table) -> int:
    with database.work() as work:
        return int(work.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


def test_nothing_of_a_lost_shard_is_written_and_all_of_the_others(migrated: Migrated) -> None:
    database, journal = _journal(migrated)
    mine, _ = journal.claim("tictactoe.1", "me")
    kept, _ = journal.claim("tictactoe.2", "me")
    journal.claim("tictactoe.1", "somebody else")
    writing = CommitRows(epochs={"tictactoe.1": mine, "tictactoe.2": kept})
    writing.steps += [("tictactoe.1", step) for step in _steps("lost")]
    writing.steps += [("tictactoe.2", step) for step in _steps("kept")]

    assert journal.committer.begin(writing)() == {"tictactoe.1"}
    assert [table.id for table in journal.load("tictactoe.2")] == ["kept"]
    assert journal.load("tictactoe.1") == []
    assert _count(database, store.journal) == 2
    assert _count(database, store.matches) == 1
    database.close()


def test_a_batch_of_ones_own_is_read_back_as_it_was(migrated: Migrated) -> None:
    database, journal = _journal(migrated)
    epoch, _ = journal.claim("tictactoe.1", "me")
    steps = _steps("it's \\ quoted é")
    writing = CommitRows(epochs={"tictactoe.1": epoch}, steps=[("tictactoe.1", step) for step in steps])
    assert journal.committer.begin(writing)() == frozenset()
    assert journal.load("tictactoe.1") == [steps[-1].after]
    database.close()


def test_what_a_batch_writes_is_found_by_its_key_however_few_rows_there_are(migrated_postgres: Migrated) -> None:
    database = Database(migrated_postgres("tables"), "tables")
    committer = PostgresCommitter(database, HiddenLines(sealer()))
    connection = committer._connected()

    for name in ("ends", "snapshots"):
        plan = "\n".join(
            row[0] for row in connection.execute(f"EXPLAIN EXECUTE write_{name}('[]')".encode()).fetchall()
        )
        assert "Index" in plan and "Seq Scan" not in plan and "Nested Loop" in plan
    committer.close()
    database.close()
