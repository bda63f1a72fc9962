"""Devices and addresses of sessions; dates of birth are the lobby's alone; gifts know their match, payments what was
taken back of them."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    for name in ("session_device", "session_address"):
        op.add_column("people", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.create_table(
        "account_devices",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("device", sa.Text, primary_key=True),
    )
    op.execute("INSERT INTO account_devices (account, device) SELECT account, device FROM people WHERE device <> ''")
    op.execute("UPDATE people SET birth_date = '' WHERE birth_date <> ''")
    op.add_column("gifts", sa.Column("match_id", sa.Text, nullable=False, server_default=""))
    op.add_column("payments", sa.Column("taken_chips", sa.BigInteger, nullable=False, server_default="0"))
