"""The class of the device on which a session was opened; empty in rows of the release before."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("device_class", sa.Text, nullable=False, server_default=""))
    op.create_index("sessions_by_device_class", "sessions", ["device_class", "created_at_ms"])
