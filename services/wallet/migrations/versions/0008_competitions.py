"""Entries that are held for competitions."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "competition_entries",
        sa.Column("competition_id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("held_chips", sa.BigInteger, nullable=False),
        sa.Column("held_at_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_at_ms", sa.BigInteger),
    )
    op.create_index("competition_entries_by_account", "competition_entries", ["account"])
