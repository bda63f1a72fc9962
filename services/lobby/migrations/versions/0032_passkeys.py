"""Passkeys, challenges that wait for one, and when a passkey was last shown in a session."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("passkey_at_ms", sa.BigInteger))
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("user_handle", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("transports", sa.Text, nullable=False),
        sa.Column("synced", sa.Boolean, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("added_at_ms", sa.BigInteger, nullable=False),
        sa.Column("used_at_ms", sa.BigInteger),
        sa.Column("closed_at_ms", sa.BigInteger),
    )
    op.create_index("passkeys_by_account", "passkeys", ["account"])
    op.create_table(
        "passkey_challenges",
        sa.Column("challenge_hash", sa.Text, primary_key=True),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("household", sa.Text, nullable=False),
        sa.Column("user_handle", sa.Text, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("passkey_challenges_by_household", "passkey_challenges", ["household", "until_ms"])
    op.create_index("passkey_challenges_by_account", "passkey_challenges", ["account"])
    op.create_index("passkey_challenges_by_time", "passkey_challenges", ["until_ms"])
