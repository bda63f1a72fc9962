"""Sessions change their tokens; staff may take the word from a player."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    for column in (
        sa.Column("token_at_ms", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("old_hash", sa.Text),
        sa.Column("old_until_ms", sa.BigInteger),
        sa.Column("old_renews", sa.Boolean, nullable=False, server_default=sa.false()),
    ):
        op.add_column("sessions", column)
    op.create_index("sessions_by_old", "sessions", ["old_hash"], postgresql_where=sa.text("old_hash IS NOT NULL"))
    op.create_table(
        "chat_bans",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
    )
