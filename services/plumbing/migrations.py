"""Schema migrations: Alembic, forward only, run as a job (`kafeneio migrate`), never at a replica's start."""

import pathlib

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from services.plumbing.database import make_engine

SERVICES_DIR = pathlib.Path(__file__).resolve().parent.parent
LOCK_TIMEOUT_MS = 5_000


def _config(service: str) -> Config:
    config = Config()
    config.set_main_option("script_location", str(SERVICES_DIR / service / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def migrate(service: str, url: str) -> None:
    """Bring a service's schema to the newest version."""
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
    """Whether the schema is the one that this code was written for."""
    newest = ScriptDirectory.from_config(_config(service)).get_current_head()
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() == newest


def run_env(context: object, target_metadata: sa.MetaData | None = None) -> None:
    """What each service's `migrations/env.py` does: use the connection that `migrate` has opened."""
    connection = context.config.attributes["connection"]  # type: ignore[attr-defined]
    context.configure(  # type: ignore[attr-defined]
        connection=connection, target_metadata=target_metadata, transactional_ddl=connection.dialect.name != "sqlite"
    )
    context.run_migrations()  # type: ignore[attr-defined]
