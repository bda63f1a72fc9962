"""Schema migrations: Alembic, forward only, run as a job (`kafeneio migrate`), never at a replica's start.

Alembic is imported by what uses it: a sixth of the time that a process takes to start, and most never need it.
"""

import pathlib
from typing import TYPE_CHECKING

import sqlalchemy as sa

from services.platform.database.unit_of_work import make_engine

if TYPE_CHECKING:
    from alembic.config import Config

SERVICES_DIR = pathlib.Path(__file__).resolve().parents[2]
LOCK_TIMEOUT_MS = 5_000
_VERSION_TABLE = "alembic_version"
"""Where Alembic keeps the version of a schema."""


def _config(service: str) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SERVICES_DIR / service / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def migrate(service: str, url: str) -> None:
    """Bring a service's schema to the newest version."""
    from alembic import command

    engine = make_engine(url, service, pool_size=1)
    try:
        with engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.text(f'CREATE SCHEMA IF NOT EXISTS "{service}"'))
                connection.commit()
                connection.execute(sa.text(f"SET lock_timeout = {LOCK_TIMEOUT_MS}"))
            config = _config(service)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
    finally:
        engine.dispose()


def is_current(service: str, engine: sa.Engine) -> bool:
    """Whether the schema is the one that this code was written for, or a later one.

    Migrations run before the replicas are replaced. Replicas with the old code continue, because migrations only add.
    """
    known = known_revisions(service)
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table(_VERSION_TABLE):
            return False
        revision = connection.scalar(sa.text(f"SELECT version_num FROM {_VERSION_TABLE}"))
    return revision is not None and (revision == known[-1] or revision not in known)


def known_revisions(service: str) -> list[str]:
    """The versions of a service's schema that this code knows, the newest last, from the names of the files.

    Alembic would import every migration to say the same, which took a third of the time in which a process starts.
    """
    versions = SERVICES_DIR / service / "migrations" / "versions"
    return sorted(path.name.partition("_")[0] for path in versions.glob("[0-9]*_*.py"))


class SchemaCheck:
    """A readiness check: the schema is there. It is queried until it passes; a schema never goes back."""

    def __init__(self, service: str, engine: sa.Engine) -> None:
        """Nothing is known yet."""
        self._service = service
        self._engine = engine
        self._is_current = False

    def __call__(self) -> bool:
        """Whether it holds."""
        self._is_current = self._is_current or is_current(self._service, self._engine)
        return self._is_current


def run_env(context: object, target_metadata: sa.MetaData | None = None) -> None:
    """Run migrations on the connection that `migrate` has opened; called by each service's `migrations/env.py`."""
    connection = context.config.attributes["connection"]  # type: ignore[attr-defined]
    context.configure(  # type: ignore[attr-defined]
        connection=connection, target_metadata=target_metadata, transactional_ddl=connection.dialect.name != "sqlite"
    )
    context.run_migrations()  # type: ignore[attr-defined]
