"""Competitions."""

import sqlalchemy as sa
from alembic import op

from services.platform.schema import create_shared

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_shared(op.get_bind())
    op.create_table(
        "competitions",
        sa.Column("competition_id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("target", sa.Integer),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("opens_at_ms", sa.BigInteger, nullable=False),
        sa.Column("starts_at_ms", sa.BigInteger, nullable=False),
        sa.Column("ends_at_ms", sa.BigInteger, nullable=False),
        sa.Column("price_chips", sa.BigInteger, nullable=False),
        sa.Column("games_per_entry", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("x", sa.Integer),
        sa.Column("max_entries", sa.Integer),
        sa.Column("min_entrants", sa.Integer),
        sa.Column("prize_mode", sa.Text, nullable=False),
        sa.Column("prizes", sa.Text, nullable=False),
        sa.Column("shares_bps", sa.Text, nullable=False),
        sa.Column("guarantee_chips", sa.BigInteger, nullable=False),
        sa.Column("pool_bps", sa.Integer),
        sa.Column("saved_at_ms", sa.BigInteger, nullable=False),
        sa.CheckConstraint("opens_at_ms < starts_at_ms AND starts_at_ms < ends_at_ms", name="competitions_in_time"),
        sa.CheckConstraint("price_chips >= 0", name="competitions_price"),
    )
    op.create_index("competitions_by_start", "competitions", ["starts_at_ms"])
