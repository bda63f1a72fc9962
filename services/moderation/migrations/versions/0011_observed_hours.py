"""Sums by the hour of what is summed at every match, and indexes for what is asked for.

The sums of the last two days are computed from the observations: later ones of processes of the release before, which
go on for a moment, are missing from them and so from the signals of that day.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_HOUR_MS = 3_600_000
_KEPT_MS = 48 * _HOUR_MS


def upgrade() -> None:
    op.create_table(
        "observed_hours",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("hour", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("total", sa.BigInteger, nullable=False),
        sa.Column("squares", sa.BigInteger, nullable=False),
    )
    op.execute(
        "INSERT INTO observed_hours (kind, account, hour, count, total, squares) "
        f"SELECT kind, account, at_ms / {_HOUR_MS}, sum(count), sum(total), sum(squares) FROM observations "
        "WHERE kind IN ('seated', 'decided') "
        f"AND at_ms > (SELECT max(at_ms) FROM observations) - {_KEPT_MS} "
        f"GROUP BY kind, account, at_ms / {_HOUR_MS}"
    )
    places, individual = sa.text("kind IN ('device', 'address')"), sa.text("kind = 'individual'")
    op.drop_index("observations_by_other", "observations")
    op.drop_index("observations_by_age", "observations")
    op.create_index(
        "observations_by_place", "observations", ["kind", "other"], postgresql_where=places, sqlite_where=places
    )
    op.create_index(
        "observations_by_match", "observations", ["about"], postgresql_where=individual, sqlite_where=individual
    )
    op.create_index("observations_by_age", "observations", ["at_ms"], postgresql_using="brin")
