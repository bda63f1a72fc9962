"""Answers to problems of the day, and the matches of computers that give more positions."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "problem_answers",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("play", sa.Text, nullable=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("is_right", sa.Integer, nullable=False),
        sa.Column("loss", sa.Float(53)),
        sa.Column("answered_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("problem_answers_by_play", "problem_answers", ["game", "day", "play"])
    op.create_index("problem_answers_by_day", "problem_answers", ["day"])
    op.create_table(
        "problem_makers",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("claimed_until_ms", sa.BigInteger, nullable=False),
    )
