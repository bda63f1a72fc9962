"""What providers have reported of each refund and each dispute of a payment."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("payments", sa.Column("provider_facts", sa.Text))
