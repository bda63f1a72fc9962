"""Accounts in whose names other systems act."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "service_accounts",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("removed_at_ms", sa.BigInteger),
    )
    op.create_index("service_accounts_by_owner", "service_accounts", ["owner"])
