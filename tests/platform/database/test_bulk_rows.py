"""Rows by one statement, on both databases."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Database, Work

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


def test_rows_are_inserted_as_they_are_and_missing_columns_have_their_defaults(database: Database) -> None:
    with database.work() as work:
        bulk_rows.insert_later(
            work,
            PAWNS,
            [{"name": NASTY, "steps": 2**40, "note": None}, {"name": "b", "steps": 0, "note": ""}],
        )
    assert set(written(database)) == {(NASTY, 2**40, None, "kept"), ("b", 0, "", "kept")}


def test_an_update_changes_only_the_named_columns_of_the_named_rows(database: Database) -> None:
    with database.work() as work:
        bulk_rows.insert_later(work, PAWNS, [{"name": name, "steps": 1, "note": "old"} for name in "abc"])
        bulk_rows.update_later(
            work,
            PAWNS,
            "name",
            [{"name": "a", "steps": 5}, {"name": "c", "steps": 7}, {"name": "x", "steps": 9}],
        )
    assert written(database) == [("a", 5, "old", "kept"), ("b", 1, "old", "kept"), ("c", 7, "old", "kept")]


def test_found_are_those_asked_for_each_once_in_the_order_of_the_key(database: Database) -> None:
    with database.work() as work:
        bulk_rows.insert_later(work, PAWNS, [{"name": name, "steps": ord(name), "note": None} for name in "cab"])
        found = bulk_rows.find(work, PAWNS, "name", ["c", "a", "c", "nobody"], lock=True)
        assert [(row.name, row.steps) for row in found] == [("a", 97), ("c", 99)]


def test_only_rows_with_a_free_key_are_inserted_and_their_keys_returned(database: Database) -> None:
    with database.work() as work:
        bulk_rows.insert_later(work, PAWNS, [{"name": "b", "steps": 1, "note": None}])
        assert bulk_rows.insert_new(work, PAWNS, [{"name": name, "steps": 2, "note": NASTY} for name in "abc"]) == {
            "a",
            "c",
        }
        bulk_rows.insert_missing_later(work, PAWNS, [{"name": name, "steps": 3, "note": ""} for name in "cd"])
    assert written(database) == [
        ("a", 2, NASTY, "kept"),
        ("b", 1, None, "kept"),
        ("c", 2, NASTY, "kept"),
        ("d", 3, "", "kept"),
    ]


def test_rows_named_are_deleted(database: Database) -> None:
    with database.work() as work:
        bulk_rows.insert_later(work, PAWNS, [{"name": name, "steps": 1, "note": None} for name in ("a", "b", NASTY)])
        bulk_rows.delete_later(work, PAWNS, "name", ["a", NASTY, "nobody"])
    assert written(database) == [("b", 1, None, "kept")]


def test_what_is_written_later_is_seen_by_whatever_is_read_in_the_same_unit_of_work(database: Database) -> None:
    def steps(work: Work) -> list[list[int]]:
        ways = (
            bulk_rows.find(work, PAWNS, "name", ["a"]),
            bulk_rows.ask(work, "SELECT steps FROM pawns WHERE name IN :names", names=["a"]),
            work.execute(sa.select(PAWNS)).all(),
        )
        return [[row.steps for row in found] for found in ways]

    with database.work() as work:
        for number in range(3):
            if number:
                bulk_rows.update_later(work, PAWNS, "name", [{"name": "a", "steps": number}])
            else:
                bulk_rows.insert_later(work, PAWNS, [{"name": "a", "steps": 0, "note": None}])
            assert steps(work) == [[number]] * 3
        bulk_rows.delete_later(work, PAWNS, "name", ["a"])
        assert steps(work) == [[], [], []]


def test_a_query_gets_its_values_by_name_and_as_often_as_it_names_them(database: Database) -> None:
    query = (
        "SELECT note, sum(steps) AS steps FROM pawns "
        "WHERE steps >= :least AND name IN :names AND :least > 0 AND name <> :but GROUP BY note"
    )
    with database.work() as work:
        bulk_rows.insert_later(work, PAWNS, [{"name": f"{n}'s", "steps": n, "note": NASTY} for n in range(6)])
        found = bulk_rows.ask(work, query, names=[f"{n}'s" for n in range(5)], least=2, but="3's")
        assert [(row.note, int(row.steps)) for row in found] == [(NASTY, 6)]


@pytest.mark.real
def test_no_keys_cause_no_query(postgres: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    call = Work.call
    monkeypatch.setattr(Work, "call", lambda work, *calls: asked.append(len(calls)) or call(work, *calls))
    with postgres.work() as work:
        PAWNS.create(work.connection)
        none, found = bulk_rows.Wanted(PAWNS, "name", []), bulk_rows.Wanted(PAWNS, "name", ["a"])
        assert bulk_rows.find_all(work, none, none) == [(), ()]
        assert list(map(list, bulk_rows.find_all(work, none, found, none))) == [[], [], []]
        PAWNS.drop(work.connection)
    assert asked == [1]


def test_nothing_to_do_is_nothing_done(database: Database) -> None:
    with database.work() as work:
        bulk_rows.insert_later(work, PAWNS, [])
        bulk_rows.update_later(work, PAWNS, "name", [])
        bulk_rows.insert_missing_later(work, PAWNS, [])
        bulk_rows.delete_later(work, PAWNS, "name", [])
        assert bulk_rows.insert_new(work, PAWNS, []) == set()
        assert list(bulk_rows.find(work, PAWNS, "name", [])) == []
    assert written(database) == []


@pytest.mark.real
def test_a_locked_row_waits_for_the_transaction_that_holds_it(postgres: Database) -> None:
    with postgres.work() as work:
        PAWNS.create(work.connection)
        bulk_rows.insert_later(work, PAWNS, [{"name": "a", "steps": 1, "note": None}])
    try:
        with postgres.work() as holder:
            bulk_rows.find(holder, PAWNS, "name", ["a"], lock=True)
            with pytest.raises(sa.exc.OperationalError, match="lock timeout"), postgres.work() as rival:
                rival.execute(sa.text("SET LOCAL lock_timeout = '50ms'"))
                bulk_rows.find(rival, PAWNS, "name", ["a"], lock=True)
    finally:
        with postgres.work() as work:
            PAWNS.drop(work.connection)
