"""Versions of the terms and rules, and which one an account has accepted."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "terms",
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("posted_at_ms", sa.BigInteger, nullable=False),
        sa.Column("changes", sa.Text, nullable=False),
    )
    op.add_column("credentials", sa.Column("terms", sa.Integer))
