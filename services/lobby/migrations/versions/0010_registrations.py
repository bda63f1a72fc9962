"""How many accounts a household opens a day, which erasing them does not make forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "registrations",
        sa.Column("household", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("accounts", sa.Integer, nullable=False),
    )
