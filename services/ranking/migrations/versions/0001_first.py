"""Ratings, and the matches that made them."""

import sqlalchemy as sa
from alembic import op

from services.platform.schema import create_shared

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_shared(op.get_bind())
    op.create_table(
        "ratings",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("peak", sa.Integer, nullable=False),
        sa.Column("updated_at_ms", sa.BigInteger, nullable=False),
        # Room in each page for the next version of a row: updates then leave the index alone.
        postgresql_with={"fillfactor": "70"},
    )
    op.create_table(
        "rated_matches",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("inputs", sa.Text, nullable=False),
        sa.Column("changes", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
