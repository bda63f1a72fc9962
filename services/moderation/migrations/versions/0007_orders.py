"""Orders of operators, and the settings that they have changed."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "orders",
        sa.Column("order_id", sa.Text, primary_key=True),
        sa.Column("ordered_by", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("operation", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("detail", sa.Text, nullable=False, server_default="null"),
        sa.Column("answered_at_ms", sa.BigInteger),
    )
    op.create_index("orders_by_time", "orders", ["at_ms"])
    op.create_table(
        "operator_settings",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
