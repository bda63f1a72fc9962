"""Stakes of players of other cells at tables here, and of our players at tables of other cells."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "visited_matches",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("trace", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("due_at_ms", sa.BigInteger),
        sa.Column("error", sa.Text),
        sa.Column("blamed", sa.Text),
    )
    waiting = sa.text("due_at_ms IS NOT NULL")
    op.create_index(
        "visited_matches_due", "visited_matches", ["due_at_ms"], postgresql_where=waiting, sqlite_where=waiting
    )
    op.create_table(
        "visiting_stakes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("cell", sa.Text, nullable=False),
        sa.Column("accounts", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("net_chips", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("closed_at_ms", sa.BigInteger),
    )
    op.create_index("visiting_stakes_by_match", "visiting_stakes", ["match_id"])
    op.create_index("visiting_stakes_closed", "visiting_stakes", ["cell", "closed_at_ms"])
    op.create_table(
        "away_stakes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("cell", sa.Text, nullable=False),
        sa.Column("accounts", sa.Text, nullable=False),
        sa.Column("stake_chips", sa.BigInteger, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("blamed", sa.Text),
        sa.Column("payouts", sa.Text),
        sa.Column("net_chips", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("closed_at_ms", sa.BigInteger),
    )
    held = sa.text("state = 'held'")
    op.create_index("away_stakes_held", "away_stakes", ["id"], postgresql_where=held, sqlite_where=held)
    op.create_index("away_stakes_closed", "away_stakes", ["cell", "closed_at_ms"])
