"""Stored orders of operators."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.moderation.orders import AnyOperation, Order
from services.kernel.clock import TimeMs
from services.moderation.schema import orders
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode, encode_text


def find(work: Work, order_id: str) -> Order | None:
    """An order by its id."""
    row = work.execute(sa.select(orders).where(orders.c.order_id == order_id)).one_or_none()
    return None if row is None else _order(row)


def add(work: Work, order: Order) -> None:
    """Store a new order."""
    values = {
        "order_id": order.id,
        "ordered_by": order.by,
        "reason": order.reason,
        "operation": encode_text(order.operation),
        "at_ms": order.at_ms,
        "state": order.state,
        "detail": encode_text(order.detail),
        "answered_at_ms": order.answered_at_ms,
    }
    work.execute(orders.insert().values(values))


def answer(work: Work, order_id: str, error: str | None, detail: Any) -> None:
    """Store the outcome of an order; one that is done stays done, even if another service has refused it."""
    values = {
        "state": "done" if error is None else "refused",
        "error": error,
        "detail": encode_text(detail),
        "answered_at_ms": work.now_ms,
    }
    same = sa.and_(orders.c.order_id == order_id, orders.c.state != "done")
    work.execute(orders.update().where(same).values(values))


def list_newest(work: Work, count_max: int) -> list[Order]:
    """The newest orders."""
    chosen = sa.select(orders).order_by(orders.c.at_ms.desc(), orders.c.order_id).limit(count_max)
    return [_order(row) for row in work.execute(chosen)]


def oldest_placed_ms(work: Work) -> TimeMs | None:
    """Since when the oldest order waits for its service; None: none waits."""
    waiting = sa.select(sa.func.min(orders.c.at_ms)).where(orders.c.state == "placed")
    return work.execute(waiting).scalar_one()


def _order(row: Any) -> Order:
    return Order(
        id=row.order_id,
        by=row.ordered_by,
        reason=row.reason,
        operation=msgspec.json.decode(row.operation, type=AnyOperation),
        at_ms=row.at_ms,
        state=row.state,
        error=row.error,
        detail=decode(row.detail),
        answered_at_ms=row.answered_at_ms,
    )
