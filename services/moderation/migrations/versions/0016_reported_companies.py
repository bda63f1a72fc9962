"""The companies that reports are about."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("reports", sa.Column("company", sa.Text))
    op.create_index("reports_by_company", "reports", ["company"], postgresql_where=sa.text("company IS NOT NULL"))
