"""Entries that the wallet has not answered are looked for every few seconds."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_index("entries_by_state", "entries", ["state", "asked_at_ms"])
