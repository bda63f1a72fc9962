"""Corrected matches; ratings count how often they have changed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("ratings", sa.Column("seq", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE ratings SET seq = games")
    op.add_column("rated_matches", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.add_column("rated_matches", sa.Column("correction", sa.Text))
    op.add_column("rated_matches", sa.Column("corrected", sa.Text))
