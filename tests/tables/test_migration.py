"""The schema's second version: who played what before recordings had lists is found again."""

import json

import sqlalchemy as sa

from services.platform.database.migrations import migrate
from services.platform.database.unit_of_work import make_engine
from tests.support.databases.old_schemas import at_version

MATCH = {
    "table_id": "t", "number": 1, "game": "tictactoe", "rules": 1, "options": "{}", "stake_chips": 0, "commitment": "c",
    "first_seq": 2, "started_at_ms": 1, "last_seq": 9, "result": "{}", "root": "00", "seeds": "[]",
}  # fmt: skip


def test_matches_of_the_first_version_are_in_their_players_lists(database_url: str) -> None:
    with at_version("tables", database_url, "0001") as connection:
        _insert(connection, "won", "won", 10, "ann", "bob")
        _insert(connection, "practice", "tied", 20, "ann", None)
        _insert(connection, "void", "void", 30, "ann", "bob")
        _insert(connection, "running", None, None, "ann", "bob")
        connection.commit()
    migrate("tables", database_url)
    engine = make_engine(database_url, "tables", pool_size=1)
    with engine.connect() as connection:
        rows = connection.execute(sa.text("SELECT account, ended_at_ms, match_id FROM recorded ORDER BY 2, 1"))
        assert [tuple(row) for row in rows] == [("ann", 10, "won"), ("bob", 10, "won"), ("ann", 20, "practice")]
    engine.dispose()


def _insert(
    connection: sa.Connection, match: str, outcome: str | None, ended_at_ms: int | None, *accounts: str | None
) -> None:
    seats = json.dumps([{"name": "x", "account": account} for account in accounts])
    row = MATCH | {"match_id": match, "outcome": outcome, "ended_at_ms": ended_at_ms, "seats": seats}
    table = sa.table("matches", *map(sa.column, row))
    connection.execute(table.insert(), row)
