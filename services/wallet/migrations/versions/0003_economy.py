"""People, invitations, tickets, payments, avatars, gifts, duels, corrections."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

UNDRAWN = sa.text("drawn_at_ms IS NULL")


def _text(name: str, *, default: str | None = None) -> "sa.Column[str]":
    return sa.Column(name, sa.Text, nullable=False, server_default=default)


def _chips(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger, nullable=False)


def upgrade() -> None:
    _create_people()
    _create_tickets()
    _create_payments()
    _create_things()
    _create_matches()


def _create_people() -> None:
    op.create_table(
        "people",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False, server_default="0"),
        _text("birth_date", default=""),
        _text("device", default=""),
        _text("email_key", default=""),
        sa.Column("code", sa.Text),
        sa.Column("avatar", sa.Text),
        sa.Column("item_at_ms", sa.BigInteger),
        sa.Column("free_ticket_at_ms", sa.BigInteger),
        _text("care", default="{}"),
    )
    op.create_index("people_by_code", "people", ["code"], unique=True)
    op.create_table(
        "invites",
        sa.Column("invitee", sa.Text, primary_key=True),
        sa.Column("inviter", sa.Text),
        _text("channel"),
        _text("result"),
        _chips("inviter_chips"),
        _text("device"),
        _chips("at_ms"),
    )
    op.create_index("invites_by_inviter", "invites", ["inviter", "at_ms"])


def _create_tickets() -> None:
    op.create_table(
        "tickets",
        sa.Column("ticket", sa.Text, primary_key=True),
        _text("account"),
        _text("lottery"),
        _chips("price_chips"),
        _text("root"),
        _chips("opened_at_ms"),
        sa.Column("seed", sa.Text),
        sa.Column("draw", sa.Integer),
        sa.Column("prize_chips", sa.BigInteger),
        sa.Column("drawn_at_ms", sa.BigInteger),
    )
    op.create_index("tickets_drawn", "tickets", ["account", "drawn_at_ms"])
    op.create_index(
        "tickets_open",
        "tickets",
        ["account", "lottery"],
        unique=True,
        postgresql_where=UNDRAWN,
        sqlite_where=UNDRAWN,
    )


def _create_payments() -> None:
    op.create_table(
        "payments",
        sa.Column("payment", sa.Text, primary_key=True),
        _text("account"),
        _text("order_id"),
        _text("pack"),
        _chips("chips"),
        _chips("price_cents"),
        _text("provider"),
        sa.Column("reference", sa.Text),
        sa.Column("other_reference", sa.Text),
        sa.Column("url", sa.Text),
        _text("state"),
        _chips("created_at_ms"),
        sa.Column("confirmed_at_ms", sa.BigInteger),
        sa.Column("reversed_at_ms", sa.BigInteger),
    )
    op.create_index("payments_by_order", "payments", ["account", "order_id"], unique=True)
    op.create_index("payments_by_account", "payments", ["account", "created_at_ms"])
    op.create_index("payments_by_reference", "payments", ["reference"])
    op.create_index("payments_by_other_reference", "payments", ["other_reference"])


def _create_things() -> None:
    op.create_table(
        "avatars",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("avatar", sa.Text, primary_key=True),
        _text("order_id"),
        _chips("at_ms"),
    )
    op.create_table(
        "gifts",
        sa.Column("gift", sa.Text, primary_key=True),
        _text("order_id"),
        _text("table_id"),
        _text("item"),
        sa.Column("from_seat", sa.Integer, nullable=False),
        sa.Column("to_seat", sa.Integer, nullable=False),
        _text("giver"),
        _text("receiver"),
        _chips("at_ms"),
    )
    op.create_index("gifts_by_order", "gifts", ["giver", "order_id"], unique=True)
    op.create_index("gifts_by_table", "gifts", ["table_id", "at_ms"])
    op.create_index("gifts_by_receiver", "gifts", ["receiver", "at_ms"])


def _create_matches() -> None:
    op.create_table(
        "duels",
        sa.Column("match_id", sa.Text, primary_key=True),
        _text("pair"),
        _chips("net_chips"),
        _chips("at_ms"),
    )
    op.create_index("duels_by_pair", "duels", ["pair", "at_ms"])
    op.create_table(
        "corrections",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("revision", sa.Integer, primary_key=True),
        _text("ordered_by"),
        _text("reason"),
        _text("settlement"),
        _chips("at_ms"),
    )
