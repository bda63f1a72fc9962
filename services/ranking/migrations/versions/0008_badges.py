"""Deeds at the tables, and the badges that they have earned."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "deeds",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("source", sa.Text, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("counts", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("stayed", sa.Integer, nullable=False),
        sa.Column("deeds", sa.Text, nullable=False),
    )
    op.create_index("deeds_by_source", "deeds", ["source"])
    op.create_table(
        "badges",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("badge", sa.Text, primary_key=True),
        sa.Column("earned_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "badges_due",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
    )
