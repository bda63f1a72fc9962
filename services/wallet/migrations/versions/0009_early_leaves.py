"""Departures that cost nothing; what pairs have won from each other at tables of every size."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "early_leaves",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("early_leaves_by_account", "early_leaves", ["account", "at_ms"])
    op.create_index("early_leaves_by_device", "early_leaves", ["device", "at_ms"])
    op.create_index("early_leaves_by_time", "early_leaves", ["at_ms"])
    op.create_table(
        "pair_wins",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("pair", sa.Text, primary_key=True),
        sa.Column("net_chips", sa.BigInteger, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("pair_wins_by_pair", "pair_wins", ["pair", "at_ms"])
    # `duels` stays for processes of the release before, and is read no more.
    op.execute("INSERT INTO pair_wins SELECT match_id, pair, net_chips, at_ms FROM duels")
