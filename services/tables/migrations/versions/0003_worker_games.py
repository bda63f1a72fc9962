"""Which games a worker runs: by it the others know with whom they share."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("workers", sa.Column("games", sa.Text, nullable=False, server_default=""))
