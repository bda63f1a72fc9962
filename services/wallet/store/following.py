"""Every transfer in the order of ids, for who follows the ledger."""

import sqlalchemy as sa

from services.contracts.outside import LedgerEntry
from services.plumbing.database import Work
from services.wallet.store.schema import transfers


def last_id(work: Work) -> int:
    """Where the ledger stands now; 0: nothing was posted yet."""
    return int(work.execute(sa.select(sa.func.coalesce(sa.func.max(transfers.c.id), 0))).scalar_one())


def read(work: Work, after: int, limit: int) -> list[LedgerEntry]:
    """The next transfers after an id."""
    rows = work.execute(sa.select(transfers).where(transfers.c.id > after).order_by(transfers.c.id).limit(limit))
    return [
        LedgerEntry(
            id=row.id,
            at_ms=row.at_ms,
            reference=row.idem,
            leg=row.leg,
            kind=row.kind,
            source=row.source,
            target=row.target,
            chips=row.amount_chips,
        )
        for row in rows
    ]
