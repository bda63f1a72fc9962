"""Competitions that players make: by whom, for whom, and for how many."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("competitions", sa.Column("made_by", sa.Text))
    op.add_column("competitions", sa.Column("maker", sa.Text, nullable=False, server_default=""))
    op.add_column("competitions", sa.Column("audience", sa.Text, nullable=False, server_default="all"))
    op.add_column("competitions", sa.Column("company_id", sa.Text))
    op.add_column("competitions", sa.Column("places", sa.Integer))
    op.create_index("competitions_by_maker", "competitions", ["made_by"])
    op.create_index("competitions_by_company", "competitions", ["company_id"])
