"""A lottery ticket keeps the table of prizes with which it was opened, whatever an operator changes meanwhile."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("tickets", sa.Column("prizes", sa.Text))
