"""A lent database is empty and as it was made, whatever the test before has done to it."""

from collections.abc import Iterator

import psycopg
import pytest

from tests.support.databases.lent_databases import Shelf
from tests.support.servers import PostgresServer

pytestmark = pytest.mark.real

TEMPLATE = """
CREATE SCHEMA shop;
CREATE TABLE shop.guests (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text);
CREATE TABLE shop.bills (guest int REFERENCES shop.guests (id), chips int);
CREATE FUNCTION shop.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'append-only'; END $$;
CREATE TRIGGER refuse BEFORE DELETE OR TRUNCATE ON shop.bills FOR EACH STATEMENT EXECUTE FUNCTION shop.refuse();
"""


@pytest.fixture(scope="module")
def shelf(postgres_server: PostgresServer) -> Iterator[Shelf]:
    postgres_server.create_database("template_shop")
    with postgres_server.connect("template_shop") as connection:
        connection.execute(TEMPLATE)
    found = Shelf(postgres_server, "template_shop")
    yield found
    found.close()
    postgres_server.drop_database("template_shop")


def write(connection: psycopg.Connection) -> int:
    """A guest with a bill; the guest's id."""
    row = connection.execute("INSERT INTO shop.guests (name) VALUES ('ana') RETURNING id").fetchone()
    assert row is not None
    connection.execute("INSERT INTO shop.bills VALUES (%s, 100)", row)
    return int(row[0])


def test_what_one_borrower_wrote_is_no_measure_for_the_plans_of_the_next(
    shelf: Shelf, postgres_server: PostgresServer
) -> None:
    """Nothing looks at a wiped table: were it found empty, a thousand rows would be planned as one."""
    name = shelf.lend()
    with postgres_server.connect(name) as connection:
        connection.execute("INSERT INTO shop.guests (name) SELECT 'ana' FROM generate_series(1, 1000)")
    shelf.take_back(name)
    assert shelf.lend() == name
    with postgres_server.connect(name) as connection:
        assert connection.execute("SHOW autovacuum").fetchone() == ("off",)
        connection.execute("INSERT INTO shop.guests (name) SELECT 'ben' FROM generate_series(1, 1000)")
        (plan,) = connection.execute("EXPLAIN (FORMAT JSON) SELECT * FROM shop.guests").fetchone() or ([],)
    assert plan[0]["Plan"]["Plan Rows"] > 100
    shelf.take_back(name)


def test_the_next_borrower_finds_no_rows_and_numbers_from_one(shelf: Shelf, postgres_server: PostgresServer) -> None:
    name = shelf.lend()
    for _ in range(2):
        with postgres_server.connect(name) as connection:
            assert (write(connection), write(connection)) == (1, 2)
        shelf.take_back(name)
        assert shelf.lend() == name
    shelf.take_back(name)


def test_an_open_transaction_of_a_borrower_does_not_delay_the_next(
    shelf: Shelf, postgres_server: PostgresServer
) -> None:
    name = shelf.lend()
    left = postgres_server.connect(name)
    left.execute("BEGIN")
    write(left)
    shelf.take_back(name)
    with pytest.raises(psycopg.OperationalError):
        left.execute("COMMIT")
    left.close()


def test_two_borrowers_at_once_get_two_databases(shelf: Shelf) -> None:
    names = [shelf.lend(), shelf.lend()]
    assert len(set(names)) == 2
    for name in names:
        shelf.take_back(name)


def test_a_trigger_may_be_switched_off_for_a_while(shelf: Shelf, postgres_server: PostgresServer) -> None:
    name = shelf.lend()
    with postgres_server.connect(name) as connection:
        connection.execute("ALTER TABLE shop.bills DISABLE TRIGGER ALL")
        connection.execute("ALTER TABLE shop.bills ENABLE TRIGGER ALL")
    shelf.take_back(name)
    assert shelf.lend() == name
    shelf.take_back(name)


@pytest.mark.parametrize(
    "change",
    [
        "DROP TABLE shop.bills",
        "CREATE TABLE shop.more (id int)",
        "ALTER TABLE shop.guests ADD COLUMN age int",
        "ALTER TABLE shop.guests DROP COLUMN name",
        "ALTER TABLE shop.bills DISABLE TRIGGER ALL",
        "DROP TRIGGER refuse ON shop.bills",
        "ALTER TABLE shop.bills DROP CONSTRAINT bills_guest_fkey",
        "CREATE INDEX more ON shop.bills (chips)",
        "CREATE OR REPLACE FUNCTION shop.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$",
    ],
)
def test_a_changed_schema_is_not_lent(shelf: Shelf, postgres_server: PostgresServer, change: str) -> None:
    name = shelf.lend()
    with postgres_server.connect(name) as connection:
        connection.execute(change)
    shelf.take_back(name)
    other = shelf.lend()
    shelf.take_back(other)
    assert other != name
