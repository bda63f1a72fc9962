"""How players look: photos, and the avatar that each one wears."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "photos",
        sa.Column("photo", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False, unique=True),
        sa.Column("image", sa.LargeBinary, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    for column in (
        sa.Column("photo", sa.Text),
        sa.Column("avatar", sa.Text),
        sa.Column("avatar_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    ):
        op.add_column("players", column)
