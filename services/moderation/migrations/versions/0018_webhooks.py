"""Webhooks of other systems, and the newest tries of each."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("webhook_id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("topics", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("secret_by", sa.Text, nullable=False),
        sa.Column("old_secret", sa.Text, nullable=False),
        sa.Column("old_until_ms", sa.BigInteger, nullable=False),
        sa.Column("cursor", sa.Text, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("held_until_ms", sa.BigInteger, nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.Column("delivered", sa.BigInteger, nullable=False),
        sa.Column("failing_since_ms", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("next_try_at_ms", sa.BigInteger),
        sa.Column("last_error", sa.Text, nullable=False),
    )
    op.create_table(
        "webhook_deliveries",
        sa.Column("webhook_id", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("topic", sa.Text, nullable=False),
        sa.Column("cursor", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("status", sa.Integer, nullable=False),
        sa.Column("error", sa.Text, nullable=False),
        sa.Column("took_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("webhooks_by_owner", "webhooks", ["owner"])
