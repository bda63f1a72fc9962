"""Databases of a service with nothing in it but outbox and inbox, on SQLite and on PostgreSQL."""

import uuid
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from services.kernel.clock import FakeClock
from services.platform.database.unit_of_work import Database, make_engine
from services.platform.schema import create_shared
from tests.platform.outage import Outage
from tests.support.servers import PostgresServer

SERVICE = "wallet"


def make_schema(url: str, service: str = SERVICE) -> None:
    """What a service's first migration makes for everybody, and a table `effects` to see what was done."""
    engine = make_engine(url, service, pool_size=1)
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.text(f"CREATE SCHEMA {service}"))
        create_shared(connection)
        connection.execute(sa.text("CREATE TABLE effects (what TEXT PRIMARY KEY, times INTEGER)"))
        connection.commit()
    engine.dispose()


@pytest.fixture(scope="module")
def house_url(postgres_server: PostgresServer) -> Iterator[str]:
    """A PostgreSQL database for the tests of a module, one after the other."""
    name = f"test_{uuid.uuid4().hex[:16]}"
    url = postgres_server.create_database(name)
    make_schema(url)
    yield url
    postgres_server.drop_database(name)


@pytest.fixture
def postgres(house_url: str) -> Iterator[Database]:
    """A service's database on PostgreSQL, empty; its clock stands still."""
    database = Database(house_url, SERVICE, FakeClock())
    with database.work() as work:
        work.execute(sa.text("TRUNCATE effects, outbox, inbox"))
    yield database
    database.close()


@pytest.fixture
def sqlite(sqlite_url: str) -> Iterator[Database]:
    """The same on SQLite."""
    make_schema(sqlite_url)
    database = Database(sqlite_url, SERVICE, FakeClock())
    yield database
    database.close()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.real)])
def database(request: pytest.FixtureRequest) -> Database:
    """The same on each kind."""
    found: Database = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def outage(house_url: str) -> Iterator[Outage]:
    """Power over the PostgreSQL database of this module alone."""
    with Outage(house_url) as power:
        yield power
