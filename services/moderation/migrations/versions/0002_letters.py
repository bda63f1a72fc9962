"""Messages from the Administrator, and who has opened them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "letters",
        sa.Column("message_id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("sent_by", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("letters_by_account", "letters", ["account", "at_ms"])
    op.create_table(
        "openings",
        sa.Column("message_id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("read_at_ms", sa.BigInteger, nullable=False),
        sa.Column("ack_at_ms", sa.BigInteger),
    )
