"""Players who look for a game, and how long those who have found one had waited."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "seeks",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("wishes", sa.Text, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("away_ms", sa.BigInteger),
        sa.Column("refused", sa.Text, nullable=False, server_default="{}"),
    )
    op.create_table(
        "seek_waits",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("wait_ms", sa.BigInteger, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("seek_waits_by_wish", "seek_waits", ["wish", "at_ms"])
