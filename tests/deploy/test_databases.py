"""databases.sql gives each service what it needs of PostgreSQL, and no more."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
import sqlalchemy as sa

from deploy.generate.declared import processes
from services.platform.database.migrations import migrate
from services.platform.database.unit_of_work import outbox
from services.tables.schema import journal
from tests.deploy.manifests import ROOT
from tests.support.servers import PostgresServer

SQL = (ROOT / "deploy/postgres/databases.sql").read_text(encoding="utf-8")
SERVICE, OTHER = "wallet", "lobby"


def url_of(role: str, postgres_url: str) -> str:
    """The same database as another role (the private server asks nobody for a password)."""
    return re.sub(r"//[^@]*@", f"//kafeneio_{role}@", postgres_url)


@pytest.fixture(scope="module")
def prepared(postgres_server: PostgresServer) -> Iterator[str]:
    """A database after databases.sql, twice: it may be run again; and after the migration, run as the owner."""
    name = "test_deploy_databases"
    url = postgres_server.create_database(name)
    with postgres_server.connect(name) as connection:
        connection.execute(SQL)
        connection.execute(SQL)
    for service in (SERVICE, OTHER, "tables"):
        migrate(service, url_of("owner", url))
    yield url
    postgres_server.drop_database(name)


@contextmanager
def connected(role: str, postgres_url: str) -> Iterator[sa.Connection]:
    engine = sa.create_engine(url_of(role, postgres_url), connect_args={"options": f"-c search_path={role}"})
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_it_names_every_service() -> None:
    (names,) = re.findall(r"ARRAY\[(.*?)\]", SQL)
    assert re.findall(r"'(\w+)'", names) == processes()[0]


@pytest.mark.real
def test_a_service_reads_and_writes_its_rows(prepared: str) -> None:
    row = {"id": "1", "exchange": "", "routing_key": "q", "body": "{}", "at_ms": 1}
    with connected(SERVICE, prepared) as connection:
        connection.execute(outbox.insert(), [row])
        connection.execute(outbox.update().values(sent=1))
        assert connection.execute(sa.select(outbox.c.sent)).scalars().all() == [1]
        connection.execute(outbox.delete())
        connection.commit()


@pytest.mark.real
def test_tables_may_add_days_to_its_journal_and_write_to_them(prepared: str) -> None:
    with connected("tables", prepared) as connection:
        assert connection.execute(sa.text("SELECT add_journal_days(9)")).scalar_one() == 2
        line = {"table_id": "t", "seq": 1, "epoch": 1, "match_id": "m", "action": "{}", "at_ms": 1}
        connection.execute(journal.insert(), [line])
        connection.rollback()


@pytest.mark.real
@pytest.mark.parametrize(
    "statement",
    [
        f"SELECT * FROM {OTHER}.outbox",
        f"DELETE FROM {OTHER}.outbox",
        "DROP TABLE outbox",
        "ALTER TABLE outbox ADD COLUMN more integer",
        "CREATE TABLE more (id integer)",
        "CREATE SCHEMA more",
        "TRUNCATE outbox",
    ],
)
def test_a_service_does_nothing_else(prepared: str, statement: str) -> None:
    with connected(SERVICE, prepared) as connection, pytest.raises(sa.exc.ProgrammingError) as refused:
        connection.execute(sa.text(statement))
    assert isinstance(refused.value.orig, psycopg.errors.InsufficientPrivilege)
