"""The log of security events."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "security_log",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("network", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_index("security_log_by_account", "security_log", ["account", "at_ms"])
    op.create_index("security_log_by_time", "security_log", ["at_ms"])
