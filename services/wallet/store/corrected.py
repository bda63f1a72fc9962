"""Settled matches as operators correct them: the last result that counts, and what replaced it."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.plumbing.database import Work
from services.plumbing.json import encode_text
from services.wallet.matches import Hold
from services.wallet.store.schema import corrections, stakes


class Settled(msgspec.Struct, frozen=True):
    """A settled match. `record`: the result that counts now, of revision `revision`; 0: never corrected."""

    hold: Hold
    first_at_ms: TimeMs
    record: dict[str, Any]
    revision: int


def lock(work: Work, match: str) -> Settled | None:
    """A settled match, ours until the end of the transaction; None: no such match has been settled."""
    row = work.execute(sa.select(stakes).where(stakes.c.match_id == match).with_for_update()).one_or_none()
    if row is None or row.settlement is None or row.stake_chips is None:
        return None
    newest = sa.select(corrections).where(corrections.c.match_id == match)
    last = work.execute(newest.order_by(corrections.c.revision.desc()).limit(1)).one_or_none()
    held = Hold(match, row.stake_chips, row.rake_bps, msgspec.json.decode(row.accounts, type=tuple[str, ...]))
    record = msgspec.json.decode(last.settlement if last else row.settlement)
    return Settled(held, row.ended_at_ms, record, last.revision if last else 0)


def add(work: Work, match: str, revision: int, by: str, reason: str, record: dict[str, Any]) -> None:
    """A result that replaces the last one."""
    values = {
        "match_id": match,
        "revision": revision,
        "ordered_by": by,
        "reason": reason,
        "settlement": encode_text(record),
        "at_ms": work.now_ms,
    }
    work.execute(corrections.insert(), values)
