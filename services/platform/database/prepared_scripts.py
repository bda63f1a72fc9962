"""Several statements as one message to PostgreSQL, each prepared once per connection.

A round trip costs a service and its database more than most statements do: a unit of work of four statements was
measured to take half the processor time as two messages. Prepared statements are not planned again.
"""

import hashlib
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, NamedTuple

import psycopg
import sqlalchemy as sa
from psycopg.pq import Escaping, TransactionStatus
from psycopg.rows import namedtuple_row

_BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
_FIND_PREPARED = r"SELECT name FROM pg_prepared_statements WHERE name LIKE 'k\_%'"
_PREPARED_KEY = "kafeneio_prepared"
"""The key under which a connection stores the names of its prepared statements."""


class Call(NamedTuple):
    """A statement with `$1`, `$2` … and their values, as text; the statement casts them where the type matters."""

    statement: str
    values: tuple[str, ...] = ()


Rows = list[Any]
"""Named tuples; empty for a statement that returns none."""


def begin(connection: sa.Connection) -> None:
    """Begin a transaction, unless one runs."""
    if not _is_in_transaction(_raw(connection)):
        _execute(connection, [_BEGIN])


def run(
    connection: sa.Connection, calls: Sequence[Call], *, in_transaction: bool = True, commit: bool = False
) -> list[Rows]:
    """Run statements in order and return the rows of each; with `commit` the transaction ends with them.

    `in_transaction`: begin one, if none runs; otherwise each stands for itself.

    Raises:
        sa.exc.DBAPIError: as for any other statement; a transaction can then only be rolled back.
    """
    if not calls:
        return []
    if any("\0" in value for call in calls for value in call.values):  # libpq would cut the text there
        raise _as_sqlalchemy_says(connection, psycopg.DataError("PostgreSQL takes no NUL in texts"))
    raw = _raw(connection)
    names = [_prepared(connection, call.statement) for call in calls]
    script = [_text(raw, name, call.values) for name, call in zip(names, calls, strict=True)]
    begins = in_transaction and not _is_in_transaction(raw)
    found = _execute(connection, [*([_BEGIN] if begins else []), *script, *(["COMMIT"] if commit else [])])
    if begins and not commit:
        connection.begin()  # finds it begun: from now on it is SQLAlchemy's to commit or to roll back
    return found[begins : begins + len(calls)]


def array(values: Collection[str]) -> str:
    """Texts as a value of type `text[]`."""
    quoted = (value.replace("\\", "\\\\").replace('"', '\\"') for value in values)
    return "{" + ",".join(f'"{value}"' for value in quoted) + "}"


def _raw(connection: sa.Connection) -> psycopg.Connection[Any]:
    raw: psycopg.Connection[Any] = connection.connection.driver_connection  # type: ignore[assignment]
    return raw


def _is_in_transaction(raw: psycopg.Connection[Any]) -> bool:
    return raw.pgconn.transaction_status != TransactionStatus.IDLE


@cache
def _name(statement: str) -> str:
    return f"k_{hashlib.sha256(statement.encode()).hexdigest()[:16]}"


def _prepared(connection: sa.Connection, statement: str) -> str:
    """The statement's name on this connection; prepared now if it was not. It outlives the transaction."""
    info, name = connection.info, _name(statement)
    if _PREPARED_KEY not in info:
        info[_PREPARED_KEY] = {row.name for row in _execute(connection, [_FIND_PREPARED])[0]}
    if name not in info[_PREPARED_KEY]:
        _execute(connection, [f"PREPARE {name} AS {statement}"])
        info[_PREPARED_KEY].add(name)
    return name


def listen(engine: sa.Engine) -> None:
    """Begin the engine's transactions, and query the prepared statements again after a rollback: if the driver has
    prepared any statement itself, it drops all of them then."""
    sa.event.listen(engine, "begin", begin)
    sa.event.listen(engine, "rollback", _rolled_back)
    sa.event.listen(engine, "reset", lambda raw, record, _state: _forget(raw, record.info))


def _rolled_back(connection: sa.Connection) -> None:
    if not connection.invalidated:
        _forget(_raw(connection), connection.info)


def _forget(raw: psycopg.Connection[Any], info: dict[Any, Any]) -> None:
    if _is_in_transaction(raw):
        info.pop(_PREPARED_KEY, None)


def _text(raw: psycopg.Connection[Any], name: str, values: Sequence[str]) -> str:
    """The call as text; libpq quotes the values."""
    if not values:
        return f"EXECUTE {name}"
    escape = Escaping(raw.pgconn).escape_literal
    return f"EXECUTE {name}({', '.join(bytes(escape(value.encode())).decode() for value in values)})"


def _execute(connection: sa.Connection, script: Sequence[str]) -> list[Rows]:
    cursor = psycopg.ClientCursor(_raw(connection), row_factory=namedtuple_row)
    try:
        cursor.execute("; ".join(script).encode())
        return _results(cursor)
    except psycopg.Error as error:
        raise _as_sqlalchemy_says(connection, error) from error


def _results(cursor: psycopg.ClientCursor[Any]) -> list[Rows]:
    found: list[Rows] = []
    while True:
        found.append(cursor.fetchall() if cursor.description else [])
        if not cursor.nextset():
            return found


def _as_sqlalchemy_says(connection: sa.Connection, error: psycopg.Error) -> BaseException:
    """The error as SQLAlchemy raises it, without the values that were to be written."""
    is_lost = bool(_raw(connection).closed)
    connection.info.pop(_PREPARED_KEY, None)
    if is_lost:
        connection.invalidate(error)
    return sa.exc.DBAPIError.instance(
        "script",
        None,
        error,
        psycopg.Error,
        hide_parameters=True,
        connection_invalidated=is_lost,
        dialect=connection.dialect,
    )
