"""Stored webhooks with their secrets, and the newest tries of each."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from services.contracts.partners.webhooks import DELIVERIES_KEPT, Delivery, Webhook
from services.moderation.schema import webhook_deliveries as tried
from services.moderation.schema import webhooks as kept
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode, encode_text

_SHOWN = tuple(name for name in Webhook.__struct_fields__ if name not in ("webhook", "topics"))


def add(work: Work, webhook: Webhook, **more: Any) -> bool:
    """Store a new one; False: its id is taken. `more`: columns that nobody is shown."""
    row = {name: getattr(webhook, name) for name in _SHOWN}
    row |= {"webhook_id": webhook.webhook, "topics": encode_text(webhook.topics), "epoch": 0, "held_until_ms": 0}
    row |= {"holder": "", "old_secret": "", "old_until_ms": 0}
    return insert_if_missing(work, kept, row | more)


def find(work: Work, webhook: str, owner: str | None = None) -> Any:
    """The row of a webhook, locked; of this owner, or of anybody's. None: there is none."""
    chosen = sa.select(kept).where(kept.c.webhook_id == storable(webhook)).with_for_update()
    if owner is not None:
        chosen = chosen.where(kept.c.owner == storable(owner))
    return work.execute(chosen).one_or_none()


def list_all(work: Work, owner: str | None = None) -> Sequence[Any]:
    """The rows of an owner's, or of everybody's, oldest first."""
    chosen = sa.select(kept).order_by(kept.c.created_at_ms, kept.c.webhook_id)
    return work.execute(chosen if owner is None else chosen.where(kept.c.owner == storable(owner))).all()


def claim(work: Work, holder: str, until_ms: int) -> Sequence[Any]:
    """Let a process hold all active ones that no other one holds; a new holder is a new epoch. Returns their rows."""
    free = (kept.c.state == "active") & ((kept.c.holder == holder) | (kept.c.held_until_ms < work.now_ms))
    rows = work.execute(sa.select(kept).where(free).order_by(kept.c.webhook_id).with_for_update()).all()
    for row in rows:
        epoch = row.epoch if row.holder == holder else row.epoch + 1
        change(work, row.webhook_id, holder=holder, held_until_ms=until_ms, epoch=epoch)
    chosen = sa.select(kept).where(kept.c.webhook_id.in_([row.webhook_id for row in rows]))
    return work.execute(chosen.order_by(kept.c.webhook_id)).all() if rows else []


def change(work: Work, webhook: str, **columns: Any) -> None:
    """Write columns of one."""
    work.execute(kept.update().where(kept.c.webhook_id == webhook).values(**columns))


def remove(work: Work, webhook: str) -> None:
    """Delete one with its tries."""
    for table in (tried, kept):
        work.execute(table.delete().where(table.c.webhook_id == webhook))


def count(work: Work) -> dict[tuple[str, str], int]:
    """How many there are, by owner and state."""
    chosen = sa.select(kept.c.owner, kept.c.state, sa.func.count()).group_by(kept.c.owner, kept.c.state)
    return {(owner, state): number for owner, state, number in work.execute(chosen)}


def oldest_failing_ms(work: Work) -> int | None:
    """Since when the server of an active webhook has taken nothing; None: all do."""
    chosen = sa.select(sa.func.min(kept.c.failing_since_ms)).where(kept.c.state == "active")
    found: int | None = work.execute(chosen).scalar()
    return found


def note_try(work: Work, webhook: str, delivery: Delivery) -> None:
    """Keep a try, and of the older ones the newest."""
    newest = work.execute(sa.select(sa.func.max(tried.c.number)).where(tried.c.webhook_id == webhook)).scalar() or 0
    row = {name: getattr(delivery, name) for name in Delivery.__struct_fields__}
    work.execute(tried.insert(), row | {"webhook_id": webhook, "number": newest + 1})
    old = (tried.c.webhook_id == webhook) & (tried.c.number <= newest + 1 - DELIVERIES_KEPT)
    work.execute(tried.delete().where(old))


def list_tries(work: Work, webhook: str) -> list[Delivery]:
    """The kept tries, newest first."""
    chosen = sa.select(tried).where(tried.c.webhook_id == webhook).order_by(tried.c.number.desc())
    return [
        Delivery(**{name: getattr(row, name) for name in Delivery.__struct_fields__}) for row in work.execute(chosen)
    ]


def shown(row: Any) -> Webhook:
    """A row as its owner sees it."""
    fields = {name: getattr(row, name) for name in _SHOWN}
    return Webhook(webhook=row.webhook_id, topics=decode(row.topics), **fields)
