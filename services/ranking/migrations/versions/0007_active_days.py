"""The days on which accounts have played or solved a problem."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "active_days",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
    )
    op.create_index("active_days_by_day", "active_days", ["day"])
