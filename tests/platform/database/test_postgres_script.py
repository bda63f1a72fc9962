"""A script to PostgreSQL as one message: what is done meanwhile, and what happens when something fails."""

import threading
from collections.abc import Iterator

import psycopg
import pytest
import sqlalchemy as sa

from services.platform.database.postgres_script import PostgresScripts
from services.platform.database.unit_of_work import Database, postgres_arguments

pytestmark = pytest.mark.real

PUT = b"BEGIN; INSERT INTO effects VALUES ('%s', 1); COMMIT"


@pytest.fixture
def connection(postgres: Database) -> Iterator[psycopg.Connection]:
    """One of our own."""
    url = sa.make_url(postgres.url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(url, autocommit=True, **postgres_arguments(postgres.service)) as found:
        yield found


def effects(connection: psycopg.Connection) -> list[str]:
    return [row[0] for row in connection.execute("SELECT what FROM effects ORDER BY what")]


def run(connection: psycopg.Connection, script: bytes) -> None:
    scripts = PostgresScripts(connection)
    scripts.begin(script)
    scripts.finish()


def test_a_script_is_carried_out(connection: psycopg.Connection) -> None:
    run(connection, PUT % b"a")
    assert effects(connection) == ["a"]


def test_work_done_meanwhile_does_not_wait_for_the_reply(connection: psycopg.Connection, postgres: Database) -> None:
    """The script waits for a lock that is let go only by what is done meanwhile."""
    free, asked = threading.Event(), threading.Event()

    def hold() -> None:
        with postgres.work() as work:
            work.execute(sa.text("LOCK TABLE effects IN EXCLUSIVE MODE"))
            asked.set()
            assert free.wait(60)

    holder = threading.Thread(target=hold)
    holder.start()
    assert asked.wait(60)
    scripts = PostgresScripts(connection)
    scripts.begin(PUT % b"a")
    free.set()
    scripts.finish()
    holder.join(60)
    assert effects(connection) == ["a"]


@pytest.mark.parametrize(
    ("script", "error"),
    [
        (b"BEGIN; SELECT 1 / 0; INSERT INTO effects VALUES ('a', 1); COMMIT", psycopg.errors.DivisionByZero),
        (b"BEGIN; INSERT INTO nowhere VALUES (1); COMMIT", psycopg.errors.UndefinedTable),
        (b"SELECT nonsense", psycopg.ProgrammingError),
    ],
)
def test_what_fails_says_why_and_the_rest_is_not_done(
    connection: psycopg.Connection, script: bytes, error: type[psycopg.Error]
) -> None:
    scripts = PostgresScripts(connection)
    scripts.begin(script)
    with pytest.raises(error):
        scripts.finish()
    connection.execute("ROLLBACK")
    assert effects(connection) == []
    run(connection, PUT % b"a")
    assert effects(connection) == ["a"], "the connection can be used as before"


def test_a_connection_that_is_lost_meanwhile_is_an_error(connection: psycopg.Connection, postgres: Database) -> None:
    scripts = PostgresScripts(connection)
    scripts.begin(b"SELECT pg_sleep(60)")
    with postgres.work() as work:
        work.execute(sa.text(f"SELECT pg_terminate_backend({connection.info.backend_pid})"))
    with pytest.raises(psycopg.OperationalError):
        scripts.finish()
    assert connection.closed


def test_a_long_script_is_sent_whole(connection: psycopg.Connection) -> None:
    """More than a socket takes at once."""
    text = b"x" * 8_000_000
    run(connection, b"INSERT INTO effects VALUES (left('%s', 3), length('%s'))" % (text, text))
    assert connection.execute("SELECT * FROM effects").fetchall() == [("xxx", 8_000_000)]
