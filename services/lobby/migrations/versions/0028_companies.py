"""Companies of players: members, candidates, pictures, evenings and who comes to them."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.create_table(
        "companies",
        sa.Column("company", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False, unique=True),
        sa.Column("joining", sa.Text, nullable=False),
        sa.Column("founded_at_ms", sa.BigInteger, nullable=False),
        sa.Column("picture", sa.Text),
        sa.Column("evening", sa.Text),
        sa.Column("evening_at_ms", sa.BigInteger),
        sa.Column("call_at_ms", sa.BigInteger),
        sa.Column("called_at_ms", sa.BigInteger),
    )
    op.create_table(
        "company_members",
        sa.Column("company", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("joined_at_ms", sa.BigInteger, nullable=False),
        sa.Column("muted_until_ms", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_index("company_members_by_account", "company_members", ["account"])
    op.create_index("companies_due", "companies", ["call_at_ms"], postgresql_where=sa.text("call_at_ms IS NOT NULL"))
    op.add_column("tables", sa.Column("company", sa.Text))
    op.create_index("tables_of_companies", "tables", ["company"], postgresql_where=sa.text("company IS NOT NULL"))
    op.create_table(
        "company_comers",
        sa.Column("company", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("company_comers_by_account", "company_comers", ["account"])
    op.create_table(
        "company_candidates",
        sa.Column("company", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("company_candidates_by_account", "company_candidates", ["account"])
    op.create_index("company_candidates_by_time", "company_candidates", ["at_ms"])
    op.create_table(
        "company_pictures",
        sa.Column("picture", sa.Text, primary_key=True),
        sa.Column("company", sa.Text, nullable=False, unique=True),
        sa.Column("image", sa.LargeBinary, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
