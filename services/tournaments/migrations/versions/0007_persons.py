"""The people behind accounts, prizes that wait for a review, and facts that come before what they are about."""

import sqlalchemy as sa
from alembic import op

from services.platform.operations import known_person_rows as person_facts

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    person_facts.create(op.get_bind())
    op.add_column("prizes", sa.Column("state", sa.Text, nullable=False, server_default="paid"))
    op.add_column("prizes", sa.Column("since_ms", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "exclusions",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger),
    )
    op.create_table(
        "early_corrections",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    in_review = sa.text("state = 'review'")
    op.create_index(
        "prizes_in_review", "prizes", ["competition_id"], postgresql_where=in_review, sqlite_where=in_review
    )
