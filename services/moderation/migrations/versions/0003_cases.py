"""Cases that signals open; notices of the platform itself, in the reader's language."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

OPEN = sa.text("closed_at_ms IS NULL")


def upgrade() -> None:
    op.create_table(
        "cases",
        sa.Column("case_id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("evidence", sa.Text, nullable=False),
        sa.Column("opened_at_ms", sa.BigInteger, nullable=False),
        sa.Column("closed_at_ms", sa.BigInteger),
        sa.Column("closed_by", sa.Text),
        sa.Column("reason", sa.Text),
    )
    op.create_index("cases_open", "cases", ["kind", "players"], unique=True, postgresql_where=OPEN, sqlite_where=OPEN)
    op.add_column("letters", sa.Column("code", sa.Text))
    op.add_column("letters", sa.Column("params", sa.Text, nullable=False, server_default="{}"))
