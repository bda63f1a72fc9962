"""Whether the other services know all keys of an account's owner; those of accounts from before are published again."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("credentials", sa.Column("keys_told", sa.Boolean, nullable=False, server_default=sa.false()))
    untold = sa.text("NOT keys_told")
    op.create_index("credentials_untold", "credentials", ["account"], postgresql_where=untold, sqlite_where=untold)
