"""What other systems credit: the sum of a day, and large credits that wait for an approval."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "credit_days",
        sa.Column("caller", sa.Text, primary_key=True),
        sa.Column("day", sa.Integer, primary_key=True),
        sa.Column("chips", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "asked_credits",
        sa.Column("caller", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("chips", sa.BigInteger, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("approved_by", sa.Text),
        sa.Column("approved_at_ms", sa.BigInteger),
    )
