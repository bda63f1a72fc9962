"""Stored orders of operators, and the settings that they have changed."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.moderation.operator_settings import SettingNow, SettingsAnnounced
from services.contracts.moderation.orders import AnyOperation, Order
from services.kernel.clock import TimeMs
from services.kernel.operator_settings import Value
from services.moderation.schema import announced_settings, operator_settings, orders
from services.platform.database.bulk_rows import insert_if_missing
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


def changed_settings(work: Work) -> dict[str, Value]:
    """The settings that operators have changed, by name."""
    rows = work.execute(sa.select(operator_settings.c.name, operator_settings.c.value))
    return {row.name: decode(row.value) for row in rows}


def save_setting(work: Work, name: str, value: Value) -> None:
    """Store another value. The caller holds the lock of conduct."""
    values = {"name": name, "value": encode_text(value)}
    if not work.execute(operator_settings.update().where(operator_settings.c.name == name).values(values)).rowcount:
        work.execute(operator_settings.insert().values(values))


def save_announced(work: Work, event: SettingsAnnounced) -> None:
    """Store the settings that a service has announced, unless newer ones are stored."""
    row = {
        "service": event.service,
        "seq": event.seq,
        "at_ms": event.at_ms,
        "settings": encode_text(event.settings),
    }
    if not insert_if_missing(work, announced_settings, row):
        kept = announced_settings.c
        later = sa.and_(kept.seq == event.seq, kept.at_ms < event.at_ms)
        is_older = sa.and_(kept.service == event.service, sa.or_(kept.seq < event.seq, later))
        work.execute(announced_settings.update().where(is_older).values(row))


def find_announced(work: Work) -> dict[str, SettingNow]:
    """The settings of other services, by name, as they were last announced."""
    rows = work.execute(sa.select(announced_settings.c.settings))
    found = [each for row in rows for each in msgspec.json.decode(row.settings, type=list[SettingNow])]
    return {each.name: each for each in found}


def services_announced(work: Work) -> set[str]:
    """The services whose settings are known."""
    return set(work.execute(sa.select(announced_settings.c.service)).scalars())


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
