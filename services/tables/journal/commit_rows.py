"""What a batch wants to write, as rows that are the same for every database, and committing it: one transaction, fenced
by epochs.

Committing first reads the epochs of its shards with a lock for which a new owner's claim must wait, and leaves out what
belongs to shards that are not ours any more. Only what is committed here may be acknowledged.

No two lines of a table have one number, though PostgreSQL sees to that only within a day's partition. An owner's lines
follow one another on one connection; after a commit that failed or is in doubt it claims its shards again, which waits
for the end of whatever it was writing, and then loads its tables. Beside that proof stands a guard: with the first line
that a table gets in an epoch or on a day, the script looks whether any partition has a line with this number or a later
one.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

import msgspec
import psycopg
import sqlalchemy as sa
from psycopg.pq import Escaping

from games.registry import is_recorded
from services.contracts.tables import recordings as contract
from services.contracts.tables.commands import SeatPlayer
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.platform.database import bulk_rows
from services.platform.database.postgres_script import PostgresScripts
from services.platform.database.unit_of_work import CommitInDoubt, Database, OutboxRow, Work, outbox, postgres_arguments
from services.platform.process.green_loop import current_loop
from services.platform.process.json import encode_text
from services.platform.process.tracing import trace_id
from services.tables import schema as store
from services.tables.journal.encrypted_entries import HiddenLines
from services.tables.table import entries
from services.tables.table.entries import Entry
from services.tables.table.model import Table
from services.tables.table.transition import Step

BUILD = "3"
"""Goes up with every change of the snapshot's form; a snapshot of another build is replayed instead."""

JOURNAL_COLUMNS = ("table_id", "seq", "epoch", "match_id", "actor", "action", "command_id", "at_ms", "trace")


class Refused(msgspec.Struct, frozen=True):
    """A command's refusal, kept so that it is answered the same way again."""

    shard: str
    table_id: str
    command_id: str
    refusal: Refusal
    at_ms: int


class CommitRows(msgspec.Struct):
    """A batch's writes, each with the shard it belongs to, in order."""

    epochs: dict[str, int] = {}
    """Shard → the epoch in which we own it, for all shards of what follows; empty: there is nothing to commit."""
    steps: list[tuple[str, Step]] = []
    refusals: list[Refused] = []
    rows: list[tuple[str, OutboxRow]] = []
    snapshots: list[tuple[str, Table]] = []

    def without(self, lost: frozenset[str]) -> "CommitRows":
        """What is left when some shards are ours no more."""
        if not lost:
            return self
        return CommitRows(
            {shard: epoch for shard, epoch in self.epochs.items() if shard not in lost},
            [each for each in self.steps if each[0] not in lost],
            [each for each in self.refusals if each.shard not in lost],
            [each for each in self.rows if each[0] not in lost],
            [each for each in self.snapshots if each[0] not in lost],
        )

    def by_table(self, hidden: HiddenLines) -> dict[str, list[Any]]:
        """The rows of each table that is written, in the order in which that is done; tables without any are left out.
        `ends` is what becomes known of matches that end now, `snapshots` the new snapshots of `tables`; rows of
        `journal` are in the order of JOURNAL_COLUMNS."""
        opened: list[dict[str, Any]] = []
        asked: list[dict[str, Any]] = []
        ended: list[Step] = []
        for shard, step in self.steps:
            kind = type(step.entry.action)
            if kind is entries.Opened:
                opened.append(_table_row(shard, step))
            elif kind is entries.Asked or kind is entries.ShoeOpened:
                asked.append(_match_row(step))
            elif kind is entries.Ended or kind is entries.ShoeEnded:
                ended.append(step)
        found: dict[str, list[Any]] = {
            "tables": opened,
            "journal": [_journal_row(step, self.epochs[shard], hidden.line(step)) for shard, step in self.steps],
            "refused": [_refused_row(each) for each in self.refusals],
            "matches": asked,
            "ends": [_end_row(step) for step in ended],
            "recorded": [row for step in ended for row in _recorded_rows(step)],
            "snapshots": [_snapshot_row(table, hidden.snapshot(table)) for _, table in self.snapshots],
            "outbox": [row._asdict() for _, row in self.rows],
        }
        return {name: rows for name, rows in found.items() if rows}


