"""Sessions that were opened while moderation did not answer."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("unasked", sa.Boolean, nullable=False, server_default=sa.false()))
