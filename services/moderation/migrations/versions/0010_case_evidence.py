"""A row for each piece of evidence: a list that grows with every match was written anew each time."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("cases", sa.Column("evidence_count", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "case_evidence",
        sa.Column("case_id", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.Text, nullable=False),
    )
