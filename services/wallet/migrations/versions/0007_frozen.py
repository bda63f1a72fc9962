"""Whether an account's chips are frozen."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("people", sa.Column("frozen", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("standing_seq", sa.BigInteger, nullable=False, server_default="0"))
