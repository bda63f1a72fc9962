"""First chips that wait for an e-mail to be confirmed; counts by network; what is kept of persons beyond erasure."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("people", sa.Column("person_key", sa.Text, nullable=False, server_default=""))
    op.create_index("people_by_email_key", "people", ["email_key"])
    op.create_table(
        "first_chips",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("welcome_chips", sa.BigInteger),
        sa.Column("inviter", sa.Text),
        sa.Column("inviter_chips", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("invitee_chips", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("email_key", sa.Text, nullable=False, server_default=""),
        sa.Column("paid_at_ms", sa.BigInteger),
    )
    op.create_table(
        "network_counts",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("network", sa.Text, primary_key=True),
        sa.Column("day", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_table(
        "kept_keys",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("exclusion", sa.Text, nullable=False, server_default=""),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
