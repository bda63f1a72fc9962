"""The one statement that both databases spell alike and SQLAlchemy does not: insert unless it is there."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from services.plumbing.database import Work


def insert_new(work: Work, table: sa.Table, rows: Sequence[dict[str, Any]]) -> set[str]:
    """Insert the rows whose primary key is free; answers those keys. The rows are ours until we commit.

    Where another transaction is inserting the same key this waits for its end. Give the rows in the order of their
    keys, so that two of us never wait for each other.
    """
    if not rows:
        return set()
    insert = sqlite.insert if work.connection.dialect.name == "sqlite" else postgresql.insert
    (key,) = table.primary_key.columns
    return set(work.execute(insert(table).on_conflict_do_nothing().returning(key), list(rows)).scalars())
