"""Matches that wait, active cards, and which news of pauses, cards and ratings is the newest."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for column in (
        sa.Column("match_paused", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("rated_games", sa.Integer, nullable=False, server_default="0"),
        sa.Column("yellow_cards", sa.Integer, nullable=False, server_default="0"),
        sa.Column("blue_cards", sa.Integer, nullable=False, server_default="0"),
        sa.Column("cards_seq", sa.BigInteger, nullable=False, server_default="0"),
    ):
        op.add_column("players", column)
    op.add_column("tables", sa.Column("pause_seq", sa.Integer, nullable=False, server_default="0"))
