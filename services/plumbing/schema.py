"""The tables that every service's schema has, for its first migration."""

import sqlalchemy as sa

from services.plumbing import inbox, outbox


def create_shared(connection: sa.Connection) -> None:
    """Create outbox and inbox as of the first version of every schema."""
    outbox.metadata.create_all(connection)
    inbox.metadata.create_all(connection)
