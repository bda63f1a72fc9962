"""Confirmed addresses, links by mail, known devices, second factors, and what sessions were opened with."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("credentials", sa.Column("email_confirmed_at_ms", sa.BigInteger))
    for column in (
        sa.Column("network", sa.Text, nullable=False, server_default=""),
        sa.Column("strong", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("staff", sa.Boolean, nullable=False, server_default=sa.false()),
    ):
        op.add_column("sessions", column)
    op.create_table(
        "links",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("email", sa.Text, nullable=False),
        sa.Column("sent_at_ms", sa.BigInteger, nullable=False),
        sa.Column("used_at_ms", sa.BigInteger),
    )
    op.create_index("links_by_account", "links", ["account", "kind", "sent_at_ms"])
    op.create_table(
        "known_devices",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("device", sa.Text, primary_key=True),
        sa.Column("last_at_ms", sa.BigInteger, nullable=False),
    )
    op.execute(
        "INSERT INTO known_devices (account, device, last_at_ms) "
        "SELECT account, device, MAX(created_at_ms) FROM sessions WHERE device <> '' GROUP BY account, device"
    )
    op.create_table(
        "second_factors", sa.Column("account", sa.Text, primary_key=True), sa.Column("state", sa.Text, nullable=False)
    )
    op.create_table(
        "mails",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("mail", sa.Text, nullable=False),
        sa.Column("due_at_ms", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("mails_by_time", "mails", ["due_at_ms"])
