"""Which accounts are one person's, by keyed hashes; erased accounts are marked; departures know their network.

Exclusions that were kept for erased persons become accounts of those persons, named after their key: what binds them is
found in the same way as what binds any other account of a person.
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "person_keys",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("person_keys_by_account", "person_keys", ["account"])
    op.add_column("people", sa.Column("email_at_ms", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("people", sa.Column("erased_at_ms", sa.BigInteger))
    op.create_index(
        "people_erased",
        "people",
        ["erased_at_ms"],
        postgresql_where=sa.text("erased_at_ms IS NOT NULL"),
        sqlite_where=sa.text("erased_at_ms IS NOT NULL"),
    )
    op.drop_index("people_by_email_key", "people")
    op.add_column("early_leaves", sa.Column("network", sa.Text, nullable=False, server_default=""))
    op.create_index("early_leaves_by_network", "early_leaves", ["network", "at_ms"])
    op.add_column("first_chips", sa.Column("withheld", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(
        "INSERT INTO people (account, care, erased_at_ms)"
        " SELECT 'kept:' || key, '{\"exclusion\":' || exclusion || '}', at_ms FROM kept_keys WHERE kind = 'excluded'"
    )
    op.execute(
        "INSERT INTO person_keys (key, account, kind, at_ms)"
        " SELECT key, 'kept:' || key, 'kept', at_ms FROM kept_keys WHERE kind = 'excluded'"
    )
    op.execute("DELETE FROM kept_keys WHERE kind = 'excluded'")
