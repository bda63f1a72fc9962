"""What is newest of an account: the number of its last transfer, by which balances are told in order."""

from collections.abc import Collection

import sqlalchemy as sa

from services.plumbing.database import Work
from services.wallet.store.schema import accounts, transfers


def last_transfers(work: Work, names: Collection[str]) -> dict[str, int]:
    """Account → the id of the last transfer that touched it, 0 for none; accounts without a row are missing.

    Read before a balance that is not locked: what is told of that balance is then never called newer than it is.
    """
    newest = [
        sa.func.coalesce(sa.select(sa.func.max(transfers.c.id)).where(side == accounts.c.account).scalar_subquery(), 0)
        for side in (transfers.c.source, transfers.c.target)
    ]
    chosen = sa.select(accounts.c.account, *newest).where(accounts.c.account.in_(sorted(names)))
    return {row[0]: max(row[1], row[2]) for row in work.execute(chosen)}
