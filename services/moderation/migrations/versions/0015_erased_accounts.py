"""Which accounts were erased: facts about them may come later."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table("erased_accounts", sa.Column("account", sa.Text, primary_key=True))
