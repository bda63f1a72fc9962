"""What has become of companies, deeds of staff about them, and those that staff have closed."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    closed = sa.Column("chat_closed_until_ms", sa.BigInteger, nullable=False, server_default="0")
    op.add_column("companies", closed)
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "company_records",
        sa.Column("id", number, primary_key=True, autoincrement=True),
        sa.Column("company", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("before", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("deed", sa.Text, nullable=False),
        sa.Column("taken_key", sa.Text),
    )
    op.create_index("company_records_by_company", "company_records", ["company", "at_ms"])
    op.create_index("company_records_by_account", "company_records", ["by"])
    taken = sa.text("taken_key IS NOT NULL")
    op.create_index("company_records_taken", "company_records", ["taken_key"], postgresql_where=taken)
    op.create_table(
        "company_deeds",
        sa.Column("company", sa.Text, primary_key=True),
        sa.Column("about", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "closed_companies",
        sa.Column("company", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("joining", sa.Text, nullable=False),
        sa.Column("founded_at_ms", sa.BigInteger, nullable=False),
        sa.Column("evening", sa.Text),
        sa.Column("closed_at_ms", sa.BigInteger, nullable=False),
        sa.Column("closed_by", sa.Text, nullable=False),
    )
    op.create_index("closed_companies_by_time", "closed_companies", ["closed_at_ms"])
    op.create_table(
        "closed_company_members",
        sa.Column("company", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("joined_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("closed_company_members_by_account", "closed_company_members", ["account"])
