"""Changes that were carried out under an id, and how they were answered."""

from alembic import op

from services.platform.schema import create_commands

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    create_commands(op.get_bind())
