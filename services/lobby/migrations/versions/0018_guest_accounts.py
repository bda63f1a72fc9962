"""Accounts that have not registered yet."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("players", sa.Column("guest", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "guest_accounts",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("key_hash", sa.Text, nullable=False, unique=True),
        sa.Column("terms", sa.Integer, nullable=False),
        sa.Column("opened_at_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("guest_accounts_by_visit", "guest_accounts", ["seen_at_ms"])
