"""Settings that operators have changed while the service runs."""

from alembic import op

from services.platform.schema import create_settings

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    create_settings(op.get_bind())
