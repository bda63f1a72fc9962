"""The journal of a tables worker: who may write to it, writing (journal/commit_rows.py does it), reading it back, and
which of the operator's keys that needs."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database, Work
from services.platform.operations.encryption import key_of, sealer
from services.platform.process.logs import get_logger
from services.tables import metrics
from services.tables import schema as store
from services.tables.journal.archive import file_rows as archived_files
from services.tables.journal.archive import partition_rows as days
from services.tables.journal.commit_rows import BUILD, committer
from services.tables.journal.encrypted_entries import HiddenLines
from services.tables.schema import journal, tables
from services.tables.table.absence import Absence
from services.tables.table.entries import AnyAction, Entry
from services.tables.table.fold import first_table, fold
from services.tables.table.fold_house_banked import restored
from services.tables.table.model import Match, Table
from services.tables.table.transition import Step

log = get_logger(__name__)

_TABLES_IN_QUERY = 500
_ROOT = re.compile(r'root":"(sealed:[^"]+)"')


class KnownCommands(NamedTuple):
    """What a table knows of its commands: answers by id, oldest first, and ids of refused commands before them."""

    answers: dict[str, int | Refusal]
    refused_ids: set[str]


class Journal:
    """The journal of a tables worker."""

    def __init__(self, database: Database) -> None:
        """On the tables service's database."""
        self._database = database
        self._hidden = HiddenLines(sealer())
        self.committer = committer(database, self._hidden)
        """Writes batches."""

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
        """Give shards back: from now on they have no owner."""
        with self._database.work() as work:
            work.execute(
                store.shards.update()
                .where(store.shards.c.shard.in_(list(shards)), store.shards.c.owner == worker)
                .values(released_at_ms=work.now_ms)
            )

    # --- upkeep ---

    def prune(self, keep_ms: int) -> int:
        """Forget what was refused at tables that closed long ago: nobody sends that again. Returns how many."""
        refused, tables = store.refused, store.tables
        with self._database.work() as work:
            still_open = sa.select(tables.c.table_id).where(tables.c.open)
            old = refused.delete().where(refused.c.at_ms < work.now_ms - keep_ms, refused.c.table_id.not_in(still_open))
            return int(work.execute(old).rowcount)

    def add_days(self) -> int | None:
        """Make room for the next days; returns for how many days there is some, None where none is needed."""
        ahead: int | None = self._database.run(days.add_days)
        if ahead is not None:
            metrics.count_days_ahead(self._database.clock.now_ms() // days.DAY_MS + ahead)
        return ahead

    def measure(self, journal_days: int | None) -> None:
        """Show how old the journal is and what is archived; `journal_days`: None where nothing ever is."""
        metrics.show_age(self._database.run(days.oldest_days), journal_days)
        metrics.show_archive(*self._database.run(archived_files.figures))

    # --- reading ---

    def load(self, shard: str) -> list[Table]:
        """Every open table of a shard, as its journal says."""
        tables = store.tables
        with self._database.work() as work:
            heads = work.execute(sa.select(tables).where(tables.c.shard == shard, tables.c.open)).all()
            tails = work.execute(_tails(work).where(tables.c.shard == shard, tables.c.open)).all()
        rows: dict[str, list[Any]] = {row.table_id: [] for row in heads}
        for row in tails:
            rows[row.table_id].append(row)
        found = (replay_table(self._hidden, row, rows[row.table_id], _count_stopped) for row in heads)
        return [table for table in found if table is not None]

    def steps_of_match(self, table: Table) -> list[Step]:
        """Every step of the running match up to this version of the table; none if lines of it are archived.

        Costs as much as the match is long; may be called from another thread.
        """
        lines, first_seq = store.journal, table.match.first_seq
        chosen = sa.select(lines).where(lines.c.table_id == table.id, lines.c.seq.between(first_seq, table.seq))
        with self._database.work() as work:
            rows = work.execute(chosen.order_by(lines.c.seq)).all()
        return list(_match_steps(self._hidden, table, rows)) if len(rows) > table.seq - first_seq else []

    def knows(self, table_id: str) -> bool:
        """Whether there ever was a table of this id."""
        with self._database.work() as work:
            found = work.execute(sa.select(store.tables.c.open).where(store.tables.c.table_id == table_id)).first()
        return found is not None

    def known_commands(self, table_ids: Iterable[str], limit: int) -> dict[str, KnownCommands]:
        """What tables know of the commands they have had: the last `limit` of each, oldest first, with what they were
        answered (a version, or a refusal), and the ids of refused commands before them."""
        ids, found = list(table_ids), dict[str, KnownCommands]()
        for start in range(0, len(ids), _TABLES_IN_QUERY):
            found |= self._known_commands(ids[start : start + _TABLES_IN_QUERY], limit)
        return found

    def _known_commands(self, table_ids: Sequence[str], limit: int) -> dict[str, KnownCommands]:
        lines, refused = store.journal, store.refused
        newest = sa.func.row_number().over(partition_by=lines.c.table_id, order_by=lines.c.seq.desc())
        numbered = (
            sa.select(lines.c.table_id, lines.c.at_ms, lines.c.command_id, lines.c.seq, newest.label("place"))
            .where(lines.c.table_id.in_(table_ids), lines.c.command_id.is_not(None))
            .subquery()
        )
        columns = (numbered.c.table_id, numbered.c.at_ms, numbered.c.command_id, numbered.c.seq)
        with self._database.work() as work:
            accepted = work.execute(
                sa.select(*columns).where(numbered.c.place <= limit).order_by(numbered.c.table_id, numbered.c.seq)
            ).all()
            rejected = work.execute(
                sa.select(refused.c.table_id, refused.c.at_ms, refused.c.command_id, refused.c.answer)
                .where(refused.c.table_id.in_(table_ids))
                .order_by(refused.c.table_id, refused.c.at_ms)
            ).all()
        return _known([*rejected, *accepted], limit)

    def answer_of(self, table_id: str, command_id: str) -> int | Refusal | None:
        """What a command was answered, however long ago; None: it is new."""
        with self._database.work() as work:
            return find_answer(work, table_id, command_id)


def find_answer(work: Work, table_id: str, command_id: str) -> int | Refusal | None:
    """What a command was answered, as it is stored: its version, its refusal; None: it is not known."""
    lines, refused = store.journal, store.refused
    seq = work.execute(
        sa.select(lines.c.seq).where(lines.c.table_id == table_id, lines.c.command_id == command_id)
    ).scalar()
    if seq is not None:
        return int(seq)
    answer = work.execute(
        sa.select(refused.c.answer).where(refused.c.table_id == table_id, refused.c.command_id == command_id)
    ).scalar()
    return None if answer is None else msgspec.json.decode(answer, type=Refusal)


def tail_of(work: Work, table_id: str) -> sa.Select[Any]:
    """The lines of a table's journal that `replay_table` needs beside its row."""
    return _tails(work).where(store.tables.c.table_id == table_id)


def _tails(work: Work) -> sa.Select[Any]:
    """Lines after the snapshots of their tables, or from where on a table without a usable snapshot is replayed."""
    tables, lines = store.tables, store.journal
    unusable = sa.or_(tables.c.build != BUILD, tables.c.snapshot.is_(None))
    return (
        sa.select(lines)
        .join(tables, tables.c.table_id == lines.c.table_id)
        .where(sa.or_(lines.c.seq > tables.c.snapshot_seq, sa.and_(unusable, lines.c.seq >= tables.c.cut_seq)))
        .where(days.may_have(work))
        .order_by(lines.c.table_id, lines.c.seq)
    )


def _known(rows: Iterable[Any], limit: int) -> dict[str, KnownCommands]:
    """Of each table the newest rows, and the ids of those that are older."""
    by_table: dict[str, list[Any]] = {}
    for row in rows:
        by_table.setdefault(row.table_id, []).append(row)
    found = {}
    for table_id, own in by_table.items():
        own.sort(key=lambda row: row.at_ms)
        answers = {row.command_id: _read_answer(row[3]) for row in own[-limit:]}
        older = {row.command_id for row in own if isinstance(row[3], str)} - answers.keys()
        found[table_id] = KnownCommands(answers, older)
    return found


def entry_of(row: Any, action: AnyAction) -> Entry:
    """A journal line whose action has been read."""
    return Entry(row.seq, row.at_ms, action, row.actor, row.command_id, row.trace)


def _read_answer(answer: int | str) -> int | Refusal:
    return answer if isinstance(answer, int) else msgspec.json.decode(answer, type=Refusal)


def replay_table(
    hidden: HiddenLines, head: Any, rows: Sequence[Any], on_failure: Callable[[Any], None] | None = None
) -> Table | None:
    """A table from its snapshot and the lines after it; the tables beside it go on whatever comes of it.

    Where its engine fails at them it is loaded as stopped, as it last was in the same match, so that an operator can
    annul the match. None: not even that can be said. `on_failure` gets `head` in both cases.
    """
    table = None
    try:
        table = _read_snapshot(hidden, head) if head.snapshot and head.build == BUILD else None
        for row in rows:
            entry = entry_of(row, hidden.read_line(row.action, row.seq, table))
            table = first_table(row.table_id, entry) if table is None else fold(table, entry)
    except Exception:
        log.exception("table_unloadable", table=head.table_id, shard=head.shard)
        if on_failure is not None:
            on_failure(head)
        return _stopped(table, rows)
    return table


def _count_stopped(head: Any) -> None:
    """An operator is paged for it as for a table whose engine fails at a move."""
    metrics.stopped.labels(head.shard.rpartition(".")[0]).inc()


def _stopped(table: Table | None, rows: Sequence[Any]) -> Table | None:
    if table is None or not rows or rows[-1].match_id != table.match.id:
        return None
    return msgspec.structs.replace(table, phase="stopped", seq=rows[-1].seq, at_ms=rows[-1].at_ms)


def _read_snapshot(hidden: HiddenLines, head: Any) -> Table:
    """A snapshot, its game's own types included."""
    text = hidden.read_snapshot(head.snapshot, head.table_id)
    return restored(msgspec.json.decode(text, type=Table))


def _match_steps(hidden: HiddenLines, table: Table, lines: Iterable[Any]) -> Iterator[Step]:
    """The steps of `table`'s match. `lines`: all of them in order, from the one that asked for the match on.

    Raises:
        NotOpened: a key is missing, or a line was changed.
    """
    before = _before_match(table)
    for line in lines:
        entry = entry_of(line, hidden.read_line(line.action, line.seq, before))
        after = fold(before, entry)
        yield Step(before, entry, after)
        before = after


def _before_match(table: Table) -> Table:
    """The table with nothing of the match yet: everybody in the seats that they have in it."""
    replace, match = msgspec.structs.replace, table.match
    seats = tuple(replace(seat, left=False, replaced=False, timeouts=0, absence=Absence()) for seat in table.seats)
    empty = Match(match.id, match.number, match.root)
    return replace(table, phase="asking", seats=seats, match=empty, last=None)


def count_by_key(work: Work) -> Counter[str]:
    """Key → how many tables that are open cannot be loaded without it, in the worst case: by replaying every line."""
    found: set[tuple[str, str]] = set()
    snapshots = sa.select(tables.c.table_id, tables.c.snapshot).where(tables.c.open, tables.c.snapshot.is_not(None))
    for row in work.execute(snapshots):
        found.add((row.table_id, key_of(row.snapshot)))
    lines = (
        sa.select(journal.c.table_id, journal.c.action)
        .join(tables, tables.c.table_id == journal.c.table_id)
        .where(tables.c.open, journal.c.seq >= tables.c.cut_seq, journal.c.action.contains('root":"sealed:'))
    )
    for row in work.execute(lines):
        found.update((row.table_id, key_of(text)) for text in _ROOT.findall(row.action))
    return Counter(key for _, key in found if key)
