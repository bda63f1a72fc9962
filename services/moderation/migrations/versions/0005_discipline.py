"""Reports, watches, appeals; who decided a suspension or block, and which cards made it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    _create_reports()
    op.create_table(
        "watches",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("undecided", sa.Integer, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "appeals",
        sa.Column("appeal_id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("of", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("decided_by", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text),
        sa.Column("until_ms", sa.BigInteger),
        sa.Column("ruled_at_ms", sa.BigInteger),
        sa.Column("ruled_by", sa.Text),
        sa.Column("reason", sa.Text),
    )
    op.create_index("appeals_of", "appeals", ["of"], unique=True)
    op.create_index("appeals_by_account", "appeals", ["account"])
    op.create_index("audit_log_by_subject", "audit_log", ["subject", "seq"])
    op.add_column("cards", sa.Column("suspension_id", sa.Text))
    for table in ("suspensions", "blocks"):
        op.add_column(table, sa.Column("given_by", sa.Text, nullable=False, server_default="system"))
    op.add_column("suspensions", sa.Column("decided_at_ms", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE suspensions SET decided_at_ms = from_ms")
    op.add_column("blocks", sa.Column("block_id", sa.Text, nullable=False, server_default=""))


def _create_reports() -> None:
    op.create_table(
        "reports",
        sa.Column("report_id", sa.Text, primary_key=True),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("reported", sa.Text, nullable=False),
        sa.Column("category", sa.Text, nullable=False),
        sa.Column("comment", sa.Text, nullable=False),
        sa.Column("context", sa.Text, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("seated", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("times_reported", sa.Integer, nullable=False),
        sa.Column("decision", sa.Text),
        sa.Column("permanent", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("decided_at_ms", sa.BigInteger),
        sa.Column("decided_by", sa.Text),
        sa.Column("reason", sa.Text),
    )
    op.create_index("reports_by_reported", "reports", ["reported", "at_ms"])
    op.create_index("reports_by_reporter", "reports", ["reporter", "at_ms"])
    undecided = sa.text("decided_at_ms IS NULL")
    op.create_index("reports_undecided", "reports", ["at_ms"], postgresql_where=undecided, sqlite_where=undecided)
