"""Personal tokens, and the sessions that they have opened."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("personal_token", sa.Text))
    there = sa.text("personal_token IS NOT NULL")
    op.create_index("sessions_by_token", "sessions", ["personal_token"], postgresql_where=there)
    op.create_table(
        "personal_tokens",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("token_hash", sa.Text, nullable=False, unique=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("made_at_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
        sa.Column("used_at_ms", sa.BigInteger),
        sa.Column("revoked_at_ms", sa.BigInteger),
    )
    op.create_index("personal_tokens_by_owner", "personal_tokens", ["owner"])
    op.create_index("personal_tokens_by_account", "personal_tokens", ["account"])
    op.create_index("personal_tokens_by_expiry", "personal_tokens", ["expires_at_ms"])
