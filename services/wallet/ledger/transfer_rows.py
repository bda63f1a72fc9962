"""Every transfer in the order of ids, for who follows the ledger."""

from typing import Any

import sqlalchemy as sa

from services.contracts.wallet.public_ledger import LedgerEntry
from services.platform.database.unit_of_work import Work
from services.wallet.schema import transfers

_NEWEST = 500


def last_id(work: Work) -> int:
    """Where the ledger stands now; 0: nothing was posted yet."""
    return int(work.execute(sa.select(sa.func.coalesce(sa.func.max(transfers.c.id), 0))).scalar_one())


def read(work: Work, after: int, limit: int) -> list[LedgerEntry]:
    """The next transfers after an id."""
    rows = work.execute(sa.select(transfers).where(transfers.c.id > after).order_by(transfers.c.id).limit(limit))
    return [_entry(row) for row in rows]


def find(work: Work, reference: str) -> LedgerEntry | None:
    """The first transfer of a batch."""
    chosen = sa.select(transfers).where(transfers.c.idem == reference, transfers.c.leg == 0)
    row = work.execute(chosen).one_or_none() if reference.isascii() and reference.isprintable() else None
    return None if row is None else _entry(row)


def read_newest(work: Work) -> list[LedgerEntry]:
    """The last transfers, in the order of their ids: enough to see whether something is still missing among them."""
    rows = work.execute(sa.select(transfers).order_by(transfers.c.id.desc()).limit(_NEWEST)).all()
    return [_entry(row) for row in reversed(rows)]


def _entry(row: Any) -> LedgerEntry:
    return LedgerEntry(
        id=row.id,
        at_ms=row.at_ms,
        reference=row.idem,
        leg=row.leg,
        kind=row.kind,
        source=row.source,
        target=row.target,
        chips=row.amount_chips,
    )
