"""Databases in memory, shared by all processes of a service; each process has its own way in, and its own bad luck."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from services.kernel.clock import FakeClock
from services.platform.database.unit_of_work import CommitInDoubt, Database, Work
from services.platform.operations import known_person_rows as person_facts
from services.platform.schema import create_commands, create_settings, create_shared
from tests.support.databases.memory_databases import MEMORY, memory_database


def away() -> sa.exc.OperationalError:
    """What the driver raises when the database goes away."""
    error = sa.exc.OperationalError("COMMIT", None, RuntimeError("the database is away"))
    error.connection_invalidated = True
    return error


class Shared:
    """The database of one service."""

    def __init__(self, service: str, metadata: sa.MetaData, clock: FakeClock) -> None:
        self.service = service
        self.clock = clock
        persons = (person_facts.create,) if service in ("ranking", "tournaments") else ()
        self.origin = memory_database(
            service, clock, metadata, create_shared, create_settings, create_commands, *persons
        )

    def open(self, point: Callable[[str], None]) -> "SharedDatabase":
        """One process's way in."""
        return SharedDatabase(self, point)

    def read(self, statement: str, **parameters: Any) -> list[Any]:
        """What an onlooker sees."""
        with self.origin.work() as work:
            return list(work.execute(sa.text(statement), parameters))

    def close(self) -> None:
        """It is gone with its connection."""
        self.origin.close()


class SharedDatabase(Database):
    """A process's own units of work on the shared connection."""

    def __init__(self, shared: Shared, point: Callable[[str], None]) -> None:
        super().__init__(MEMORY, shared.service, shared.clock)
        self.engine.dispose()
        self.engine = shared.origin.engine
        self._point = point
        self.fails: str | None = None
        """How the next commit fails: `refused` or `in_doubt`."""

    def fail(self, how: str) -> bool:
        """Whether the failure that waits is this one; it comes once."""
        if self.fails != how:
            return False
        self.fails = None
        return True

    def _commit(self, work: Work) -> None:
        if self.fail("refused"):
            raise away()
        super()._commit(work)
        if self.fail("in_doubt"):
            raise CommitInDoubt("the connection broke")
