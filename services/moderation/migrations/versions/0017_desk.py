"""What staff share: claims, notes, decisions taken alone."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "claims",
        sa.Column("about", sa.Text, primary_key=True),
        sa.Column("claimed_by", sa.Text, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "staff_notes",
        sa.Column("note_id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("written_by", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("staff_notes_by_account", "staff_notes", ["account", "at_ms"])
    op.create_table(
        "sole_decisions",
        sa.Column("decision_id", sa.Text, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("decided_by", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("agreed", sa.Boolean),
        sa.Column("reviewed_by", sa.Text),
        sa.Column("reviewed_at_ms", sa.BigInteger),
    )
    op.create_index("sole_decisions_by_review", "sole_decisions", ["reviewed_at_ms", "at_ms"])
    op.create_index("audit_log_by_time", "audit_log", ["at_ms"])
