"""Writing and reading the journal: one commit per batch, fenced by epochs.

A batch first reads its shards' epochs with a lock that a new owner's claim has to wait for, and leaves out what
belongs to shards that are not ours any more. Only what is committed here may be acknowledged.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.tables import SeatPlayer
from services.kernel.refusal import Refusal
from services.plumbing.database import Database
from services.plumbing.json import encode_text
from services.plumbing.outbox import OutboxRow, insert_rows
from services.tables import entries, store
from services.tables.entries import AnyAction, Entry
from services.tables.fold import fold, open_table
from services.tables.games.registry import game
from services.tables.state import Table
from services.tables.turn import Step

BUILD = "1"
"""Goes up with every change of the snapshot's form; a snapshot of another build is replayed instead."""

_actions = msgspec.json.Decoder(AnyAction)
_JOURNAL_COLUMNS = ("table_id", "seq", "epoch", "match_id", "actor", "action", "command_id", "at_ms", "trace")
_JOURNAL_INSERT_POSTGRES = (
    "INSERT INTO journal (table_id, seq, epoch, match_id, actor, action, command_id, at_ms, trace) "
    "SELECT * FROM unnest(%s::text[], %s::int[], %s::int[], %s::text[], %s::int[], %s::text[], %s::text[], "
    "%s::bigint[], %s::text[])"
)
_JOURNAL_INSERT_SQLITE = f"INSERT INTO journal ({', '.join(_JOURNAL_COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


