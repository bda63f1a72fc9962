"""Friends and requests to be friends."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "friends",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("friend", sa.Text, primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("friends_by_friend", "friends", ["friend"])
