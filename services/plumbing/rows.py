"""Many rows by one statement, at little CPU: as one JSON text on PostgreSQL, as `executemany` on SQLite.

For what is written often. SQLAlchemy's own work for a small statement is more than the database's, and a statement a
row is a round trip a row; the rest of a store is plain SQLAlchemy Core.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from services.plumbing.json import encode_text
from services.plumbing.scripts import Call, array

if TYPE_CHECKING:
    from services.plumbing.database import Work

Row = Mapping[str, Any]


def insert(connection: sa.Connection, table: sa.Table, rows: Sequence[Row]) -> None:
    """Insert rows that have the same columns; nothing for none."""
    if not rows:
        return
    if _is_sqlite(connection):
        connection.execute(table.insert(), [dict(row) for row in rows])
    else:
        connection.exec_driver_sql(_insert_text(table, tuple(rows[0])), (encode_text(rows),))


def update(connection: sa.Connection, table: sa.Table, key: str, rows: Sequence[Row]) -> None:
    """Write these columns of the rows with these keys; rows that do not exist are passed over."""
    if not rows:
        return
    columns = tuple(name for name in rows[0] if name != key)
    if _is_sqlite(connection):
        bound: dict[str, Any] = {name: sa.bindparam(f"b_{name}") for name in columns}
        statement = table.update().where(table.c[key] == sa.bindparam(f"b_{key}")).values(bound)
        connection.execute(statement, [{f"b_{name}": value for name, value in row.items()} for row in rows])
    else:
        connection.exec_driver_sql(_update_text(table, key, columns), (encode_text(rows),))


def find(
    connection: sa.Connection, table: sa.Table, key: str, values: Collection[str], *, lock: bool = False
) -> Sequence[Any]:
    """The rows with these keys, all columns, in the order of the key; `lock`: ours until the end of the transaction."""
    if not values:
        return ()
    if _is_sqlite(connection):
        chosen = sa.select(table).where(table.c[key].in_(sorted(set(values)))).order_by(table.c[key])
        return connection.execute(chosen).all()
    return connection.exec_driver_sql(_find_text(table, key, lock), (sorted(set(values)),)).all()


def insert_later(work: "Work", table: sa.Table, rows: Sequence[Row]) -> None:
    """As `insert`, at the latest with the commit."""
    if work.is_sqlite:
        insert(work.connection, table, rows)
    else:
        for call in insertion(table, rows):
            work.later(call)


def insertion(table: sa.Table, rows: Sequence[Row]) -> list[Call]:
    """`insert` as a call of PostgreSQL; none for no rows."""
    return [Call(_numbered(_insert_text(table, tuple(rows[0]))), (encode_text(rows),))] if rows else []


def update_later(work: "Work", table: sa.Table, key: str, rows: Sequence[Row]) -> None:
    """As `update`, at the latest with the commit."""
    if work.is_sqlite:
        update(work.connection, table, key, rows)
    elif rows:
        columns = tuple(name for name in rows[0] if name != key)
        work.later(Call(_numbered(_update_text(table, key, columns)), (encode_text(rows),)))


class Wanted(NamedTuple):
    """The arguments of `find`."""

    table: sa.Table
    key: str
    values: Collection[str]
    lock: bool = False


def find_all(work: "Work", *wanted: Wanted) -> list[Sequence[Any]]:
    """As `find`, one after the other, by one message."""
    if work.is_sqlite:
        return [find(work.connection, each.table, each.key, each.values) for each in wanted]
    return list(work.call(*map(_search, wanted)))


def _search(wanted: Wanted) -> Call:
    text = _find_text(wanted.table, wanted.key, wanted.lock).replace("ANY(%s)", "ANY($1::text[])")
    return Call(text, (array(sorted(set(wanted.values))),))


def _numbered(text: str) -> str:
    return text.replace("%s", "$1")


def _is_sqlite(connection: sa.Connection) -> bool:
    return connection.dialect.name == "sqlite"


@cache
def _insert_text(table: sa.Table, columns: tuple[str, ...]) -> str:
    names = ", ".join(columns)
    return f"INSERT INTO {table.name} ({names}) SELECT {names} FROM {_given(table)}"


@cache
def _update_text(table: sa.Table, key: str, columns: tuple[str, ...]) -> str:
    changes = ", ".join(f"{name} = given.{name}" for name in columns)
    return f"UPDATE {table.name} SET {changes} FROM {_given(table)} AS given WHERE {table.name}.{key} = given.{key}"


@cache
def _find_text(table: sa.Table, key: str, lock: bool) -> str:
    names = ", ".join(column.name for column in table.columns)
    text = f"SELECT {names} FROM {table.name} WHERE {key} = ANY(%s) ORDER BY {key}"
    return f"{text} FOR UPDATE" if lock else text


def _given(table: sa.Table) -> str:
    return f"json_populate_recordset(NULL::{table.name}, %s::json)"
