"""Which observation has given a piece of evidence: a late event may disprove it."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("case_evidence", sa.Column("of", sa.Text, nullable=False, server_default=""))
