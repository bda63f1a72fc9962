"""Visitors from other cells, and the passes that were used."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "visitors",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("terms", sa.Integer),
        sa.Column("chips", sa.BigInteger, nullable=False),
        sa.Column("visited_at_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("visitors_by_visit", "visitors", ["seen_at_ms"])
    op.create_table(
        "used_passes",
        sa.Column("home", sa.Text, primary_key=True),
        sa.Column("nonce", sa.Text, primary_key=True),
        sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("used_passes_by_time", "used_passes", ["expires_at_ms"])
