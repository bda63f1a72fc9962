"""Transfers as they were posted: all of them in the order of ids, and those of one account."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from services.contracts.wallet.balances import Transfer
from services.contracts.wallet.transfers import LedgerEntry
from services.platform.database.unit_of_work import Work
from services.wallet.schema import transfers

ID_MAX = 2**63 - 1
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


def list_transfers(
    work: Work, account: str, before: int, limit: int, kinds: Collection[str] | None = None
) -> list[Transfer]:
    """The newest transfers of a ledger account with ids below `before`, newest first; of these kinds, or of all."""
    which = transfers.c.id < before
    if kinds is not None:
        which &= transfers.c.kind.in_(sorted(kinds))
    out = _leg(transfers.c.source, -transfers.c.amount_chips, transfers.c.source_balance_chips, account, which, limit)
    into = _leg(transfers.c.target, transfers.c.amount_chips, transfers.c.target_balance_chips, account, which, limit)
    both = sa.union_all(sa.select(out), sa.select(into)).subquery()
    rows = work.execute(sa.select(both).order_by(both.c.id.desc()).limit(limit))
    return [Transfer(**row) for row in rows.mappings()]


def _leg(
    side: sa.Column[str],
    chips: sa.ColumnElement[int],
    balance: sa.Column[int],
    account: str,
    which: sa.ColumnElement[bool],
    limit: int,
) -> sa.Subquery:
    """One side of the account's transfers: an index, read backwards."""
    chosen = sa.select(
        transfers.c.id,
        transfers.c.at_ms,
        transfers.c.kind,
        chips.label("chips"),
        balance.label("balance_chips"),
        transfers.c.idem.label("reference"),
    )
    return chosen.where(side == account, which).order_by(transfers.c.id.desc()).limit(limit).subquery()
