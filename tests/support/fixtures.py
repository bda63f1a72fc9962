"""The fixtures that every test may ask for: a fresh database, a fresh virtual host, a browser.

Servers are started by the first test that needs one, once a run, and are gone at its end. The test process itself is
never monkey-patched by eventlet: Playwright and gRPC would hang in one that is. What needs patching (nameko
containers, the gateway) runs as a process of its own, as it does in production.
"""

import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import structlog

from services.platform.database import inbox
from tests.support.chromium import find_chromium, launched
from tests.support.server import in_memory
from tests.support.servers import PostgresServer, RabbitServer, find_postgres, find_rabbitmq
from tests.support.shared_rabbit import kept_rabbit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

if memory := in_memory():
    # Where tests have their folders: SQLite waits for the disk at every commit, and thousands of tests do so.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))

# Eventlet's own resolver is a quarter of what a process of ours imports, and tests name every host by its number.
os.environ.setdefault("EVENTLET_NO_GREENDNS", "yes")

# As where computer players think in production (services/tables/bots/pool.py): numpy's own threads wait for each other
# by computing, so that a small product of two matrices keeps all cores from the processes that share the tests.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@pytest.fixture(autouse=True)
def plain_logs() -> Iterator[None]:
    """Structlog's tracebacks for terminals, with every variable, take seconds; tests raise a lot."""
    before = structlog.get_config()
    structlog.configure(processors=[structlog.processors.KeyValueRenderer()])
    yield
    structlog.configure(**before)


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """An event that fails is tried as often as ever, and each time at once."""
    monkeypatch.setattr(inbox, "_RETRY_S", tuple(0 for _ in inbox._RETRY_S))


@pytest.fixture(scope="session")
def rabbit_server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RabbitServer]:
    """The run's RabbitMQ. Do not stop it: a test that must makes one of its own."""
    if find_rabbitmq() is None:
        pytest.skip("RabbitMQ is not installed (Debian: rabbitmq-server)")
    shared = tmp_path_factory.getbasetemp().parent / "rabbitmq"
    several = hasattr(request.config, "workerinput")
    with kept_rabbit(shared) if several else RabbitServer(in_memory()) as server:
        yield server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """The run's PostgreSQL. Do not stop it: a test that must makes one of its own."""
    if find_postgres() is None:
        pytest.skip("PostgreSQL is not installed (Debian: postgresql)")
    with PostgresServer(in_memory(), autovacuum=False) as server:
        yield server


@pytest.fixture
def rabbit_url(rabbit_server: RabbitServer) -> Iterator[str]:
    """The AMQP address of a virtual host made for this test."""
    name = _fresh_name()
    yield rabbit_server.create_vhost(name)
    rabbit_server.delete_vhost(name)


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """The address of an empty PostgreSQL database made for this test."""
    name = _fresh_name()
    yield postgres_server.create_database(name)
    postgres_server.drop_database(name)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The address of an empty SQLite file made for this test."""
    return f"sqlite:///{tmp_path / 'test.sqlite3'}"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.real)])
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database: the test runs once on each kind."""
    return request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")


@pytest.fixture(scope="session")
def chromium() -> "Iterator[Browser]":
    """The run's headless Chromium: a start costs as much as three tests.

    Playwright keeps an event loop running in this thread from now on, and could not start a second time beside itself;
    coroutines of tests run in another thread (`tests.support.loops`).
    """
    if find_chromium() is None:
        pytest.skip("Chromium is not installed (Debian: chromium-headless-shell)")
    with launched() as running:
        yield running


@pytest.fixture(scope="module")
def browser(chromium: "Browser") -> "Iterator[Browser]":
    """The run's browser. What a module has opened in it is closed at the module's end."""
    before = chromium.contexts
    yield chromium
    for context in chromium.contexts:
        if context not in before:
            context.close()


def _fresh_name() -> str:
    return f"test_{uuid.uuid4().hex[:16]}"
