"""Bot accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    op.create_table(
        "bots",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("games", sa.Text, nullable=False),
        sa.Column("made_at_ms", sa.BigInteger, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("games_today", sa.BigInteger, nullable=False),
    )
    op.create_index("bots_by_owner", "bots", ["owner"])
