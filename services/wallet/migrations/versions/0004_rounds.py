"""What is held for rounds of house-banked games."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "rounds",
        sa.Column("round_id", sa.Text, primary_key=True),
        sa.Column("asked", sa.Text),
        sa.Column("bets", sa.Text),
        sa.Column("refused", sa.Text),
        sa.Column("held_chips", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("held_at_ms", sa.BigInteger),
        sa.Column("ended_at_ms", sa.BigInteger),
    )
    op.create_index(
        "rounds_open",
        "rounds",
        ["round_id"],
        postgresql_where=sa.text("ended_at_ms IS NULL"),
        sqlite_where=sa.text("ended_at_ms IS NULL"),
    )
