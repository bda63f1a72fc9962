"""What other cells count for matches of our players, compared with what we count."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "cell_statements",
        sa.Column("cell", sa.Text, primary_key=True),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("matches", sa.BigInteger, nullable=False),
        sa.Column("net_chips", sa.BigInteger, nullable=False),
    )
