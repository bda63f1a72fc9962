"""Messages between friends, and what of them each has read."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "private_lines",
        sa.Column("id", number, primary_key=True, autoincrement=True),
        sa.Column("pair", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("receiver", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("private_lines_by_pair", "private_lines", ["pair", "id"])
    op.create_index("private_lines_by_account", "private_lines", ["account", "at_ms"])
    op.create_index("private_lines_by_receiver", "private_lines", ["receiver"])
    op.create_index("private_lines_by_time", "private_lines", ["at_ms"])
    op.create_table(
        "conversations",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("other", sa.Text, primary_key=True),
        sa.Column("last_id", sa.BigInteger, nullable=False),
        sa.Column("last_at_ms", sa.BigInteger, nullable=False),
        sa.Column("read_id", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("begun_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_index("conversations_by_other", "conversations", ["other"])
    op.create_index("conversations_by_time", "conversations", ["last_at_ms"])
