"""Whether the other services know all keys of an account's owner; those of accounts from before are published again."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("credentials", sa.Column("keys_published", sa.Boolean, nullable=False, server_default=sa.false()))
    unpublished = sa.text("NOT keys_published")
    op.create_index(
        "credentials_unpublished", "credentials", ["account"], postgresql_where=unpublished, sqlite_where=unpublished
    )
