"""Taking one database away and giving it back, without stopping the server that other tests use."""

from typing import Any, Self

import sqlalchemy as sa


class Outage:
    """Power over one database of a PostgreSQL server, held by way of another of its databases."""

    def __init__(self, url: str) -> None:
        server, _, self._name = url.rpartition("/")
        self._engine = sa.create_engine(f"{server}/postgres", isolation_level="AUTOCOMMIT")

    def cut(self) -> None:
        """End every session: what they had not committed is rolled back. New ones are let in."""
        self._run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name", name=self._name)

    def begin(self) -> None:
        """End every session and let nobody in."""
        self._run(f'ALTER DATABASE "{self._name}" WITH ALLOW_CONNECTIONS false')
        self.cut()

    def end(self) -> None:
        """Let everybody in again."""
        self._run(f'ALTER DATABASE "{self._name}" WITH ALLOW_CONNECTIONS true')

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        self._engine.dispose()

    def _run(self, statement: str, **parameters: Any) -> None:
        with self._engine.connect() as connection:
            connection.execute(sa.text(statement), parameters)