def _table_row(shard: str, step: Step) -> dict[str, Any]:
    return {"table_id": step.after.id, "shard": shard, "open": True, "opened_at_ms": step.entry.at_ms}


def _refused_row(refused: Refused) -> dict[str, Any]:
    answer = encode_text(refused.refusal)
    return {"table_id": refused.table_id, "command_id": refused.command_id, "answer": answer, "at_ms": refused.at_ms}


def _snapshot_row(table: Table, snapshot: str) -> dict[str, Any]:
    return {
        "table_id": table.id,
        "snapshot": snapshot,
        "snapshot_seq": table.seq,
        "build": BUILD,
        "open": table.phase != "closed",
        "cut_seq": table.match.first_seq if table.is_house else 0,
    }


def _journal_row(step: Step, epoch: int, action: str) -> tuple[Any, ...]:
    entry = step.entry
    return (
        step.after.id,
        entry.seq,
        epoch,
        getattr(entry.action, "match", None) or step.before.match.id or step.after.match.id,
        entry.actor,
        action,
        entry.command,
        entry.at_ms,
        "" if entry.trace == entry.command else _kept_trace(entry),
    )


def _kept_trace(entry: Entry) -> str:
    """The trace id of an entry, left out where it is the command's own id."""
    kept = trace_id(entry.trace)
    return "" if kept == entry.command else kept


def _match_row(step: Step) -> dict[str, Any]:
    table, match = step.after, step.after.match
    return {
        "match_id": match.id,
        "table_id": table.id,
        "number": match.number,
        "game": table.game,
        "rules": table.rules,
        "options": encode_text(table.options),
        "stake_chips": table.order.stake_chips,
        "seats": encode_text([SeatPlayer(name=seat.name, account=seat.account) for seat in table.seats]),
        "commitment": match.commit,
        "first_seq": step.entry.seq,
        "started_at_ms": step.entry.at_ms,
    }


def _end_row(step: Step) -> dict[str, Any]:
    last, action = step.after.last, step.entry.action
    if isinstance(action, entries.ShoeEnded):
        return _shoe_row(step, action)
    assert last is not None and isinstance(action, entries.Ended)
    result = {"reason": last.reason, "winners": last.winners, "places": last.places, "points": last.points}
    if last.departures:
        result["departed"] = [
            contract.RecordedDeparture(
                seat=left.seat,
                reason=left.reason,
                first_round_done=left.first_round_done,
                replaced=step.after.seats[left.seat].replaced,
            )
            for left in last.departures
        ]
    return {
        "match_id": last.match,
        "last_seq": step.entry.seq,
        "ended_at_ms": step.entry.at_ms,
        "outcome": action.outcome,
        "result": encode_text(result),
        "root": last.root,
        "seeds": encode_text(last.seeds),
    }


def _shoe_row(step: Step, action: entries.ShoeEnded) -> dict[str, Any]:
    """A shoe's end: nobody has won it; `guests` are all who sat there."""
    proof = step.after.last_shoe
    assert proof is not None
    nobody: list[int] = []
    result = {"reason": "shoe", "winners": nobody, "places": nobody, "points": nobody}
    return {
        "match_id": proof.match,
        "last_seq": step.entry.seq,
        "ended_at_ms": step.entry.at_ms,
        "outcome": action.outcome,
        "result": encode_text(result | {"guests": step.before.match.guests}),
        "root": proof.root,
        "seeds": encode_text(proof.seeds),
    }


def _recorded_rows(step: Step) -> list[dict[str, Any]]:
    last, at_ms = step.after.last, step.entry.at_ms
    if isinstance(step.entry.action, entries.ShoeEnded):
        match = step.before.match
        kept = sorted(match.guests) if is_recorded(step.after.game, step.entry.action.outcome) else []
        return [{"account": account, "ended_at_ms": at_ms, "match_id": match.id} for account in kept]
    if last is None or not is_recorded(step.after.game, last.outcome):
        return []
    accounts = sorted({account for account in last.accounts if account is not None})
    return [{"account": account, "ended_at_ms": at_ms, "match_id": last.match} for account in accounts]


