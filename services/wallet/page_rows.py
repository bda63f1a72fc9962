"""Pages of an account's history by time, newest first, of which none skips a row."""

from typing import Any

import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.platform.database.unit_of_work import Work

_ALL_MS = 2**63 - 1


def newest(
    work: Work, chosen: sa.Select[Any], at_ms: sa.Column[Any], id_: sa.Column[Any], before_ms: TimeMs | None, limit: int
) -> tuple[list[Any], TimeMs | None]:
    """The newest rows from before a moment, and the moment before which the next page begins (None: this is the last).

    A page ends with a whole millisecond: it has `limit` rows, and those beyond that share the last one's. Rows of one
    moment would else be parted by a page's end, and the rest of them be on no page.
    """
    ordered = chosen.where(at_ms < (_ALL_MS if before_ms is None else before_ms)).order_by(at_ms.desc(), id_.desc())
    rows = list(work.execute(ordered.limit(limit + 1)))
    if len(rows) <= limit:
        return rows, None
    last_ms = rows[limit - 1]._mapping[at_ms]
    if rows[limit]._mapping[at_ms] < last_ms:
        return rows[:limit], last_ms
    whole = [row for row in rows if row._mapping[at_ms] > last_ms]
    whole += work.execute(chosen.where(at_ms == last_ms).order_by(id_.desc()))
    has_more = work.execute(chosen.where(at_ms < last_ms).limit(1)).first() is not None
    return whole, last_ms if has_more else None
