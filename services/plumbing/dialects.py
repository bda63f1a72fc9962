"""Statements that differ between PostgreSQL and SQLite."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from services.plumbing.database import Work


def insert_if_missing(work: Work, table: sa.Table, values: dict[str, Any]) -> bool:
    """Insert a row unless one of its unique keys is taken; returns whether it was inserted.

    Where another transaction is inserting the same, this waits for its end.
    """
    insert = postgresql.insert if work.connection.dialect.name == "postgresql" else sqlite.insert
    statement = insert(table).values(values).on_conflict_do_nothing().returning(sa.literal(1))
    return work.execute(statement).scalar_one_or_none() is not None


def storable(text: str) -> str:
    """The text if the database can store it, otherwise one that never occurs there: PostgreSQL stores no NUL."""
    return text.replace("\0", "\ufffd")
