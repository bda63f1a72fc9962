"""Chains: every transfer is a link of its accounts' chains, so that a change of history shows.

Rows from before have no links; an account's chain begins with the first transfer after this.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("chain", sa.Text, nullable=False, server_default=""))
    op.add_column("transfers", sa.Column("source_chain", sa.Text))
    op.add_column("transfers", sa.Column("target_chain", sa.Text))
