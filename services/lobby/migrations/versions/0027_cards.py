"""When players were last here, the choice of who sees it, and invitations that wait."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.add_column("players", sa.Column("seen_at_ms", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "card_settings",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("last_seen", sa.Text, nullable=False),
    )
    op.create_table(
        "calls",
        sa.Column("call", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("friend", sa.Text),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("sent_at_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("taker", sa.Text),
        sa.Column("table_id", sa.Text),
    )
    for name, column in (("account", "account"), ("friend", "friend"), ("taker", "taker"), ("time", "until_ms")):
        op.create_index(f"calls_by_{name}", "calls", [column])
