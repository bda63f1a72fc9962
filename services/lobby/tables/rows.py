"""Stored tables. Lock a table before its players."""

from collections.abc import Collection

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.lobby.halls.rules import Hall
from services.lobby.schema import tables
from services.lobby.tables.open_table import OpenTable
from services.platform.database import bulk_rows
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text

_DUE = "SELECT table_id FROM tables WHERE due_at_ms < :now_ms ORDER BY due_at_ms LIMIT :count_max"


_LISTED = sa.and_(tables.c.state != "closed", tables.c.company.is_(None))
"""Tables that everybody may see; those of companies their members see (`find_of_companies`)."""


class TableRow(msgspec.Struct, frozen=True):
    """A table with the data stored beside it. `names`: account → name of all who ever had a part at it."""

    table: OpenTable
    names: dict[str, str]
    shards: int
    created_at_ms: TimeMs
    is_closed: bool = False
    """Whether it has ended, before the start or after its last match."""
    pause_seq: int = 0
    """The table's version at the newest known pause."""
    hall: Hall | None = None
    """The hall in which it is listed; None: in all."""
    due_at_ms: TimeMs | None = None
    """When an invitation or the time to start runs out (`lines.due_at_ms`)."""


def add(work: Work, row: TableRow, due_at_ms: TimeMs | None) -> None:
    """Store a new table."""
    work.execute(
        tables.insert().values(
            table_id=row.table.id,
            shards=row.shards,
            created_at_ms=row.created_at_ms,
            hall=row.hall,
            company=row.table.request.company,
            **_values(row, due_at_ms),
        )
    )


def add_house(work: Work, row: TableRow, key: str) -> bool:
    """Store a house-banked table; False: there is an open one with this key."""
    values = {"table_id": row.table.id, "shards": row.shards, "created_at_ms": row.created_at_ms, "house": key}
    return insert_if_missing(work, tables, values | _values(row, None))


def open_house_keys(work: Work) -> set[str]:
    """The keys of the open house-banked tables."""
    chosen = sa.select(tables.c.house).where(tables.c.house.is_not(None), tables.c.state != "closed")
    return set(work.execute(chosen).scalars())


def save(work: Work, row: TableRow, due_at_ms: TimeMs | None) -> None:
    """Store a locked table."""
    closed_at_ms = work.now_ms if row.is_closed else None
    values = _values(row, due_at_ms) | {"closed_at_ms": closed_at_ms}
    work.execute(tables.update().where(tables.c.table_id == row.table.id).values(values))


def find(work: Work, table_id: str) -> TableRow | None:
    """A table; closed ones too as long as they are stored."""
    return _one(work, sa.select(tables).where(tables.c.table_id == storable(table_id)))


def lock(work: Work, table_id: str) -> TableRow | None:
    """The same, locked until the end of the transaction."""
    return _one(work, sa.select(tables).where(tables.c.table_id == storable(table_id)).with_for_update())


def find_some(work: Work, table_ids: list[str]) -> list[TableRow]:
    """Tables by id."""
    return [_table(row) for row in work.execute(sa.select(tables).where(tables.c.table_id.in_(table_ids)))]


def find_listed(work: Work, hall: Hall | None = None) -> list[TableRow]:
    """Tables that wait for players or play and are listed in a hall (None: in any), oldest first."""
    listed = sa.select(tables).where(_LISTED).order_by(tables.c.created_at_ms, tables.c.table_id)
    if hall is not None:
        listed = listed.where(sa.or_(tables.c.hall == hall, tables.c.hall.is_(None)))
    return [_table(row) for row in work.execute(listed)]


def find_of_companies(work: Work, companies: Collection[str], count_max: int) -> list[TableRow]:
    """Tables of companies that wait for players or play, newest first."""
    found = sa.select(tables).where(tables.c.state != "closed", tables.c.company.in_(sorted(companies)))
    newest = found.order_by(tables.c.created_at_ms.desc(), tables.c.table_id).limit(count_max)
    return [_table(row) for row in work.execute(newest)] if companies else []


def find_behind(
    work: Work, after: tuple[TimeMs, str] | None, states: Collection[str], count_max: int
) -> list[TableRow]:
    """Tables that wait for players or play, in some states (none: in any), oldest first, after a place in the list."""
    place = tables.c.created_at_ms, tables.c.table_id
    listed = sa.select(tables).where(_LISTED).order_by(*place).limit(count_max)
    if states:
        listed = listed.where(tables.c.state.in_([storable(each) for each in states]))
    if after is not None:
        listed = listed.where(sa.tuple_(*place) > sa.tuple_(sa.literal(after[0]), sa.literal(storable(after[1]))))
    return [_table(row) for row in work.execute(listed)]


def find_due(work: Work, count_max: int) -> list[str]:
    """Ids of tables with an invitation or a time to start that has run out."""
    return [row.table_id for row in bulk_rows.ask(work, _DUE, now_ms=work.now_ms, count_max=count_max)]


def count_by_state(work: Work) -> dict[str, int]:
    """The number of tables in each state."""
    counted = work.execute(
        sa.select(tables.c.state, sa.func.count()).where(tables.c.state != "closed").group_by(tables.c.state)
    )
    return dict(counted.tuples().all())


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete tables that were closed before."""
    work.execute(tables.delete().where(tables.c.closed_at_ms < before_ms))


def _values(row: TableRow, due_at_ms: TimeMs | None) -> dict[str, object]:
    return {
        "state": _state(row),
        "gathering": encode_text(msgspec.to_builtins(row.table, str_keys=True)),
        "names": encode_text(row.names),
        "due_at_ms": due_at_ms,
        "pause_seq": row.pause_seq,
    }


def _state(row: TableRow) -> str:
    if row.is_closed:
        return "closed"
    if row.table.started:
        return "started"
    return "filling" if None in row.table.seats else "ready"


def _one(work: Work, statement: sa.Select[tuple[object, ...]]) -> TableRow | None:
    row = work.execute(statement).one_or_none()
    return None if row is None else _table(row)


def _table(row: sa.Row[tuple[object, ...]]) -> TableRow:
    return TableRow(
        table=msgspec.json.decode(row.gathering, type=OpenTable),
        names=msgspec.json.decode(row.names, type=dict[str, str]),
        shards=row.shards,
        created_at_ms=row.created_at_ms,
        is_closed=row.state == "closed",
        pause_seq=row.pause_seq,
        hall=row.hall,
        due_at_ms=row.due_at_ms,
    )
