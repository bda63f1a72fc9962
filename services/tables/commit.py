"""Committing a batch: one transaction, fenced by epochs.

It first reads the epochs of its shards with a lock for which a new owner's claim must wait, and leaves out what
belongs to shards that are not ours any more. Only what is committed here may be acknowledged.
"""

from collections.abc import Mapping
from typing import Any, Protocol

import psycopg
import sqlalchemy as sa
from psycopg import ClientCursor, sql

from services.plumbing import rows
from services.plumbing.database import CommitInDoubt, Database, postgres_arguments
from services.plumbing.json import encode_text
from services.plumbing.outbox import insert_rows
from services.tables import store
from services.tables.writing import JOURNAL_COLUMNS, Writing

CommitFailed = (psycopg.Error, sa.exc.SQLAlchemyError, CommitInDoubt)
"""A commit was refused or is in doubt: nothing is known to be written."""
Unwritable = (psycopg.DataError, psycopg.IntegrityError, sa.exc.DataError, sa.exc.IntegrityError)
"""It was refused because of what was to be written: the same will be refused again."""


_FENCES_MAX = 1_000


class Committer(Protocol):
    """Writes batches."""

    def commit(self, writing: Writing) -> frozenset[str]:
        """Write it in one transaction; answers the shards that are ours no more, of which nothing was written.

        Raises:
            CommitFailed: load the tables of these shards again.
        """
        ...


def committer(database: Database) -> Committer:
    """The one that fits the database."""
    return SqliteCommitter(database) if database.is_sqlite else PostgresCommitter(database)


def _lost(epochs: Mapping[str, int], now: Mapping[str, int]) -> frozenset[str]:
    return frozenset(shard for shard, epoch in epochs.items() if now.get(shard) != epoch)


class SqliteCommitter:
    """For the embedded default; its transactions take the one write lock at their beginning."""

    _INSERT = f"INSERT INTO journal ({', '.join(JOURNAL_COLUMNS)}) VALUES ({', '.join('?' * len(JOURNAL_COLUMNS))})"

    def __init__(self, database: Database) -> None:
        """On the tables service's database."""
        self._database = database

    def commit(self, writing: Writing) -> frozenset[str]:
        """One `BEGIN IMMEDIATE` transaction."""
        shards = store.shards
        with self._database.work() as work:
            statement = sa.select(shards.c.shard, shards.c.epoch).where(shards.c.shard.in_(list(writing.epochs)))
            lost = _lost(writing.epochs, {row.shard: row.epoch for row in work.execute(statement)})
            kept = writing.without(lost)
            rows.insert_later(work, store.tables, kept.table_rows())
            if kept.steps:
                work.connection.exec_driver_sql(self._INSERT, kept.journal_rows())
            if kept.refusals:
                work.execute(store.refused.insert().prefix_with("OR IGNORE"), kept.refused_rows())
            rows.insert_later(work, store.matches, kept.match_rows())
            rows.update_later(work, store.matches, "match_id", kept.end_rows())
            rows.insert_later(work, store.recorded, kept.recorded_rows())
            rows.update_later(work, store.tables, "table_id", kept.snapshot_rows())
            insert_rows(work, [row for _, row in kept.rows])
        return lost


