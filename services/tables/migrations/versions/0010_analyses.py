"""Analyses of finished matches, who ordered them, and the problems of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("open_of", sa.Text),
        sa.Column("asked_at_ms", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("percent", sa.Integer, nullable=False, server_default="0"),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("claimed_by", sa.Text),
        sa.Column("beat_ms", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("evaluator", sa.Text, nullable=False, server_default=""),
        sa.Column("report", sa.Text),
        sa.Column("done_at_ms", sa.BigInteger),
    )
    op.create_index("analyses_open_of", "analyses", ["open_of"], unique=True)
    op.create_index("analyses_by_state", "analyses", ["state", "asked_at_ms"])
    op.create_table(
        "analysis_orders",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("asked_at_ms", sa.BigInteger, primary_key=True),
        sa.Column("match_id", sa.Text, primary_key=True),
    )
    op.create_table(
        "problems",
        sa.Column("problem", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("ended_at_ms", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("problems_by_game", "problems", ["game", "ended_at_ms"])
    op.create_table(
        "problem_days",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("problem", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
