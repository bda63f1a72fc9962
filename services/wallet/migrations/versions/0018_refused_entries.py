"""Why nothing was taken for an entry: a refusal is repeated like any other answer."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("competition_entries", sa.Column("refusal", sa.Text))
