"""Players whose invitations and gifts are not wanted; invitations by pair."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("blocked", sa.Text, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("blocks_by_blocked", "blocks", ["blocked"])
    op.create_table(
        "invitations_sent",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("invited", sa.Text, primary_key=True),
        sa.Column("inviter", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("invitations_sent_by_pair", "invitations_sent", ["inviter", "at_ms"])
