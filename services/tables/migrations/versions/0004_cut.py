"""Where the journal of a house-banked table may be read from: the line that opened its present shoe."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("cut_seq", sa.Integer, nullable=False, server_default="0"))
