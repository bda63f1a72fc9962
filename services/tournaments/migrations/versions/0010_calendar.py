"""Feeds of players' calendars, and when a series was last changed."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("templates", sa.Column("saved_at_ms", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "calendar_feeds",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("token_hash", sa.Text, nullable=False),
        sa.Column("made_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("calendar_feeds_by_token", "calendar_feeds", ["token_hash"], unique=True)
