"""Mutes of the chat."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "mutes",
        sa.Column("mute_id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
    )
    op.create_index("mutes_by_account", "mutes", ["account", "seq"])
