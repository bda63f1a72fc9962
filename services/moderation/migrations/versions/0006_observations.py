"""What signals count."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "observations",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("other", sa.Text, primary_key=True),
        sa.Column("about", sa.Text, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("total", sa.BigInteger, nullable=False),
        sa.Column("squares", sa.BigInteger, nullable=False),
    )
    op.create_index("observations_by_time", "observations", ["kind", "account", "at_ms"])
    op.create_index("observations_by_other", "observations", ["kind", "other"])
    op.create_index("observations_by_age", "observations", ["at_ms"])
