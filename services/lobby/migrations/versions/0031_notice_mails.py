"""Mails about notices: what accounts have chosen, and what is to be mailed."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.create_table(
        "mail_choices",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("kinds", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
    )
    op.create_table(
        "notice_mails",
        sa.Column("event", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("made_at_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("due_at_ms", sa.BigInteger),
    )
    op.create_index("notice_mails_by_account", "notice_mails", ["account", "made_at_ms"])
    op.create_index("notice_mails_by_time", "notice_mails", ["made_at_ms"])
    op.create_index(
        "notice_mails_due", "notice_mails", ["due_at_ms"], postgresql_where=sa.text("due_at_ms IS NOT NULL")
    )
