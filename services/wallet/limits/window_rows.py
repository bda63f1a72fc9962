"""Chips that a player has put in and got back since a moment (RULES.md §11)."""

from collections.abc import Collection

import sqlalchemy as sa

from services.kernel.clock import DAY_MS, TimeMs
from services.platform.database.unit_of_work import Work
from services.wallet.ledger.accounts import player
from services.wallet.limits.rules import PUT_IN_KINDS, RETURNED_KINDS
from services.wallet.schema import payments, transfers


def moved_chips(work: Work, accounts: Collection[str], since_ms: TimeMs) -> tuple[int, int]:
    """Chips that a person's accounts have put into stakes, bets, tickets and entries, and what came back of them."""
    names = [player(account) for account in sorted(accounts)]
    put_in = _sum(transfers.c.source.in_(names), transfers.c.kind.in_(sorted(PUT_IN_KINDS)), since_ms)
    returned = _sum(transfers.c.target.in_(names), transfers.c.kind.in_(sorted(RETURNED_KINDS)), since_ms)
    row = work.execute(sa.select(put_in.label("put_in"), returned.label("returned"))).one()
    return int(row.put_in), int(row.returned)


def _sum(side: sa.ColumnElement[bool], kinds: sa.ColumnElement[bool], since_ms: TimeMs) -> sa.ScalarSelect[int]:
    total = sa.func.coalesce(sa.func.sum(transfers.c.amount_chips), 0)
    return sa.select(total).where(side, kinds, transfers.c.at_ms >= since_ms).scalar_subquery()


_CHECKOUT_MS = DAY_MS
"""How long a checkout at a provider can be paid."""


def purchased_cents(work: Work, accounts: Collection[str], since_ms: TimeMs) -> int:
    """What was paid for packs by a person's accounts, confirmed since then, and what may still be paid of purchases
    that were begun: else many begun side by side would pass a limit together. A payment that was taken back counts as
    paid."""
    open_since_ms = max(since_ms, work.now_ms - _CHECKOUT_MS)
    begun = sa.and_(payments.c.state == "pending", payments.c.created_at_ms >= open_since_ms)
    counted = sa.and_(payments.c.account.in_(sorted(accounts)), sa.or_(payments.c.confirmed_at_ms >= since_ms, begun))
    total = sa.select(sa.func.coalesce(sa.func.sum(payments.c.price_cents), 0)).where(counted)
    return int(work.execute(total).scalar_one())
