"""House-banked tables, and the notice before them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_OPEN_HOUSE = sa.text("house IS NOT NULL AND state <> 'closed'")


def upgrade() -> None:
    op.add_column("tables", sa.Column("house", sa.Text))
    op.create_index(
        "tables_house", "tables", ["house"], unique=True, sqlite_where=_OPEN_HOUSE, postgresql_where=_OPEN_HOUSE
    )
    op.add_column("sessions", sa.Column("notice_at_ms", sa.BigInteger))
