"""What was asked about accounts' data: exports, erasures, and the parts that services have answered."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "exports",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("asked_at_ms", sa.BigInteger, nullable=False),
        sa.Column("done_at_ms", sa.BigInteger),
    )
    op.create_index("exports_by_account", "exports", ["account"])
    op.create_table(
        "erasures",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("asked_by", sa.Text, nullable=False),
        sa.Column("asked_at_ms", sa.BigInteger, nullable=False),
        sa.Column("done_at_ms", sa.BigInteger),
    )
    op.create_table(
        "parts",
        sa.Column("asked", sa.Text, primary_key=True),
        sa.Column("service", sa.Text, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
