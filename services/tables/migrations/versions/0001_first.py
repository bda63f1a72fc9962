"""Tables, journal, matches, shards, workers."""

import sqlalchemy as sa
from alembic import op

from services.platform.schema import create_shared

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_shared(op.get_bind())
    op.create_table(
        "tables",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("shard", sa.Text, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("snapshot", sa.Text),
        sa.Column("snapshot_seq", sa.Integer, nullable=False, server_default="0"),
        sa.Column("build", sa.Text, nullable=False, server_default=""),
        sa.Column("opened_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_open", "tables", ["shard", "open"])
    op.create_table(
        "journal",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("actor", sa.Integer),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("command_id", sa.Text),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("trace", sa.Text, nullable=False, server_default=""),
    )
    op.create_table(
        "refused",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("command_id", sa.Text, primary_key=True),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "matches",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("stake_chips", sa.BigInteger, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("first_seq", sa.Integer, nullable=False),
        sa.Column("started_at_ms", sa.BigInteger, nullable=False),
        sa.Column("last_seq", sa.Integer),
        sa.Column("ended_at_ms", sa.BigInteger),
        sa.Column("outcome", sa.Text),
        sa.Column("result", sa.Text),
        sa.Column("root", sa.Text),
        sa.Column("seeds", sa.Text),
    )
    op.create_table(
        "shards",
        sa.Column("shard", sa.Text, primary_key=True),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("released_at_ms", sa.BigInteger),
    )
    op.create_table(
        "workers",
        sa.Column("worker", sa.Text, primary_key=True),
        sa.Column("beat_ms", sa.BigInteger, nullable=False),
    )
