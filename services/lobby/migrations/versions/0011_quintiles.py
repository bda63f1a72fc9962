"""Quintiles of the dominoes classification, for the players list."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("players", sa.Column("quintile", sa.Integer))
    op.add_column("players", sa.Column("quintile_seq", sa.BigInteger, nullable=False, server_default="0"))
