"""A player's transfers."""

from collections.abc import Collection

import sqlalchemy as sa

from services.contracts.wallet.balances import Transfer
from services.platform.database.unit_of_work import Work
from services.wallet.schema import transfers

ID_MAX = 2**63 - 1


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
