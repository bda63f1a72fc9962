"""Many rows in one statement, at little CPU: as one JSON text on PostgreSQL, as `executemany` on SQLite.

This is for rows that are written often; the rest of a store is plain SQLAlchemy Core. SQLAlchemy's own work for a small
statement is more than the database's, and one statement per row means one round trip per row. On PostgreSQL the
functions with `later` in their names send their rows with the unit of work's next statement, at the latest with its
commit. Everything that the unit of work reads afterwards includes these rows; their errors are raised only then.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from services.platform.database.prepared_scripts import Call, array
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text

Row = Mapping[str, Any]
_NAMED = re.compile(r":(\w+)")
_LOCKING = re.compile(r" FOR (UPDATE|SHARE)( SKIP LOCKED)?")


class Wanted(NamedTuple):
    """The rows of a table with these keys; `lock`: locked until the end of the transaction."""

    table: sa.Table
    key: str
    values: Collection[str]
    lock: bool = False


def find(work: Work, table: sa.Table, key: str, values: Collection[str], *, lock: bool = False) -> Sequence[Any]:
    """The rows with these keys, all columns, in the order of the key, in which they are locked too."""
    (found,) = find_all(work, Wanted(table, key, values, lock))
    return found


def find_all(work: Work, *wanted: Wanted) -> list[Sequence[Any]]:
    """As several calls of `find`, in one message. Without keys no query is sent."""
    if work.is_sqlite:
        return [_find_sqlite(work, each) if each.values else () for each in wanted]
    calls = [_search(each) for each in wanted if each.values]
    found = iter(work.call(*calls) if calls else ())
    return [next(found) if each.values else () for each in wanted]


def insert_new(work: Work, table: sa.Table, rows: Sequence[Row]) -> set[str]:
    """Insert the rows, with the same columns, whose primary key is free; returns those keys, which stay locked
    until the commit.

    Where another transaction is inserting the same key this waits for its end. Give the rows in the order of their
    keys, so that two processes never wait for each other.
    """
    if not rows:
        return set()
    if work.is_sqlite:
        return set(work.execute(_insert_new(table), [dict(row) for row in rows]).scalars())
    (made,) = work.call(Call(_insert_new_text(table, tuple(rows[0])), (encode_text(rows),)))
    return {row[0] for row in made}


def insert_missing_later(work: Work, table: sa.Table, rows: Sequence[Row]) -> None:
    """As `insert_new`, without returning which rows were inserted."""
    if not rows:
        return
    if work.is_sqlite:
        work.execute(_insert_missing(table), [dict(row) for row in rows])
    else:
        work.later(Call(_insert_missing_text(table, tuple(rows[0])), (encode_text(rows),)))


def insert_if_missing(work: Work, table: sa.Table, values: dict[str, Any]) -> bool:
    """Insert a row unless one of its unique keys is taken; returns whether it was inserted.

    Where another transaction is inserting the same, this waits for its end.
    """
    statement = _insert_if_missing(table, work.connection.dialect.name)
    return work.execute(statement, values).scalar_one_or_none() is not None


def ask(work: Work, query: str, **values: Collection[str] | str | int) -> Sequence[Any]:
    """The rows of a query in plain SQL that both databases understand, with `:name` for a value and `IN :name` for
    many texts."""
    if not work.is_sqlite:
        text, names = _numbered(query)
        (found,) = work.call(Call(text, tuple(_as_text(values[name]) for name in names)))
        return found
    many = {name: sorted(value) for name, value in values.items() if not isinstance(value, str | int)}
    answer: Sequence[Any] = work.execute(_ask(query, tuple(many)), {**values, **many}).all()
    return answer


def insert_later(work: Work, table: sa.Table, rows: Sequence[Row]) -> None:
    """Insert rows that have the same columns; nothing for none."""
    if not rows:
        return
    if work.is_sqlite:
        work.execute(_insert(table), [dict(row) for row in rows])
    else:
        work.later(Call(_insert_text(table, tuple(rows[0])), (encode_text(rows),)))


def upsert_later(
    work: Work, table: sa.Table, rows: Sequence[Row], adding: Collection[str] = (), keeping: Collection[str] = ()
) -> None:
    """Insert rows that have the same columns; where the primary key is there already, write the other columns, add to
    those named in `adding`, and write those named in `keeping` as they are, which locks the row all the same. Give the
    rows in the order of their keys, so that no two processes wait for each other.
    """
    if not rows:
        return
    if work.is_sqlite:
        work.execute(_upsert(table, tuple(rows[0]), tuple(adding), tuple(keeping)), [dict(row) for row in rows])
    else:
        text = _upsert_text(table, tuple(rows[0]), tuple(adding), tuple(keeping))
        work.later(Call(text, (encode_text(rows),)))


def ask_all(work: Work, *queries: tuple[str, Mapping[str, Collection[str] | str | int]]) -> list[Sequence[Any]]:
    """As `ask` for each of several queries, by one message. On SQLite the words `FOR SHARE` and `FOR UPDATE` are left
    out: there is only one writer at a time."""
    if work.is_sqlite:
        return [ask(work, _LOCKING.sub("", query), **values) for query, values in queries]
    calls = []
    for query, values in queries:
        text, names = _numbered(query)
        calls.append(Call(text, tuple(_as_text(values[name]) for name in names)))
    return list(work.call(*calls)) if calls else []


def update_later(work: Work, table: sa.Table, key: str, rows: Sequence[Row]) -> None:
    """Write these columns of the rows with these keys; rows that do not exist are passed over."""
    if not rows:
        return
    columns = tuple(name for name in rows[0] if name != key)
    if work.is_sqlite:
        given = [{f"b_{name}": value for name, value in row.items()} for row in rows]
        work.execute(_update(table, key, columns), given)
    else:
        work.later(Call(_update_text(table, key, columns), (encode_text(rows),)))


def delete_later(work: Work, table: sa.Table, key: str, values: Collection[str]) -> None:
    """Delete the rows with these keys."""
    if not values:
        return
    if work.is_sqlite:
        work.execute(_delete(table, key), {"keys": sorted(set(values))})
    else:
        work.later(Call(_delete_text(table, key), (array(sorted(set(values))),)))


def storable(text: str) -> str:
    """The text if the database can store it, otherwise one that never occurs there: PostgreSQL stores no NUL."""
    return text.replace("\0", "\ufffd")


def _find_sqlite(work: Work, wanted: Wanted) -> Sequence[Any]:
    found: Sequence[Any] = work.execute(_find(wanted.table, wanted.key), {"keys": sorted(set(wanted.values))}).all()
    return found


def _search(wanted: Wanted) -> Call:
    text = _find_text(wanted.table, wanted.key, wanted.lock)
    return Call(text, (array(sorted(set(wanted.values))),))


def _primary_key(table: sa.Table) -> str:
    (key,) = table.primary_key.columns
    return key.name


# --- SQLite: each statement is written once, for to write it costs more than to run it ---


@cache
def _insert(table: sa.Table) -> sa.Executable:
    return table.insert()


@cache
def _insert_missing(table: sa.Table) -> sa.Executable:
    return sqlite.insert(table).on_conflict_do_nothing()


@cache
def _insert_new(table: sa.Table) -> sa.Executable:
    return sqlite.insert(table).on_conflict_do_nothing().returning(table.c[_primary_key(table)])


@cache
def _upsert(
    table: sa.Table, columns: tuple[str, ...], adding: tuple[str, ...], keeping: tuple[str, ...]
) -> sa.Executable:
    insert = sqlite.insert(table)
    keys = [column.name for column in table.primary_key.columns]
    changes: dict[str, Any] = {name: insert.excluded[name] for name in columns if name not in keys}
    changes |= {name: table.c[name] + insert.excluded[name] for name in adding}
    changes |= {name: table.c[name] for name in keeping}
    return insert.on_conflict_do_update(keys, set_=changes)


@cache
def _update(table: sa.Table, key: str, columns: tuple[str, ...]) -> sa.Executable:
    bound: dict[str, Any] = {name: sa.bindparam(f"b_{name}") for name in columns}
    return table.update().where(table.c[key] == sa.bindparam(f"b_{key}")).values(bound)


@cache
def _delete(table: sa.Table, key: str) -> sa.Executable:
    return table.delete().where(table.c[key].in_(sa.bindparam("keys", expanding=True)))


@cache
def _find(table: sa.Table, key: str) -> sa.Executable:
    column = table.c[key]
    return sa.select(table).where(column.in_(sa.bindparam("keys", expanding=True))).order_by(column)


@cache
def _ask(query: str, many: tuple[str, ...]) -> sa.Executable:
    return sa.text(query).bindparams(*(sa.bindparam(name, expanding=True) for name in many))


# --- both ---


@cache
def _insert_if_missing(table: sa.Table, dialect: str) -> sa.Executable:
    """Written once for each table: to write it costs more than to run it."""
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    return insert(table).on_conflict_do_nothing().returning(sa.literal(1))


# --- PostgreSQL ---


@cache
def _insert_text(table: sa.Table, columns: tuple[str, ...]) -> str:
    names = ", ".join(columns)
    return f"INSERT INTO {table.name} ({names}) SELECT {names} FROM {_given(table)}"


@cache
def _insert_missing_text(table: sa.Table, columns: tuple[str, ...]) -> str:
    return f"{_insert_text(table, columns)} ON CONFLICT DO NOTHING"


@cache
def _insert_new_text(table: sa.Table, columns: tuple[str, ...]) -> str:
    return f"{_insert_missing_text(table, columns)} RETURNING {_primary_key(table)}"


@cache
def _upsert_text(table: sa.Table, columns: tuple[str, ...], adding: tuple[str, ...], keeping: tuple[str, ...]) -> str:
    keys = [column.name for column in table.primary_key.columns]
    changes = {name: f"excluded.{name}" for name in columns if name not in keys}
    changes |= {name: f"{table.name}.{name} + excluded.{name}" for name in adding}
    changes |= {name: f"{table.name}.{name}" for name in keeping}
    written = ", ".join(f"{name} = {value}" for name, value in changes.items())
    return f"{_insert_text(table, columns)} ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {written}"


@cache
def _update_text(table: sa.Table, key: str, columns: tuple[str, ...]) -> str:
    changes = ", ".join(f"{name} = given.{name}" for name in columns)
    return f"UPDATE {table.name} SET {changes} FROM {_given(table)} AS given WHERE {table.name}.{key} = given.{key}"


@cache
def _delete_text(table: sa.Table, key: str) -> str:
    return f"DELETE FROM {table.name} WHERE {key} = ANY($1::text[])"


@cache
def _find_text(table: sa.Table, key: str, lock: bool) -> str:
    names = ", ".join(column.name for column in table.columns)
    text = f"SELECT {names} FROM {table.name} WHERE {key} = ANY($1::text[]) ORDER BY {key}"
    return f"{text} FOR UPDATE" if lock else text


@cache
def _numbered(query: str) -> tuple[str, tuple[str, ...]]:
    """A query with `$1`, `$2` … and the names that they stand for."""
    names = tuple(dict.fromkeys(_NAMED.findall(query)))
    text = re.sub(r"IN (:\w+)", r"= ANY(\1)", query)
    return _NAMED.sub(lambda found: f"${names.index(found[1]) + 1}", text), names


def _as_text(value: Collection[str] | str | int) -> str:
    return str(value) if isinstance(value, str | int) else array(sorted(value))


def _given(table: sa.Table) -> str:
    return f"json_populate_recordset(NULL::{table.name}, $1::json)"
