"""Stored appeals."""

from typing import Any

import sqlalchemy as sa

from services.contracts.moderation.appeals import Appeal, AppealPlace
from services.moderation.schema import appeals
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work


def add(work: Work, appeal: Appeal) -> None:
    """Store a new appeal."""
    row = {
        "appeal_id": appeal.id,
        "account": appeal.account,
        "kind": appeal.kind,
        "of": appeal.of,
        "text": appeal.text,
        "at_ms": appeal.created_at_ms,
        "decided_by": appeal.decided_by,
    }
    work.execute(appeals.insert(), row)


def find(work: Work, appeal_id: str) -> Appeal | None:
    """An appeal by its id."""
    row = work.execute(sa.select(appeals).where(appeals.c.appeal_id == storable(appeal_id))).one_or_none()
    return None if row is None else _appeal(row)


def is_appealed(work: Work, of: str) -> bool:
    """Whether there is an appeal against this suspension or block."""
    return work.execute(sa.select(appeals.c.appeal_id).where(appeals.c.of == of)).first() is not None


def list_some(work: Work, *, ruled: bool, count_max: int, after: AppealPlace | None = None) -> list[Appeal]:
    """Open appeals, oldest first; or ruled ones, newest first. `after`: only those that follow this place."""
    is_open = appeals.c.ruled_at_ms.is_(None)
    chosen = sa.select(appeals).where(sa.not_(is_open) if ruled else is_open).limit(count_max)
    at_ms = appeals.c.ruled_at_ms if ruled else appeals.c.at_ms
    if after is not None:
        follows = at_ms < after.at_ms if ruled else at_ms > after.at_ms
        chosen = chosen.where(follows | ((at_ms == after.at_ms) & (appeals.c.appeal_id > storable(after.appeal))))
    order = at_ms.desc() if ruled else at_ms
    return [_appeal(row) for row in work.execute(chosen.order_by(order, appeals.c.appeal_id))]


def list_of(work: Work, account: str) -> list[Appeal]:
    """An account's appeals, newest first."""
    chosen = sa.select(appeals).where(appeals.c.account == storable(account)).order_by(appeals.c.at_ms.desc())
    return [_appeal(row) for row in work.execute(chosen)]


def rule(work: Work, appeal: Appeal) -> None:
    """Store the ruling on an appeal."""
    values = {
        "outcome": appeal.outcome,
        "until_ms": appeal.until_ms,
        "ruled_at_ms": appeal.ruled_at_ms,
        "ruled_by": appeal.ruled_by,
        "reason": appeal.reason,
    }
    work.execute(appeals.update().where(appeals.c.appeal_id == appeal.id).values(values))


def _appeal(row: Any) -> Appeal:
    return Appeal(
        id=row.appeal_id,
        account=row.account,
        kind=row.kind,
        of=row.of,
        text=row.text,
        created_at_ms=row.at_ms,
        decided_by=row.decided_by,
        outcome=row.outcome,
        until_ms=row.until_ms,
        ruled_at_ms=row.ruled_at_ms,
        ruled_by=row.ruled_by,
        reason=row.reason,
    )
