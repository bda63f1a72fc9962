"""Which accounts have open cases for which prizes wait, computed from the cases that are open."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_KINDS = ("same_ip", "multi_account", "collusion", "chip_dump", "bot")


def upgrade() -> None:
    untold = sa.text("seq = 0")
    reviews = op.create_table(
        "reviews",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("kinds", sa.Text, nullable=False),
    )
    op.create_index("reviews_untold", "reviews", ["seq"], postgresql_where=untold, sqlite_where=untold)
    op.bulk_insert(reviews, _of_open_cases())


def _of_open_cases() -> list[dict[str, str | int]]:
    """`seq` 0: the running service publishes them."""
    cases = sa.table("cases", *(sa.column(name) for name in ("kind", "players", "closed_at_ms")))
    chosen = sa.select(cases.c.kind, cases.c.players).where(cases.c.closed_at_ms.is_(None), cases.c.kind.in_(_KINDS))
    found: dict[str, set[str]] = {}
    for row in op.get_bind().execute(chosen):
        for account in json.loads(row.players):
            found.setdefault(account, set()).add(row.kind)
    return [{"account": account, "seq": 0, "kinds": json.dumps(sorted(kinds))} for account, kinds in found.items()]
