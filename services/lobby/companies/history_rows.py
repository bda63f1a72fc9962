"""Tables of what has become of companies, and of those that staff have closed (RULES.md §23)."""

import sqlalchemy as sa

metadata = sa.MetaData()
"""Of all tables of the lobby (services/lobby/schema.py)."""

company_records = sa.Table(
    "company_records",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
    sa.Column("company", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("before", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("deed", sa.Text, nullable=False),
    sa.Column("taken_key", sa.Text),
    sa.Index("company_records_by_company", "company", "at_ms"),
    sa.Index("company_records_by_account", "by"),
)
"""What has become of companies: names that founders gave, deeds of staff (`deed`: the id of the request). `taken_key`:
the look of a name that staff have taken away, which no company may have."""
sa.Index(
    "company_records_taken", company_records.c.taken_key, postgresql_where=company_records.c.taken_key.is_not(None)
)

company_deeds = sa.Table(
    "company_deeds",
    metadata,
    sa.Column("company", sa.Text, primary_key=True),
    sa.Column("about", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
)
"""The number of the newest deed of staff about a company's name, picture, chat or the company itself."""

closed_companies = sa.Table(
    "closed_companies",
    metadata,
    sa.Column("company", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("joining", sa.Text, nullable=False),
    sa.Column("founded_at_ms", sa.BigInteger, nullable=False),
    sa.Column("evening", sa.Text),
    sa.Column("closed_at_ms", sa.BigInteger, nullable=False),
    sa.Column("closed_by", sa.Text, nullable=False),
    sa.Index("closed_companies_by_time", "closed_at_ms"),
)
"""Companies that staff have closed, as long as they may be opened again."""

closed_company_members = sa.Table(
    "closed_company_members",
    metadata,
    sa.Column("company", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("joined_at_ms", sa.BigInteger, nullable=False),
    sa.Index("closed_company_members_by_account", "account"),
)
"""Who belonged to them."""
