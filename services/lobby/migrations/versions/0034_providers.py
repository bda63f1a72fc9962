"""Identities of OpenID providers that are joined to accounts, and people who are on their way to a provider or back."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("provider_at_ms", sa.BigInteger))
    op.create_table(
        "provider_links",
        sa.Column("identity", sa.Text, primary_key=True),
        sa.Column("provider", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("added_at_ms", sa.BigInteger, nullable=False),
        sa.Column("used_at_ms", sa.BigInteger),
    )
    op.create_index("provider_links_by_account", "provider_links", ["account", "provider"], unique=True)
    op.create_table(
        "provider_visits",
        sa.Column("secret_hash", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("household", sa.Text, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )
    op.create_index("provider_visits_by_household", "provider_visits", ["household", "until_ms"])
    op.create_index("provider_visits_by_time", "provider_visits", ["until_ms"])
