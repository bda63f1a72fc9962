"""Purchases for chips: avatars, and items that were given at tables."""

from typing import Any

import sqlalchemy as sa

from services.contracts.wallet.shop import Gift
from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.wallet.schema import avatars, gifts

GALLERY_MAX = 100


def owned_avatars(work: Work, account: str) -> dict[str, str]:
    """The avatars of an account, each with the order that bought it."""
    chosen = sa.select(avatars.c.avatar, avatars.c.order_id).where(avatars.c.account == account)
    return {row.avatar: row.order_id for row in work.execute(chosen)}


def add_avatar(work: Work, account: str, avatar: str, order_id: str) -> None:
    """Store a purchased avatar."""
    values = {"account": account, "avatar": avatar, "order_id": order_id, "at_ms": work.now_ms}
    work.execute(avatars.insert(), values)


def find_gift(work: Work, giver: str, order_id: str) -> Gift | None:
    """The gift of an order."""
    row = work.execute(sa.select(gifts).where(gifts.c.giver == giver, gifts.c.order_id == order_id)).one_or_none()
    return None if row is None else _gift(row)


def add_gift(work: Work, gift: Gift, order_id: str) -> None:
    """Store a gift."""
    values = {
        "gift": gift.gift,
        "order_id": order_id,
        "table_id": gift.table,
        "item": gift.item,
        "from_seat": gift.from_seat,
        "to_seat": gift.to_seat,
        "giver": gift.giver,
        "receiver": gift.receiver,
        "at_ms": gift.at_ms,
        "match_id": gift.match,
    }
    bulk_rows.insert_missing_later(work, gifts, [values])


def list_gifts(work: Work, table: str | None, receiver: str | None, since_ms: TimeMs) -> list[Gift]:
    """Gifts at a table, to an account, or both, oldest first; of many the newest."""
    chosen = sa.select(gifts).where(gifts.c.at_ms >= since_ms)
    if table is not None:
        chosen = chosen.where(gifts.c.table_id == table)
    if receiver is not None:
        chosen = chosen.where(gifts.c.receiver == receiver)
    found = work.execute(chosen.order_by(gifts.c.at_ms.desc(), gifts.c.gift).limit(GALLERY_MAX))
    return [_gift(row) for row in found][::-1]


def _gift(row: Any) -> Gift:
    return Gift(
        gift=row.gift,
        table=row.table_id,
        item=row.item,
        from_seat=row.from_seat,
        to_seat=row.to_seat,
        giver=row.giver,
        receiver=row.receiver,
        at_ms=row.at_ms,
        match=row.match_id,
    )
