"""What an operator's correction has made of a match's result; null: it counts as it was played."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("matches", sa.Column("corrected", sa.Text))