class Writing(msgspec.Struct):
    """What a batch wants to write."""

    epochs: dict[str, int] = {}
    """Shard → the epoch in which we own it."""
    steps: list[tuple[str, Step]] = []
    """Shard and step, in order."""
    refusals: list[tuple[str, str, str, Refusal, int]] = []
    """Shard, table, command id, answer, time."""
    rows: list[tuple[str, OutboxRow]] = []
    """Shard and event."""
    snapshots: list[tuple[str, Table]] = []

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to commit."""
        return not (self.steps or self.refusals)


class Journal:
    """The journal of a tables worker."""

    def __init__(self, database: Database) -> None:
        """On the tables service's database."""
        self._database = database
        self._sqlite = database.is_sqlite

    # --- ownership ---

    def claim(self, shard: str, worker: str) -> tuple[int, int]:
        """Become the owner of a shard: its new epoch, and since when nobody owned it (ms).

        When this returns, nothing that an old owner writes can be committed any more.
        """
        shards, workers = store.shards, store.workers
        with self._database.work() as work:
            row = work.execute(
                sa.select(shards.c.epoch, shards.c.owner, shards.c.released_at_ms)
                .where(shards.c.shard == shard)
                .with_for_update()
            ).one_or_none()
            if row is None:
                work.execute(shards.insert().values(shard=shard, epoch=1, owner=worker))
                return 1, work.now_ms
            beat_ms = work.execute(sa.select(workers.c.beat_ms).where(workers.c.worker == row.owner)).scalar()
            work.execute(
                shards.update()
                .where(shards.c.shard == shard)
                .values(epoch=row.epoch + 1, owner=worker, released_at_ms=None)
            )
            return row.epoch + 1, min(row.released_at_ms or beat_ms or work.now_ms, work.now_ms)

    def release(self, shards: Iterable[str], worker: str) -> None:
        """Give shards back: the time from now on is nobody's."""
        with self._database.work() as work:
            work.execute(
                store.shards.update()
                .where(store.shards.c.shard.in_(list(shards)), store.shards.c.owner == worker)
                .values(released_at_ms=work.now_ms)
            )

    # --- writing ---

    def commit(self, writing: Writing) -> frozenset[str]:
        """Write a batch in one transaction; answers the shards that are ours no more, of which nothing was written.

        Raises:
            DBAPIError: nothing is known to be written; load those tables again.
        """
        with self._database.engine.connect() as connection:
            lost = self._fence(connection, writing.epochs)
            kept = [(shard, step) for shard, step in writing.steps if shard not in lost]
            self._insert_entries(connection, kept, writing.epochs)
            _insert_refusals(connection, [each for each in writing.refusals if each[0] not in lost])
            _write_matches(connection, kept)
            _write_snapshots(connection, [table for shard, table in writing.snapshots if shard not in lost])
            rows = [row for shard, row in writing.rows if shard not in lost]
            insert_rows(connection, rows)
            connection.commit()
        if rows and self._database.on_rows is not None:
            self._database.on_rows(rows)
        return lost

    def _fence(self, connection: sa.Connection, epochs: dict[str, int]) -> frozenset[str]:
        statement = sa.select(store.shards.c.shard, store.shards.c.epoch).where(store.shards.c.shard.in_(list(epochs)))
        if not self._sqlite:
            statement = statement.with_for_update(read=True)
        now = {row.shard: row.epoch for row in connection.execute(statement)}
        return frozenset(shard for shard, epoch in epochs.items() if now.get(shard) != epoch)

    def _insert_entries(
        self, connection: sa.Connection, steps: Sequence[tuple[str, Step]], epochs: dict[str, int]
    ) -> None:
        if not steps:
            return
        values = [_journal_values(step, epochs[shard]) for shard, step in steps]
        opened = [(shard, step) for shard, step in steps if isinstance(step.entry.action, entries.Opened)]
        if opened:
            connection.execute(
                store.tables.insert(),
                [
                    {"table_id": step.after.id, "shard": shard, "open": True, "opened_at_ms": step.entry.at_ms}
                    for shard, step in opened
                ],
            )
        if self._sqlite:
            connection.exec_driver_sql(_JOURNAL_INSERT_SQLITE, values)
        else:
            connection.exec_driver_sql(_JOURNAL_INSERT_POSTGRES, tuple(map(list, zip(*values, strict=True))))

    # --- reading ---

    def load(self, shard: str) -> list[Table]:
        """Every open table of a shard, as its journal says."""
        tables, lines = store.tables, store.journal
        with self._database.work() as work:
            heads = work.execute(sa.select(tables).where(tables.c.shard == shard, tables.c.open)).all()
            snapshots = {
                row.table_id: _read_snapshot(row.snapshot) for row in heads if row.snapshot and row.build == BUILD
            }
            tails = work.execute(
                sa.select(lines)
                .join(tables, tables.c.table_id == lines.c.table_id)
                .where(tables.c.shard == shard, tables.c.open)
                .where(
                    sa.or_(
                        lines.c.seq > tables.c.snapshot_seq,
                        sa.or_(tables.c.build != BUILD, tables.c.snapshot.is_(None)),
                    )
                )
                .order_by(lines.c.table_id, lines.c.seq)
            ).all()
        found: dict[str, Table] = dict(snapshots)
        for row in tails:
            entry = read_entry(row)
            table = found.get(row.table_id)
            found[row.table_id] = open_table(row.table_id, entry) if table is None else fold(table, entry)
        return list(found.values())

    def knows(self, table_id: str) -> bool:
        """Whether there ever was a table of this id."""
        with self._database.work() as work:
            found = work.execute(sa.select(store.tables.c.open).where(store.tables.c.table_id == table_id)).first()
        return found is not None

    def recent_commands(self, table_id: str, limit: int) -> dict[str, int | Refusal]:
        """The last command ids of a table with what they were answered: a version, or a refusal."""
        lines, refused = store.journal, store.refused
        with self._database.work() as work:
            accepted = work.execute(
                sa.select(lines.c.command_id, lines.c.seq)
                .where(lines.c.table_id == table_id, lines.c.command_id.is_not(None))
                .order_by(lines.c.seq.desc())
                .limit(limit)
            ).all()
            rejected = work.execute(
                sa.select(refused.c.command_id, refused.c.answer)
                .where(refused.c.table_id == table_id)
                .order_by(refused.c.at_ms.desc())
                .limit(limit)
            ).all()
        answers: dict[str, int | Refusal] = {
            row.command_id: msgspec.json.decode(row.answer, type=Refusal) for row in rejected
        }
        return answers | {row.command_id: row.seq for row in accepted}

    def answer_of(self, table_id: str, command_id: str) -> int | Refusal | None:
        """What a command was answered, however long ago; None: it is new."""
        lines, refused = store.journal, store.refused
        with self._database.work() as work:
            seq = work.execute(
                sa.select(lines.c.seq).where(lines.c.table_id == table_id, lines.c.command_id == command_id)
            ).scalar()
            if seq is not None:
                return int(seq)
            answer = work.execute(
                sa.select(refused.c.answer).where(refused.c.table_id == table_id, refused.c.command_id == command_id)
            ).scalar()
        return None if answer is None else msgspec.json.decode(answer, type=Refusal)


