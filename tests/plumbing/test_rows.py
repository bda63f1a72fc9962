"""Rows by one statement, on both databases."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from services.plumbing import rows
from services.plumbing.database import Database

PAWNS = sa.Table(
    "pawns",
    sa.MetaData(),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("steps", sa.BigInteger, nullable=False),
    sa.Column("note", sa.Text),
    sa.Column("kept", sa.Text, server_default="kept"),
)
NASTY = "O'Neill \\ %s \" ' \n {} Καφενείο 🎲"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.real)])
def database(request: pytest.FixtureRequest) -> Iterator[Database]:
    found: Database = request.getfixturevalue(request.param)
    with found.work() as work:
        PAWNS.create(work.connection)
    yield found
    with found.work() as work:
        PAWNS.drop(work.connection)


def written(database: Database) -> list[tuple[object, ...]]:
    with database.work() as work:
        return [tuple(row) for row in work.execute(sa.select(PAWNS).order_by(PAWNS.c.name))]


def test_rows_are_inserted_as_they_are_and_what_is_not_given_has_its_default(database: Database) -> None:
    with database.work() as work:
        rows.insert(
            work.connection,
            PAWNS,
            [{"name": NASTY, "steps": 2**40, "note": None}, {"name": "b", "steps": 0, "note": ""}],
        )
    assert set(written(database)) == {(NASTY, 2**40, None, "kept"), ("b", 0, "", "kept")}


def test_an_update_changes_the_columns_given_of_the_rows_named_and_nothing_else(database: Database) -> None:
    with database.work() as work:
        rows.insert(work.connection, PAWNS, [{"name": name, "steps": 1, "note": "old"} for name in "abc"])
        rows.update(
            work.connection,
            PAWNS,
            "name",
            [{"name": "a", "steps": 5}, {"name": "c", "steps": 7}, {"name": "x", "steps": 9}],
        )
    assert written(database) == [("a", 5, "old", "kept"), ("b", 1, "old", "kept"), ("c", 7, "old", "kept")]


def test_found_are_those_asked_for_each_once_in_the_order_of_the_key(database: Database) -> None:
    with database.work() as work:
        rows.insert(work.connection, PAWNS, [{"name": name, "steps": ord(name), "note": None} for name in "cab"])
        found = rows.find(work.connection, PAWNS, "name", ["c", "a", "c", "nobody"], lock=True)
        assert [(row.name, row.steps) for row in found] == [("a", 97), ("c", 99)]


def test_nothing_to_do_is_nothing_done(database: Database) -> None:
    with database.work() as work:
        rows.insert(work.connection, PAWNS, [])
        rows.update(work.connection, PAWNS, "name", [])
        assert list(rows.find(work.connection, PAWNS, "name", [])) == []
    assert written(database) == []


@pytest.mark.real
def test_what_is_locked_waits_for_the_one_who_holds_it(postgres: Database) -> None:
    with postgres.work() as work:
        PAWNS.create(work.connection)
        rows.insert(work.connection, PAWNS, [{"name": "a", "steps": 1, "note": None}])
    try:
        with postgres.work() as holder:
            rows.find(holder.connection, PAWNS, "name", ["a"], lock=True)
            with pytest.raises(sa.exc.OperationalError, match="lock timeout"), postgres.work() as rival:
                rival.execute(sa.text("SET LOCAL lock_timeout = '50ms'"))
                rows.find(rival.connection, PAWNS, "name", ["a"], lock=True)
    finally:
        with postgres.work() as work:
            PAWNS.drop(work.connection)
