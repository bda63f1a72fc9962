"""How accounts stand with moderation as a whole, operators' commands that have been done, and entrants by name."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "account_standings",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("blocked", sa.Integer, nullable=False),
        sa.Column("suspensions", sa.Text, nullable=False),
    )
    _keep_suspensions()
    op.drop_table("suspensions")
    op.create_table(
        "operator_commands",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("command_id", sa.Text, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
    )


def _keep_suspensions() -> None:
    """What is known already counts until moderation's next news of the account, whose number is greater than 0."""
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT account, from_ms, until_ms FROM suspensions")).all()
    for row in rows:
        spans = json.dumps([{"from_ms": row.from_ms, "until_ms": row.until_ms}])
        connection.execute(
            sa.text(
                "INSERT INTO account_standings (account, seq, blocked, suspensions) VALUES (:account, 0, 0, :spans)"
            ),
            {"account": row.account, "spans": spans},
        )
