"""Whose recordings there are, and branches of the Academy."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

KEPT = ("won", "tied", "forfeited", "conceded")


def upgrade() -> None:
    recorded = op.create_table(
        "recorded",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("ended_at_ms", sa.BigInteger, primary_key=True),
        sa.Column("match_id", sa.Text, primary_key=True),
    )
    op.create_table(
        "branches",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("branch", sa.Text, nullable=False),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("steps", sa.Text, nullable=False),
        sa.Column("saved_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("branches_id", "branches", ["account", "branch"], unique=True)
    connection = op.get_bind()
    matches = sa.table("matches", *map(sa.column, ("match_id", "seats", "outcome", "ended_at_ms")))
    for row in connection.execute(sa.select(matches).where(matches.c.outcome.in_(KEPT))).all():
        accounts = {seat["account"] for seat in json.loads(row.seats)} - {None}
        known = [{"account": each, "ended_at_ms": row.ended_at_ms, "match_id": row.match_id} for each in accounts]
        if known:
            connection.execute(recorded.insert(), known)
