"""Debts that operators have written off; open checkouts by time."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("payments", sa.Column("forgiven_chips", sa.BigInteger, nullable=False, server_default="0"))
    pending = sa.text("state = 'pending'")
    op.create_index("payments_open", "payments", ["created_at_ms"], postgresql_where=pending, sqlite_where=pending)
