"""Stored mutes: every one that was given, with its line of the audit log."""

import sqlalchemy as sa

from services.contracts.moderation.conduct_and_messages import Mute
from services.moderation.schema import mutes
from services.platform.database.unit_of_work import Work


def add(work: Work, mute: Mute, seq: int) -> None:
    """Store a mute; `seq`: the audit log's line about it."""
    row = {"mute_id": mute.id, "account": mute.account, "until_ms": mute.until_ms, "seq": seq}
    work.execute(mutes.insert(), row)


def find(work: Work, mute_id: str) -> Mute | None:
    """A mute by its id."""
    return _one(work, sa.select(mutes).where(mutes.c.mute_id == mute_id))


def newest(work: Work, account: str) -> Mute | None:
    """The mute of an account that counts, unless it has ended."""
    return _one(work, sa.select(mutes).where(mutes.c.account == account).order_by(mutes.c.seq.desc()).limit(1))


def _one(work: Work, chosen: sa.Select[tuple[object, ...]]) -> Mute | None:
    row = work.execute(chosen).one_or_none()
    return None if row is None else Mute(row.mute_id, row.account, row.until_ms)
