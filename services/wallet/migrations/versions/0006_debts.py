"""Refunds of a part, disputes, and what a payment that was taken back still owes."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("payments", sa.Column("refunded_cents", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("payments", sa.Column("dispute", sa.Text))
    op.add_column("payments", sa.Column("debt_chips", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("payments", sa.Column("moves", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE payments SET moves = 1 WHERE taken_chips > 0")
    op.add_column("people", sa.Column("debt_chips", sa.BigInteger, nullable=False, server_default="0"))
