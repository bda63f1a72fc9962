"""The tables that every service's schema has."""

import sqlalchemy as sa

from services.platform.database import inbox, unit_of_work
from services.platform.database import repeated_commands as commands
from services.platform.operations import live_settings


def create_shared(connection: sa.Connection) -> None:
    """Create outbox and inbox as of the first version of every schema."""
    unit_of_work.metadata.create_all(connection)
    inbox.metadata.create_all(connection)


def create_settings(connection: sa.Connection) -> None:
    """Create the table of settings that operators have changed."""
    live_settings.metadata.create_all(connection)


def create_commands(connection: sa.Connection) -> None:
    """Create the table of changes that were carried out under an id."""
    commands.metadata.create_all(connection)
