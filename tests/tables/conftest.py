"""Worker desks in the test's hands, and quiet logs."""

import itertools
from collections.abc import Iterator

import pytest
import structlog

from games import registry
from services.kernel.clock import FakeClock
from services.platform.database.unit_of_work import Database
from tests.support.databases.migrated import Migrated
from tests.tables.support import desk as desks
from tests.tables.support.desk import Desk


@pytest.fixture(autouse=True)
def plain_logs() -> Iterator[None]:
    """Structlog's tracebacks for terminals take seconds; these tests raise a lot."""
    before = structlog.get_config()
    structlog.configure(processors=[structlog.processors.KeyValueRenderer()])
    yield
    structlog.configure(**before)


@pytest.fixture(autouse=True)
def present_games() -> Iterator[None]:
    """Games that a test has made known, or put in the place of others, are forgotten after it."""
    yield
    registry.game.cache_clear()


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that starts over pauses first; here time is the test's."""
    monkeypatch.setattr("services.tables.worker.worker._PAUSE_AFTER_FAILURE_S", 0)


@pytest.fixture(autouse=True)
def same_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test draws the same leaders, whatever ran before it."""
    monkeypatch.setattr(desks, "_seeds", itertools.count(1))


@pytest.fixture
def desk() -> Iterator[Desk]:
    """A worker on a database in memory."""
    found = Desk()
    yield found
    found.database.close()


@pytest.fixture
def database(migrated: Migrated) -> Iterator[Database]:
    """A tables database on each kind; its clock stands still."""
    found = Database(migrated("tables"), "tables", FakeClock())
    yield found
    found.close()
