"""Programs of others, what people have allowed them, and the access tokens that they have."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    op.add_column("personal_tokens", sa.Column("program", sa.Text))
    op.add_column("personal_tokens", sa.Column("grant_id", sa.Text))
    there = sa.text("program IS NOT NULL")
    op.create_index("personal_tokens_by_program", "personal_tokens", ["program"], postgresql_where=there)
    op.create_table(
        "programs",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("homepage", sa.Text, nullable=False),
        sa.Column("redirects", sa.Text, nullable=False),
        sa.Column("secret_hash", sa.Text),
        sa.Column("made_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("programs_by_owner", "programs", ["owner"])
    op.create_table(
        "program_grants",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("program", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("made_at_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
        sa.Column("used_at_ms", sa.BigInteger),
        sa.Column("ended_at_ms", sa.BigInteger),
    )
    op.create_index("program_grants_by_account", "program_grants", ["account", "program"])
    op.create_index("program_grants_by_program", "program_grants", ["program"])
    op.create_index("program_grants_by_expiry", "program_grants", ["expires_at_ms"])
    op.create_table(
        "program_codes",
        sa.Column("code_hash", sa.Text, primary_key=True),
        sa.Column("program", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("redirect", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("challenge", sa.Text, nullable=False),
        sa.Column("made_at_ms", sa.BigInteger, nullable=False),
        sa.Column("grant_id", sa.Text),
    )
    op.create_index("program_codes_by_account", "program_codes", ["account", "made_at_ms"])
    op.create_index("program_codes_by_time", "program_codes", ["made_at_ms"])
    op.create_table(
        "program_refresh_tokens",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("grant_id", sa.Text, nullable=False),
        sa.Column("made_at_ms", sa.BigInteger, nullable=False),
        sa.Column("used_at_ms", sa.BigInteger),
    )
    op.create_index("program_refresh_tokens_by_grant", "program_refresh_tokens", ["grant_id"])
    op.create_index("program_refresh_tokens_by_time", "program_refresh_tokens", ["made_at_ms"])