CommitFailed = (psycopg.Error, sa.exc.SQLAlchemyError, CommitInDoubt)
"""A commit was refused or is in doubt: nothing is known to be written."""
Unwritable = (psycopg.DataError, psycopg.IntegrityError, sa.exc.DataError, sa.exc.IntegrityError)
"""It was refused because of what was to be written: the same will be refused again."""


_EPOCHS = sa.select(store.shards.c.shard, store.shards.c.epoch).where(
    store.shards.c.shard.in_(sa.bindparam("shards", expanding=True))
)
_REFUSED = store.refused.insert().prefix_with("OR IGNORE")
_FENCES_MAX = 1_000
_BY_KEY = " -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan"
"""Everything that a batch reads or writes it finds by its key. PostgreSQL does not know how many rows the JSON has,
takes it for a hundred, and reads all of `matches` for one match's end as long as it has some thousands of rows."""


Finish = Callable[[], frozenset[str]]
"""Waits for the end of a commit that has begun. Returns the shards that belong to another worker, of which nothing was
written. Raises CommitFailed: load the tables of these shards again."""


class Committer(Protocol):
    """Writes batches."""

    def begin(self, writing: CommitRows) -> Finish:
        """Begin to write a batch in one transaction. The database may be at it until the returned function is called,
        which must be done whatever happens meanwhile.

        Raises:
            CommitFailed: nothing is known to be written.
        """
        ...


def committer(database: Database, hidden: HiddenLines) -> Committer:
    """The one that fits the database."""
    return SqliteCommitter(database, hidden) if database.is_sqlite else PostgresCommitter(database, hidden)


def _relay(database: Database, writing: CommitRows, lost: frozenset[str]) -> frozenset[str]:
    """A batch is committed: let its messages leave. Returns `lost`."""
    if writing.rows and database.on_rows is not None:
        database.on_rows([row for shard, row in writing.rows if shard not in lost])
    return lost


def _lost(epochs: Mapping[str, int], now: Mapping[str, int]) -> frozenset[str]:
    return frozenset(shard for shard, epoch in epochs.items() if now.get(shard) != epoch)


_INSERT_LINE = f"INSERT INTO journal ({', '.join(JOURNAL_COLUMNS)}) VALUES ({', '.join('?' * len(JOURNAL_COLUMNS))})"
_SQLITE_WRITES: Mapping[str, Callable[[Work, list[Any]], object]] = {
    "tables": lambda work, rows: bulk_rows.insert_later(work, store.tables, rows),
    "journal": lambda work, rows: work.connection.exec_driver_sql(_INSERT_LINE, rows),
    "refused": lambda work, rows: work.execute(_REFUSED, rows),
    "matches": lambda work, rows: bulk_rows.insert_later(work, store.matches, rows),
    "ends": lambda work, rows: bulk_rows.update_later(work, store.matches, "match_id", rows),
    "recorded": lambda work, rows: bulk_rows.insert_later(work, store.recorded, rows),
    "snapshots": lambda work, rows: bulk_rows.update_later(work, store.tables, "table_id", rows),
    "outbox": lambda work, rows: bulk_rows.insert_later(work, outbox, rows),
}
"""How the rows of `CommitRows.by_table` are written."""


class SqliteCommitter:
    """For the embedded default; its transactions take the one write lock at their beginning."""

    def __init__(self, database: Database, hidden: HiddenLines) -> None:
        """On the tables service's database."""
        self._database = database
        self._hidden = hidden

    def begin(self, writing: CommitRows) -> Finish:
        """Nothing yet: this thread carries the transaction out itself when it is to finish."""
        return partial(self._write, writing)

    def _write(self, writing: CommitRows) -> frozenset[str]:
        """One `BEGIN IMMEDIATE` transaction."""
        with self._database.work() as work:
            epochs = work.execute(_EPOCHS, {"shards": list(writing.epochs)})
            lost = _lost(writing.epochs, dict(epochs.tuples().all()))
            for name, rows in writing.without(lost).by_table(self._hidden).items():
                _SQLITE_WRITES[name](work, rows)
        return _relay(self._database, writing, lost)


