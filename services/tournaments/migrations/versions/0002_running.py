"""Competitions that run: entries, who waits, games, prizes, templates, the audit of changes."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    _competitions()
    _entries()
    _games()
    _operators()


def _competitions() -> None:
    for column in (
        sa.Column("in_pairs", sa.Integer, nullable=False, server_default="0"),
        sa.Column("overtime_min", sa.Integer),
        sa.Column("due_at_ms", sa.BigInteger),
        sa.Column("seq", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("reason", sa.Text),
        sa.Column("state_at_ms", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("settled_at_ms", sa.BigInteger),
        sa.Column("paid_at_ms", sa.BigInteger),
        sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
    ):
        op.add_column("competitions", column)
    op.create_index("competitions_by_due", "competitions", ["due_at_ms"])
    op.execute("UPDATE competitions SET due_at_ms = opens_at_ms WHERE state = 'announced'")
    op.create_table(
        "prizes",
        sa.Column("competition_id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("chips", sa.BigInteger, nullable=False),
    )


def _entries() -> None:
    op.create_table(
        "entrants",
        sa.Column("competition_id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("entry_order", sa.BigInteger, nullable=False),
        sa.Column("disqualified", sa.Text),
        sa.Column("last_opponents", sa.Text, nullable=False),
    )
    op.create_index("entrants_by_account", "entrants", ["account"])
    op.create_table(
        "entries",
        sa.Column("competition_id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("command_id", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("asked_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("entries_by_command", "entries", ["account", "command_id"])
    op.create_table(
        "suspensions",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("from_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )


def _games() -> None:
    op.create_table(
        "waiting",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("competition_id", sa.Text, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("elo", sa.Integer, nullable=False),
    )
    op.create_index("waiting_by_competition", "waiting", ["competition_id"])
    op.create_table(
        "games",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("competition_id", sa.Text, nullable=False),
        sa.Column("match_id", sa.Text),
        sa.Column("shard", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("called_at_ms", sa.BigInteger, nullable=False),
        sa.Column("waited_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_at_ms", sa.BigInteger),
        sa.Column("result", sa.Text),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    op.create_index("games_by_competition", "games", ["competition_id", "called_at_ms"])
    op.create_table(
        "game_players",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("competition_id", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("elo", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("margin", sa.Integer),
        sa.Column("ended_at_ms", sa.BigInteger),
    )
    op.create_index("game_players_by_player", "game_players", ["competition_id", "account"])


def _operators() -> None:
    op.create_table(
        "templates",
        sa.Column("template_id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("every", sa.Text, nullable=False),
        sa.Column("definition", sa.Text, nullable=False),
        sa.Column("lead_ms", sa.BigInteger, nullable=False),
        sa.Column("made", sa.Integer, nullable=False),
        sa.Column("active", sa.Integer, nullable=False),
        sa.Column("in_pairs", sa.Integer, nullable=False),
        sa.Column("due_at_ms", sa.BigInteger),
    )
    op.create_index("templates_by_due", "templates", ["due_at_ms"])
    op.create_table(
        "audit",
        sa.Column("line_id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("competition_id", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_index("audit_by_competition", "audit", ["competition_id"])
