"""Which players practise: nobody waits for their return, so they are not listed while they are away."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.add_column("players", sa.Column("practising", sa.Boolean, nullable=False, server_default=sa.false()))