class PostgresCommitter:
    """One round trip a batch, on a connection of its own: begin, fence, write, commit.

    The fence divides by zero when a shard is ours no more, which ends the transaction; only then the batch is tried
    in two steps, to find out which shard was lost and to write the rest. Rows travel as one JSON text a table
    (psycopg's arrays cost five times the CPU, measured), bound by the client, so that all goes in one message.
    """

    _TABLES = (
        "INSERT INTO tables (table_id, shard, open, opened_at_ms) SELECT table_id, shard, open, opened_at_ms "
        "FROM json_populate_recordset(NULL::tables, %s)"
    )
    _JOURNAL = (
        "INSERT INTO journal (table_id, seq, epoch, match_id, actor, action, command_id, at_ms, trace) "
        "SELECT e->>0, (e->>1)::int, (e->>2)::int, e->>3, (e->>4)::int, e->>5, e->>6, (e->>7)::bigint, e->>8 "
        "FROM json_array_elements(%s::json) AS e"
    )
    _REFUSED = "INSERT INTO refused SELECT * FROM json_populate_recordset(NULL::refused, %s) ON CONFLICT DO NOTHING"
    _MATCHES = "INSERT INTO matches SELECT * FROM json_populate_recordset(NULL::matches, %s)"
    _ENDS = (
        "UPDATE matches m SET last_seq = e.last_seq, ended_at_ms = e.ended_at_ms, outcome = e.outcome, "
        "result = e.result, root = e.root, seeds = e.seeds "
        "FROM json_populate_recordset(NULL::matches, %s) e WHERE m.match_id = e.match_id"
    )
    _RECORDED = "INSERT INTO recorded SELECT * FROM json_populate_recordset(NULL::recorded, %s)"
    _SNAPSHOTS = (
        "UPDATE tables t SET snapshot = s.snapshot, snapshot_seq = s.snapshot_seq, build = s.build, open = s.open, "
        "cut_seq = s.cut_seq "
        "FROM json_populate_recordset(NULL::tables, %s) s WHERE t.table_id = s.table_id"
    )
    _OUTBOX = "INSERT INTO outbox SELECT * FROM json_populate_recordset(NULL::outbox, %s)"

    def __init__(self, database: Database) -> None:
        """Connects with the first batch."""
        self._url = sa.make_url(database.url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._service = database.service
        self._connection: psycopg.Connection[Any] | None = None
        self._fences: dict[tuple[tuple[str, int], ...], str] = {}

    def commit(self, writing: Writing) -> frozenset[str]:
        """Fence, write, commit; a connection that fails is given up."""
        try:
            cursor = self._cursor()
            try:
                self._write(cursor, self._strict_fence(writing.epochs), writing)
                return frozenset()
            except psycopg.errors.DivisionByZero:
                cursor.execute("ROLLBACK")
            lost = _lost(writing.epochs, self._fence(cursor, list(writing.epochs)))
            self._write(cursor, "", writing.without(lost))
            return lost
        except psycopg.Error:
            self.close()
            raise

    def close(self) -> None:
        """Give the connection up; what was not committed is gone."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _cursor(self) -> ClientCursor[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(
                self._url, autocommit=True, cursor_factory=ClientCursor, **postgres_arguments(self._service)
            )
        return ClientCursor(self._connection)

    def _strict_fence(self, epochs: Mapping[str, int]) -> str:
        """The beginning of a batch's script: always the same few, for a worker keeps its shards for long."""
        key = tuple(epochs.items())
        if key not in self._fences:
            ours = sql.SQL(", ").join(sql.SQL("({}, {})").format(sql.Literal(s), sql.Literal(e)) for s, e in key)
            text = sql.SQL(
                "BEGIN; SELECT 1 / (count(*) = {})::int FROM "
                "(SELECT 1 FROM shards WHERE (shard, epoch) IN ({}) FOR SHARE) AS ours; "
            ).format(sql.Literal(len(key)), ours)
            if len(self._fences) >= _FENCES_MAX:
                self._fences.clear()
            self._fences[key] = text.as_string(self._connection).replace("%", "%%")
        return self._fences[key]

    def _fence(self, cursor: ClientCursor[Any], shards: list[str]) -> dict[str, int]:
        cursor.execute(
            sql.SQL("BEGIN; SELECT shard, epoch FROM shards WHERE shard IN ({}) ORDER BY shard FOR SHARE").format(
                sql.SQL(", ").join(map(sql.Literal, shards))
            )
        )
        cursor.nextset()
        return dict(cursor.fetchall())

    def _write(self, cursor: ClientCursor[Any], fence: str, writing: Writing) -> None:
        script, texts = self._script(writing)
        cursor.execute((fence + script).encode(), texts)

    def _script(self, writing: Writing) -> tuple[str, list[str]]:
        """The statements up to the commit, and their rows as JSON texts."""
        parts: list[tuple[str, list[Any]]] = [
            (self._TABLES, writing.table_rows()),
            (self._JOURNAL, writing.journal_rows()),
            (self._REFUSED, writing.refused_rows()),
            (self._MATCHES, writing.match_rows()),
            (self._ENDS, writing.end_rows()),
            (self._RECORDED, writing.recorded_rows()),
            (self._SNAPSHOTS, writing.snapshot_rows()),
            (self._OUTBOX, [row.values() for _, row in writing.rows]),
        ]
        written = [(statement, rows) for statement, rows in parts if rows]
        script = "; ".join([*(statement for statement, _ in written), "COMMIT"])
        return script, [encode_text(rows) for _, rows in written]
