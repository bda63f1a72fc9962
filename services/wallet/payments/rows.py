"""Payments for packs. Lock a payment before its player's account."""

from collections.abc import Collection
from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.wallet import page_rows as pages
from services.wallet.payments.rules import (
    Dispute,
    DisputeFact,
    DisputeState,
    Facts,
    Standing,
    State,
    Total,
    dispute_of,
    due_chips,
)
from services.wallet.schema import payments


class PaymentRow(msgspec.Struct, frozen=True):
    """A payment; `reference` and `other_reference` are the provider's names for it."""

    payment: str
    account: str
    order_id: str
    pack: str
    chips: int
    price_cents: int
    provider: str
    created_at_ms: TimeMs
    reference: str | None = None
    other_reference: str | None = None
    url: str | None = None
    state: State = "pending"
    confirmed_at_ms: TimeMs | None = None
    reversed_at_ms: TimeMs | None = None
    taken_chips: int = 0
    """The chips that were taken back with it."""
    refunded_cents: int = 0
    """What is refunded of it, from `provider_facts`."""
    dispute: Dispute | None = None
    """How its disputes stand together, from `provider_facts`."""
    debt_chips: int = 0
    """The chips that should have been taken back and were not there any more."""
    forgiven_chips: int = 0
    """The part of the debt that an operator has written off."""
    moves: int = 0
    """How often chips were taken or given back for it; numbers the batches."""
    provider_facts: str | None = None
    """Its refunds and disputes one by one (`Facts` as JSON); None: none since before each had its name."""

    @property
    def standing(self) -> Standing:
        """The facts about the payment."""
        if self.provider_facts is not None:
            return Standing(self.state, msgspec.json.decode(self.provider_facts, type=Facts))
        cents, state = self.refunded_cents, self.state
        if state == "reversed":
            cents, state = self.price_cents, "pending" if self.confirmed_at_ms is None else "confirmed"
        return Standing(state, Facts(total=Total(0, cents), disputes=_unnamed(self.dispute)))

    @property
    def missing_chips(self) -> int:
        """How many chips its state requires to be taken back still; less than nothing: to be returned."""
        due = due_chips(self.standing, self.chips, self.price_cents)
        return due - self.taken_chips - self.debt_chips - self.forgiven_chips

    def standing_as(self, standing: Standing) -> "PaymentRow":
        """The row with other facts."""
        return msgspec.structs.replace(
            self,
            state=standing.state,
            refunded_cents=standing.facts.refunded_cents(self.price_cents),
            dispute=dispute_of(standing.facts),
            provider_facts=encode_text(standing.facts),
        )


def _unnamed(dispute: DisputeState | None) -> dict[str, DisputeFact]:
    """The dispute of a row that does not say which one."""
    return {} if dispute is None else {"": DisputeFact(0, dispute)}


def add(work: Work, row: PaymentRow) -> None:
    """A payment that is begun."""
    bulk_rows.insert_missing_later(work, payments, [msgspec.structs.asdict(row)])


def save(work: Work, row: PaymentRow) -> None:
    """Write a payment that is locked."""
    values = msgspec.structs.asdict(row)
    work.execute(payments.update().where(payments.c.payment == values.pop("payment")).values(**values))


def find_order(work: Work, account: str, order_id: str) -> PaymentRow | None:
    """The payment that an order began."""
    return _one(work, sa.select(payments).where(payments.c.account == account, payments.c.order_id == order_id))


def lock(work: Work, payment: str) -> PaymentRow | None:
    """A payment, locked until the end of the transaction."""
    if not payment.isprintable():
        return None
    return _one(work, sa.select(payments).where(payments.c.payment == payment).with_for_update())


def lock_by_reference(work: Work, provider: str, references: Collection[str]) -> PaymentRow | None:
    """The payment that a provider calls by one of these names, locked."""
    names = sorted(references)
    called = sa.or_(payments.c.reference.in_(names), payments.c.other_reference.in_(names))
    chosen = sa.select(payments).where(payments.c.provider == provider, called).limit(1)
    return _one(work, chosen.with_for_update()) if names else None


def lock_owing(work: Work, account: str) -> list[PaymentRow]:
    """The account's payments that still owe chips, oldest first, locked."""
    owing = sa.select(payments).where(payments.c.account == account, payments.c.debt_chips > 0)
    rows = work.execute(owing.order_by(payments.c.created_at_ms, payments.c.payment).with_for_update())
    return [_payment(row) for row in rows]


def list_open(work: Work, provider: str, since_ms: TimeMs, account: str | None) -> list[PaymentRow]:
    """Payments at a provider that were begun since then and have not ended, of one account or of all."""
    chosen = sa.select(payments).where(
        payments.c.provider == provider, payments.c.state == "pending", payments.c.created_at_ms >= since_ms
    )
    if account is not None:
        chosen = chosen.where(payments.c.account == account)
    return [_payment(row) for row in work.execute(chosen.order_by(payments.c.created_at_ms))]


def list_newest(
    work: Work, account: str, before_ms: TimeMs | None, limit: int
) -> tuple[list[PaymentRow], TimeMs | None]:
    """A page of the account's payments, newest first, and where the next one begins (`pages.newest`)."""
    chosen = sa.select(payments).where(payments.c.account == account)
    rows, next_ms = pages.newest(work, chosen, payments.c.created_at_ms, payments.c.payment, before_ms, limit)
    return [_payment(row) for row in rows], next_ms


def _one(work: Work, statement: sa.Select[Any]) -> PaymentRow | None:
    row = work.execute(statement).one_or_none()
    return None if row is None else _payment(row)


def _payment(row: Any) -> PaymentRow:
    return PaymentRow(**row._mapping)
