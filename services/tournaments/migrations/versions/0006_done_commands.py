"""Changes that were carried out under an id, and how they were answered."""

from alembic import op

from services.platform.schema import create_commands

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    create_commands(op.get_bind())
