"""PostgreSQL databases that are lent to one test after the other: to make one costs as much as ten tests do.

What a test wrote is deleted when it brings its database back. One whose schema it changed is thrown away.
"""

import uuid
from typing import NamedTuple

import psycopg
from psycopg import sql

from tests.support.postgres import PostgresServer

_CATALOGUES = ("pg_class", "pg_attribute", "pg_constraint", "pg_proc")
"""Whatever a test alters, adds or drops changes how many rows one of these has, or which transaction wrote the last."""

_SCHEMA = " UNION ALL ".join(
    [
        *(f"SELECT count(*), max(xmin::text::bigint)::text FROM {name}" for name in _CATALOGUES),
        # Triggers may be switched off and on again.
        "SELECT count(*), string_agg(oid || tgenabled::text, ' ' ORDER BY oid) FROM pg_trigger",
    ]
)

_TABLES = """
SELECT schemaname, tablename FROM pg_tables
WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename NOT LIKE 'alembic_version%'
"""

# Who is still connected may hold locks. Without triggers and foreign keys: histories refuse to be deleted from.
_BEGIN = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
SET session_replication_role = replica;
"""

_SEQUENCES = """
SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
FROM pg_sequences WHERE last_value IS NOT NULL
"""


class _Lendable(NamedTuple):
    """A database, a connection to it that stays open, its schema as it was made, and how it is wiped."""

    name: str
    connection: psycopg.Connection
    schema: list[tuple[int, str]]
    wipe: sql.Composed


class Shelf:
    """The databases of one template. Lends as many at once as are asked for."""

    def __init__(self, server: PostgresServer, template: str) -> None:
        """Empty; `template` is the name of the database that is copied, in which no table has rows."""
        self._server = server
        self._template = template
        self._free: list[_Lendable] = []
        self._lent: dict[str, _Lendable] = {}

    def lend(self) -> str:
        """The name of a database with the template's schema and no rows."""
        found = self._free.pop() if self._free else self._made()
        self._lent[found.name] = found
        return found.name

    def take_back(self, name: str) -> None:
        """Wipe it, or throw it away if it is not what it was."""
        back = self._lent.pop(name)
        if _schema(back.connection) == back.schema:
            back.connection.execute(back.wipe)
            self._free.append(back)
        else:
            self._throw_away(back)

    def close(self) -> None:
        """Throw all of them away."""
        while self._free:
            self._throw_away(self._free.pop())

    def _made(self) -> _Lendable:
        name = f"test_{uuid.uuid4().hex[:16]}"
        self._server.create_database(name, self._template)
        connection = self._server.connect(name)
        return _Lendable(name, connection, _schema(connection), _wipe(connection))

    def _throw_away(self, database: _Lendable) -> None:
        database.connection.close()
        self._server.drop_database(database.name)


def _schema(connection: psycopg.Connection) -> list[tuple[int, str]]:
    return connection.execute(_SCHEMA).fetchall()


def _wipe(connection: psycopg.Connection) -> sql.Composed:
    tables = [sql.Identifier(*row) for row in connection.execute(_TABLES).fetchall()]
    deletes = [sql.SQL("DELETE FROM {};").format(table) for table in tables]
    return sql.SQL("").join([sql.SQL(_BEGIN), *deletes, sql.SQL(_SEQUENCES)])
