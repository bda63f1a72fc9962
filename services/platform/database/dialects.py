"""Statements that differ between PostgreSQL and SQLite."""

from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from services.platform.database.unit_of_work import Work


def insert_if_missing(work: Work, table: sa.Table, values: dict[str, Any]) -> bool:
    """Insert a row unless one of its unique keys is taken; returns whether it was inserted.

    Where another transaction is inserting the same, this waits for its end.
    """
    statement = _insert_if_missing(table, work.connection.dialect.name)
    return work.execute(statement, values).scalar_one_or_none() is not None


@cache
def _insert_if_missing(table: sa.Table, dialect: str) -> sa.Executable:
    """Written once for each table: to write it costs more than to run it."""
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    return insert(table).on_conflict_do_nothing().returning(sa.literal(1))


def storable(text: str) -> str:
    """The text if the database can store it, otherwise one that never occurs there: PostgreSQL stores no NUL."""
    return text.replace("\0", "\ufffd")
