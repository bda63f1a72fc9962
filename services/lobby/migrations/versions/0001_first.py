"""Players, credentials, sessions, tables before the start, commands, chat."""

import sqlalchemy as sa
from alembic import op

from services.platform.schema import create_shared

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_shared(op.get_bind())
    _create_accounts()
    _create_sessions()
    _create_tables()
    _create_chat()


def _create_accounts() -> None:
    op.create_table(
        "players",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False, unique=True),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.Column("elo", sa.Integer),
        sa.Column("status", sa.Text, nullable=False, server_default="absent"),
        sa.Column("login_at_ms", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("gateway", sa.Text),
        sa.Column("conn", sa.BigInteger),
        sa.Column("handover_until_ms", sa.BigInteger),
        sa.Column("part", sa.Text),
        sa.Column("table_id", sa.Text),
    )
    op.create_index("players_listed", "players", ["status"], postgresql_where=sa.text("status <> 'absent'"))
    for name, column in (
        ("players_by_gateway", "gateway"),
        ("players_by_table", "table_id"),
        ("players_in_handover", "handover_until_ms"),
    ):
        op.create_index(name, "players", [column], postgresql_where=sa.text(f"{column} IS NOT NULL"))
    op.create_table(
        "credentials",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("email", sa.Text, nullable=False, unique=True),
        sa.Column("password_hash", sa.Text, nullable=False),
        sa.Column("birth_date", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("registered_on", sa.Text, nullable=False),
    )
    op.create_index("credentials_by_address", "credentials", ["address", "registered_on"])
    op.create_table(
        "lockouts",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )


def _create_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.Column("idle_ms", sa.BigInteger, nullable=False),
        sa.Column("runs_since_ms", sa.BigInteger),
        sa.Column("ended", sa.Text),
        sa.Column("ended_at_ms", sa.BigInteger),
    )
    live = sa.text("ended_at_ms IS NULL")
    op.create_index("sessions_live", "sessions", ["account"], unique=True, sqlite_where=live, postgresql_where=live)


def _create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("gathering", sa.Text, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("shards", sa.Integer, nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.Column("due_at_ms", sa.BigInteger),
        sa.Column("closed_at_ms", sa.BigInteger),
    )
    op.create_index("tables_listed", "tables", ["state"], postgresql_where=sa.text("state <> 'closed'"))
    op.create_index("tables_due", "tables", ["due_at_ms"], postgresql_where=sa.text("due_at_ms IS NOT NULL"))
    op.create_table(
        "commands",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("command_id", sa.Text, primary_key=True),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("commands_by_time", "commands", ["at_ms"])


def _create_chat() -> None:
    op.create_table(
        "chat_lines",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("chat_lines_by_room", "chat_lines", ["room", "id"])
    op.create_index("chat_lines_by_time", "chat_lines", ["at_ms"])
    op.create_table(
        "chat_paces",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("room", sa.Text, primary_key=True),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("chat_paces_by_time", "chat_paces", ["at_ms"])
