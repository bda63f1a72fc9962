"""Web push: browsers, what accounts have chosen, and notices."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.create_table(
        "push_browsers",
        sa.Column("browser", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("added_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("push_browsers_by_account", "push_browsers", ["account"])
    op.create_table(
        "push_choices",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("switched_off", sa.Text, nullable=False, server_default="[]"),
        sa.Column("quiet", sa.Text),
        sa.Column("only_free_until_ms", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("shut_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_table(
        "push_notices",
        sa.Column("event", sa.Text, primary_key=True),
        sa.Column("browser", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("made_at_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("due_at_ms", sa.BigInteger),
        sa.Column("tries", sa.SmallInteger, nullable=False, server_default="0"),
    )
    op.create_index("push_notices_by_account", "push_notices", ["account", "made_at_ms"])
    op.create_index("push_notices_by_time", "push_notices", ["made_at_ms"])
    op.create_index(
        "push_notices_due", "push_notices", ["due_at_ms"], postgresql_where=sa.text("due_at_ms IS NOT NULL")
    )
