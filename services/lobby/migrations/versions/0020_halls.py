"""The halls where players and tables are."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("players", sa.Column("hall", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("hall", sa.Integer))
    op.execute("UPDATE tables SET hall = 1 WHERE house IS NULL")
    op.drop_index("players_listed", "players")
    listed = sa.text("status <> 'absent'")
    op.create_index("players_by_hall", "players", ["hall", "status"], postgresql_where=listed)