class PostgresCommitter:
    """One round trip a batch, on a connection of its own: begin, fence, write, commit.

    The fence divides by zero when a shard is ours no more, which ends the transaction; only then the batch is tried
    in two steps, to find out which shard was lost and to write the rest. Each statement is prepared once a connection,
    and rows travel as one JSON text a table (psycopg's arrays cost five times the CPU, measured), so that all goes in
    one message and little is planned.
    """

    _FENCE = "SELECT 1 / count(*)::int FROM (SELECT 1 FROM shards WHERE shard = $1 AND epoch = $2 FOR SHARE) AS ours"
    _WRITES: Mapping[str, str] = {
        "tables": (
            "INSERT INTO tables (table_id, shard, open, opened_at_ms) SELECT table_id, shard, open, opened_at_ms "
            "FROM json_populate_recordset(NULL::tables, $1)"
        ),
        "journal": (
            "INSERT INTO journal (table_id, seq, epoch, match_id, actor, action, command_id, at_ms, trace) "
            "SELECT e->>0, (e->>1)::int, (e->>2)::int, e->>3, (e->>4)::int, e->>5, e->>6, (e->>7)::bigint, e->>8 "
            "FROM jsonb_array_elements($1) AS e"  # json would be parsed again for each column
        ),
        "refused": (
            "INSERT INTO refused SELECT * FROM json_populate_recordset(NULL::refused, $1) ON CONFLICT DO NOTHING"
        ),
        "matches": "INSERT INTO matches SELECT * FROM json_populate_recordset(NULL::matches, $1)",
        "ends": (
            "UPDATE matches m SET last_seq = e.last_seq, ended_at_ms = e.ended_at_ms, outcome = e.outcome, "
            "result = e.result, root = e.root, seeds = e.seeds "
            "FROM json_populate_recordset(NULL::matches, $1) e WHERE m.match_id = e.match_id"
        ),
        "recorded": "INSERT INTO recorded SELECT * FROM json_populate_recordset(NULL::recorded, $1)",
        "snapshots": (
            "UPDATE tables t SET snapshot = s.snapshot, snapshot_seq = s.snapshot_seq, build = s.build, "
            "open = s.open, cut_seq = s.cut_seq "
            "FROM json_populate_recordset(NULL::tables, $1) s WHERE t.table_id = s.table_id"
        ),
        "outbox": "INSERT INTO outbox SELECT * FROM json_populate_recordset(NULL::outbox, $1)",
    }
    """How the rows of `CommitRows.by_table` are written; `$1`: the rows as a JSON array."""
    _GUARD = (
        "SELECT (CASE WHEN EXISTS (SELECT FROM (VALUES %s) AS new (table_id, seq) "
        "JOIN journal j ON j.table_id = new.table_id AND j.seq >= new.seq) "
        "THEN 'the journal has a line with this number' ELSE '0' END)::integer; "
    )
    """Fails as a number that cannot be read. Planned each time, for the partitions grow; it is rare."""

    def __init__(self, database: Database, hidden: HiddenLines) -> None:
        """Connects with the first batch."""
        self._database = database
        self._url = sa.make_url(database.url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._hidden = hidden
        self._connection: psycopg.Connection[Any] | None = None
        self._scripts: PostgresScripts | None = None
        self._fences: dict[tuple[tuple[str, int], ...], bytes] = {}
        self._guarded: dict[str, tuple[int, int]] = {}
        """Table → epoch and day in which its numbers were last looked up."""
        self._day = 0

    def begin(self, writing: CommitRows) -> Finish:
        """Send the batch; a connection that fails is given up."""
        try:
            scripts = self._scripts_on(self._connected())
            scripts.begin(self._fenced(writing.epochs) + self._script(writing))
        except psycopg.Error:
            self.close()
            raise
        return partial(self._finish, writing, scripts)

    def _finish(self, writing: CommitRows, scripts: PostgresScripts) -> frozenset[str]:
        lost: frozenset[str] = frozenset()
        try:
            try:
                scripts.finish()
            except psycopg.errors.DivisionByZero:
                scripts.release()
                lost = self._write_the_rest(writing, scripts)
        except psycopg.Error:
            self.close()
            raise
        return _relay(self._database, writing, lost)

    def _write_the_rest(self, writing: CommitRows, scripts: PostgresScripts) -> frozenset[str]:
        """The fence has stopped a batch: write what belongs to shards that are still ours. Returns the others."""
        connection = self._connected()
        connection.execute("ROLLBACK")
        lost = _lost(writing.epochs, self._fence(connection, list(writing.epochs)))
        scripts.begin(self._script(writing.without(lost)))
        scripts.finish()
        return lost

    def close(self) -> None:
        """Give the connection up; what was not committed is gone."""
        connection, self._connection = self._connection, None
        scripts, self._scripts = self._scripts, None
        self._guarded.clear()
        if scripts is not None:
            scripts.release()
        if connection is not None:
            connection.close()

    def _scripts_on(self, connection: psycopg.Connection[Any]) -> PostgresScripts:
        if self._scripts is None:
            self._scripts = PostgresScripts(connection, current_loop())
        return self._scripts

    def _connected(self) -> psycopg.Connection[Any]:
        if self._connection is None or self._connection.closed:
            self.close()
            self._connection = psycopg.connect(self._url, autocommit=True, **_arguments(self._database.service))
            self._connection.execute(f"PREPARE fence(text, bigint) AS {self._FENCE}".encode())
            for name, statement in self._WRITES.items():
                self._connection.execute(f"PREPARE write_{name} AS {statement}".encode())
        return self._connection

    def _fenced(self, epochs: Mapping[str, int]) -> bytes:
        """The beginning of a batch's script: always the same few, for a worker keeps its shards for long."""
        key = tuple(epochs.items())
        if key not in self._fences:
            if len(self._fences) >= _FENCES_MAX:
                self._fences.clear()
            calls = [b"EXECUTE fence(%s, %d); " % (self._literal(shard), epoch) for shard, epoch in key]
            self._fences[key] = b"BEGIN; " + b"".join(calls)
        return self._fences[key]

    def _fence(self, connection: psycopg.Connection[Any], shards: list[str]) -> dict[str, int]:
        connection.execute("BEGIN")
        query = "SELECT shard, epoch FROM shards WHERE shard = ANY(%s) ORDER BY shard FOR SHARE"
        return dict(connection.execute(query, [shards]).fetchall())

    def _script(self, writing: CommitRows) -> bytes:
        """The statements up to the commit."""
        calls = [
            b"EXECUTE write_%s(%s); " % (name.encode(), self._literal(encode_text(rows)))
            for name, rows in writing.by_table(self._hidden).items()
        ]
        return self._guard(writing) + b"".join(calls) + b"COMMIT"

    def _guard(self, writing: CommitRows) -> bytes:
        """Looks up the numbers of tables that get their first lines in this epoch, or on this day."""
        day, first = self._database.clock.now_ms() // DAY_MS, dict[str, int]()
        if day != self._day:
            self._day = day
            self._guarded.clear()
        for shard, step in writing.steps:
            table_id, key = step.after.id, (writing.epochs[shard], day)
            if self._guarded.get(table_id) != key:
                self._guarded[table_id] = key
                if not isinstance(step.entry.action, entries.Opened):  # a table that is there is not opened again
                    first[table_id] = step.entry.seq
        if not first:
            return b""
        rows = ", ".join(f"({self._literal(table_id).decode()}, {seq})" for table_id, seq in first.items())
        return (self._GUARD % rows).encode()

    def _literal(self, text: str) -> bytes:
        """A text as SQL, quoted by the database's own library."""
        return bytes(Escaping(self._connected().pgconn).escape_literal(text.encode()))


def _arguments(service: str) -> dict[str, Any]:
    arguments = postgres_arguments(service)
    return arguments | {"options": arguments["options"] + _BY_KEY}
