"""Ids of sessions, which stay the same while tokens change."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("session_id", sa.Text, nullable=False, server_default=""))
