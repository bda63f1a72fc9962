"""Matches from other programs, which players have brought as text."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "imports",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("imported_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("imports_id", "imports", ["account", "match_id"], unique=True)
