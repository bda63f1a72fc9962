"""Leaderboards, dominoes classification, statistics."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_ROOM: dict[str, Any] = {"postgresql_with": {"fillfactor": "70"}}
"""Room in each page for the next version of a row."""


def upgrade() -> None:
    op.add_column("rated_matches", sa.Column("effects", sa.Text))
    op.create_table(
        "people",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False, server_default=""),
        sa.Column("suspensions", sa.Text, nullable=False, server_default="[]"),
        sa.Column("standing_seq", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("excluded_at_ms", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("excluded_until_ms", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("blocked", sa.Integer, nullable=False, server_default="0"),
        sa.Column("closed", sa.Integer, nullable=False, server_default="0"),
    )
    _boards()
    _classification()
    _statistics()


def _by_code_point() -> sa.Text:
    """Text that sorts by code point, as Python's does."""
    return sa.Text(collation="C") if op.get_bind().dialect.name == "postgresql" else sa.Text()


def _boards() -> None:
    op.create_table(
        "boards",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("definition", sa.Text, nullable=False),
        sa.Column("active", sa.Integer, nullable=False),
        sa.Column("updated_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "board_periods",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("period", sa.Text, nullable=False),
        sa.Column("starts_at_ms", sa.BigInteger, nullable=False),
        sa.Column("ends_at_ms", sa.BigInteger, nullable=False),
        sa.Column("definition", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("closed_at_ms", sa.BigInteger),
        sa.Column("players", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("board_periods_by_name", "board_periods", ["board", "period"], unique=True)
    op.create_index("board_periods_by_state", "board_periods", ["state", "ends_at_ms"])
    op.create_table(
        "board_players",
        sa.Column("period_id", sa.Integer, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("last_end_ms", sa.BigInteger, nullable=False),
        sa.Column("place_key", _by_code_point(), nullable=False),
    )
    op.create_index("board_players_by_place", "board_players", ["period_id", "place_key"], unique=True)
    op.create_index("board_players_by_account", "board_players", ["account"])
    op.create_table(
        "board_ranges",
        sa.Column("period_id", sa.Integer, primary_key=True),
        sa.Column("low", _by_code_point(), primary_key=True),
        sa.Column("players", sa.Integer, nullable=False),
        **_ROOM,
    )
    op.create_table(
        "board_pairs",
        sa.Column("period_id", sa.Integer, primary_key=True),
        sa.Column("pair", sa.Text, primary_key=True),
        sa.Column("matches", sa.Integer, nullable=False),
        **_ROOM,
    )
    op.create_table(
        "board_prizes",
        sa.Column("period_id", sa.Integer, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("chips", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("ordered_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("board_prizes_by_state", "board_prizes", ["state", "ordered_at_ms"])


def _classification() -> None:
    op.create_table(
        "classified",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("pr", sa.Integer, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("blocked", sa.Integer, nullable=False, server_default="0"),
        sa.Column("quintile", sa.Integer),
        sa.Column("seq", sa.BigInteger, nullable=False),
    )
    op.create_index("classified_by_quintile", "classified", ["quintile", "pr", "account"])
    op.create_index("classified_by_pr", "classified", ["pr", "account"])
    op.create_table(
        "pr_counts",
        sa.Column("pr", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("members", sa.Integer, nullable=False),
        **_ROOM,
    )


def _statistics() -> None:
    series = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "recorded_matches",
        sa.Column("number", series, primary_key=True, autoincrement=True),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_index("recorded_matches_by_match", "recorded_matches", ["match_id"], unique=True)
    op.create_table(
        "recorded_players",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("ended_at_ms", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("elo_delta", sa.Integer, nullable=False),
        sa.Column("elo_after", sa.Integer, nullable=False),
        sa.Column("pr_delta", sa.Integer),
        sa.Column("pr_after", sa.Integer),
        sa.Column("quintile_after", sa.Integer),
    )
    op.create_index("recorded_players_by_end", "recorded_players", ["account", "ended_at_ms"])
    op.create_index("recorded_players_by_game", "recorded_players", ["account", "game", "ended_at_ms"])
    op.create_index("recorded_players_by_match", "recorded_players", ["match_id"])
    op.create_table(
        "match_chips",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("payouts", sa.Text, nullable=False),
    )
