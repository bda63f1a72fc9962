"""Credits of other systems: today's sums, and those that wait for an approval."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.partners.lookups import CreditPlace, PendingCredit
from services.kernel.clock import DAY_MS
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work
from services.wallet.schema import asked_credits, batches, credit_days


class AskedCredit(msgspec.Struct, frozen=True):
    """A credit that needs an approval; `approved_by` None: it waits."""

    account: str
    chips: int
    approved_by: str | None


def is_posted(work: Work, reference: str) -> bool:
    """Whether a batch of this key has moved chips already."""
    return work.execute(sa.select(batches.c.idem).where(batches.c.idem == reference)).first() is not None


def lock_day(work: Work, caller: str) -> int:
    """The sum that a caller has credited today, locked until the end of the transaction."""
    day = work.now_ms // DAY_MS
    insert_if_missing(work, credit_days, {"caller": caller, "day": day, "chips": 0})
    today = sa.and_(credit_days.c.caller == caller, credit_days.c.day == day)
    return int(work.execute(sa.select(credit_days.c.chips).where(today).with_for_update()).scalar_one())


def save_day(work: Work, caller: str, chips: int) -> None:
    """What a caller has credited today, this credit included."""
    today = sa.and_(credit_days.c.caller == caller, credit_days.c.day == work.now_ms // DAY_MS)
    work.execute(credit_days.update().where(today).values(chips=chips))


def ask(work: Work, caller: str, key: str, account: str, chips: int) -> AskedCredit:
    """The credit that a caller has asked for under this key: this one, or the one before it."""
    values = {"caller": caller, "key": key, "account": account, "chips": chips, "at_ms": work.now_ms}
    insert_if_missing(work, asked_credits, values)
    found = lock(work, caller, key)
    assert found is not None
    return found


def lock(work: Work, caller: str, key: str) -> AskedCredit | None:
    """A credit that was asked for, nobody else's until the end of the transaction."""
    c = asked_credits.c
    mine = sa.and_(c.caller == storable(caller), c.key == storable(key))
    row = work.execute(sa.select(c.account, c.chips, c.approved_by).where(mine).with_for_update()).one_or_none()
    return None if row is None else AskedCredit(row.account, row.chips, row.approved_by)


def approve(work: Work, caller: str, key: str, approver: str) -> None:
    """Store the approval of a credit."""
    mine = sa.and_(asked_credits.c.caller == caller, asked_credits.c.key == key)
    work.execute(asked_credits.update().where(mine).values(approved_by=approver, approved_at_ms=work.now_ms))


def list_pending(work: Work, count_max: int, after: CreditPlace | None = None) -> list[PendingCredit]:
    """The oldest credits that wait, oldest first; `after`: only those that follow this place."""
    c: Any = asked_credits.c
    waiting = sa.select(asked_credits).where(c.approved_by.is_(None)).order_by(c.at_ms, c.caller, c.key)
    if after is not None:
        caller, key = storable(after.caller), storable(after.key)
        of_same_time = (c.caller > caller) | ((c.caller == caller) & (c.key > key))
        waiting = waiting.where((c.at_ms > after.asked_at_ms) | ((c.at_ms == after.asked_at_ms) & of_same_time))
    return [
        PendingCredit(row.caller, row.key, row.account, row.chips, row.at_ms)
        for row in work.execute(waiting.limit(count_max))
    ]