def read_entry(row: Any) -> Entry:
    """A journal line as it was."""
    return Entry(row.seq, row.at_ms, _actions.decode(row.action), row.actor, row.command_id, row.trace)


def _journal_values(step: Step, epoch: int) -> tuple[Any, ...]:
    entry, after = step.entry, step.after
    match_id = getattr(entry.action, "match", None) or step.before.match.id or after.match.id
    return (
        after.id,
        entry.seq,
        epoch,
        match_id,
        entry.actor,
        encode_text(entry.action),
        entry.command,
        entry.at_ms,
        "" if entry.trace == entry.command else entry.trace,
    )


def _insert_refusals(connection: sa.Connection, refusals: Sequence[tuple[str, str, str, Refusal, int]]) -> None:
    if not refusals:
        return
    values = [
        {"table_id": table_id, "command_id": command_id, "answer": encode_text(refusal), "at_ms": at_ms}
        for _shard, table_id, command_id, refusal, at_ms in refusals
    ]
    if connection.dialect.name == "sqlite":
        statement: Any = store.refused.insert().prefix_with("OR IGNORE")
    else:
        from sqlalchemy.dialects.postgresql import insert

        statement = insert(store.refused).on_conflict_do_nothing()
    connection.execute(statement, values)


def _write_matches(connection: sa.Connection, steps: Sequence[tuple[str, Step]]) -> None:
    """A row when a match is asked for; its end, result and proof when it is over."""
    asked = [_match_row(step) for _, step in steps if isinstance(step.entry.action, entries.Asked)]
    if asked:
        connection.execute(store.matches.insert(), asked)
    ended = [_end_row(step) for _, step in steps if isinstance(step.entry.action, entries.Ended)]
    if ended:
        statement = (
            store.matches.update()
            .where(store.matches.c.match_id == sa.bindparam("b_match"))
            .values(
                {
                    name: sa.bindparam(f"b_{name}")
                    for name in ("last_seq", "ended_at_ms", "outcome", "result", "root", "seeds")
                }
            )
        )
        connection.execute(statement, ended)


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
    assert last is not None and isinstance(action, entries.Ended)
    result = {
        "reason": last.reason,
        "winners": last.winners,
        "places": last.places,
        "points": last.points,
    }
    return {
        "b_match": last.match,
        "b_last_seq": step.entry.seq,
        "b_ended_at_ms": step.entry.at_ms,
        "b_outcome": action.outcome,
        "b_result": encode_text(result),
        "b_root": last.root,
        "b_seeds": encode_text(last.seeds),
    }


def _write_snapshots(connection: sa.Connection, tables: Sequence[Table]) -> None:
    if not tables:
        return
    statement = (
        store.tables.update()
        .where(store.tables.c.table_id == sa.bindparam("b_table"))
        .values({name: sa.bindparam(f"b_{name}") for name in ("snapshot", "snapshot_seq", "build", "open")})
    )
    values = [
        {
            "b_table": table.id,
            "b_snapshot": encode_text(table),
            "b_snapshot_seq": table.seq,
            "b_build": BUILD,
            "b_open": table.phase != "closed",
        }
        for table in tables
    ]
    connection.execute(statement, values)


def _read_snapshot(text: str) -> Table:
    """A snapshot, its game's own types included."""
    table = msgspec.json.decode(text, type=Table)
    rules = game(table.game)
    match = table.match
    state = None if match.state is None else msgspec.convert(match.state, rules.state_type)
    options = msgspec.convert(table.options, rules.options_type)
    return msgspec.structs.replace(table, options=options, match=msgspec.structs.replace(match, state=state))
