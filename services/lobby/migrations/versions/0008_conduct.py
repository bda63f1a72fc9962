"""What moderation reports of players: how they stand, who is watched, who is staff, which warnings wait."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "standings",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("blocked", sa.Boolean, nullable=False),
        sa.Column("suspensions", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("colour", sa.Text, nullable=False),
    )
    op.create_table(
        "watched",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("watched", sa.Boolean, nullable=False),
        sa.Column("until_ms", sa.BigInteger),
    )
    op.create_table(
        "staff",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("roles", sa.Text, nullable=False),
    )
    op.create_table(
        "warnings",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("message_id", sa.Text, primary_key=True),
        sa.Column("acknowledged", sa.Boolean, nullable=False),
    )
    op.create_index("sessions_by_account", "sessions", ["account", "created_at_ms"])
    op.create_index("chat_lines_by_account", "chat_lines", ["account", "id"])
