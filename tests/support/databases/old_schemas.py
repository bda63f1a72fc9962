"""Databases with a schema of an earlier release, for tests of what an upgrade does with the rows that are there."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from alembic import command

from services.platform.database.migrations import _config
from services.platform.database.unit_of_work import make_engine


@contextmanager
def at_version(service: str, url: str, version: str) -> Iterator[sa.Connection]:
    """A connection to an empty database in which a service's schema is made up to this version. What is written has to
    be committed; `migrate` continues from there."""
    engine = make_engine(url, service, pool_size=1)
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text(f'CREATE SCHEMA IF NOT EXISTS "{service}"'))
            connection.commit()
        config = _config(service)
        config.attributes["connection"] = connection
        command.upgrade(config, version)
        yield connection
    engine.dispose()
