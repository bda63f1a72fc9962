"""What no rule looks back to is deleted by its time: wins of pairs after two days, counts of networks after a month."""

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_index("pair_wins_by_time", "pair_wins", ["at_ms"])
    op.create_index("network_counts_by_day", "network_counts", ["day"])
