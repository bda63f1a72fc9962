"""Databases with a service's newest schema: migrated once a run, then copied or lent to each test.

A migration from nothing takes as long as ten tests, and most tests do not care how their tables came to be. What does
migrates by itself, on `database_url`.
"""

import shutil
import uuid
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from services.platform.database.migrations import migrate
from tests.support.databases.lent_databases import Shelf
from tests.support.servers import PostgresServer

Migrated = Callable[[str], str]
"""Makes a database with the schema of the service of that name, and answers its address."""


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The file that is copied for a service."""
    folder = tmp_path_factory.mktemp("templates")

    @cache
    def template(service: str) -> Path:
        path = folder / f"{service}.sqlite3"
        migrate(service, f"sqlite:///{path}")
        return path

    return template


@pytest.fixture(scope="session")
def postgres_template(postgres_server: PostgresServer) -> Callable[[str], str]:
    """The name of the database that is copied for a service."""

    @cache
    def template(service: str) -> str:
        name = f"template_{service}"
        migrate(service, postgres_server.create_database(name))
        return name

    return template


@pytest.fixture
def migrated_sqlite(tmp_path: Path, sqlite_template: Callable[[str], Path]) -> Migrated:
    """Makes SQLite files."""

    def migrated(service: str) -> str:
        path = tmp_path / f"{service}-{uuid.uuid4().hex[:8]}.sqlite3"
        shutil.copyfile(sqlite_template(service), path)
        return f"sqlite:///{path}"

    return migrated


@pytest.fixture(scope="session")
def postgres_shelf(
    postgres_server: PostgresServer, postgres_template: Callable[[str], str]
) -> Iterator[Callable[[str], Shelf]]:
    """The databases of a service that are lent to tests."""
    shelves: dict[str, Shelf] = {}

    def shelf(service: str) -> Shelf:
        if service not in shelves:
            shelves[service] = Shelf(postgres_server, postgres_template(service))
        return shelves[service]

    yield shelf
    for each in shelves.values():
        each.close()


@pytest.fixture
def migrated_postgres(postgres_server: PostgresServer, postgres_shelf: Callable[[str], Shelf]) -> Iterator[Migrated]:
    """Lends PostgreSQL databases, which are empty again after the test."""
    lent = []

    def migrated(service: str) -> str:
        shelf = postgres_shelf(service)
        lent.append((shelf, shelf.lend()))
        return postgres_server.url(lent[-1][1])

    yield migrated
    for shelf, name in lent:
        shelf.take_back(name)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.real)])
def migrated(request: pytest.FixtureRequest) -> Migrated:
    """Makes databases: the test runs once on each kind."""
    kind = "migrated_sqlite" if request.param == "sqlite" else "migrated_postgres"
    found: Migrated = request.getfixturevalue(kind)
    return found
