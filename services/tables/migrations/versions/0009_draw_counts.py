"""Counts of all draws that finished matches have revealed, and the luck of each account in them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_TO_COUNT = sa.text("ended_at_ms IS NOT NULL AND coalesce(draws_counted, 0) < 2")


def upgrade() -> None:
    op.add_column("matches", sa.Column("draws_counted", sa.SmallInteger))
    op.create_index(
        "matches_to_count",
        "matches",
        ["ended_at_ms", "match_id"],
        postgresql_where=_TO_COUNT,
        sqlite_where=_TO_COUNT,
    )
    op.create_table(
        "draw_counts",
        sa.Column("day", sa.Integer, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("measure", sa.Text, primary_key=True),
        sa.Column("counts", sa.Text, nullable=False),
    )
    op.create_table(
        "draw_luck",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("measure", sa.Text, primary_key=True),
        sa.Column("draws", sa.BigInteger, nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("expected", sa.Float, nullable=False),
        sa.Column("variance", sa.Float, nullable=False),
        sa.Column("others_draws", sa.BigInteger, nullable=False),
        sa.Column("others_value", sa.Float, nullable=False),
    )
