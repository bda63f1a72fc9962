"""Free chips and tickets by network and day (RULES.md §7)."""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from services.kernel.clock import DAY_MS
from services.platform.database.unit_of_work import Work
from services.wallet.schema import network_counts

DAYS = 30
"""How many days are counted together and stored."""


def count_one(work: Work, kind: str, network: str, days: int = DAYS) -> int:
    """Count one more; returns how many that makes in these days. Another one of the network waits for our commit.

    `network`: a hash, empty where it is not known: then nothing is counted, and 0 returned.
    """
    if not network:
        return 0
    today = work.now_ms // DAY_MS
    insert = sqlite.insert if work.is_sqlite else postgresql.insert
    one = insert(network_counts).values(kind=kind, network=network, day=today, number=1)
    more = {"number": network_counts.c.number + 1}
    work.execute(one.on_conflict_do_update(index_elements=["kind", "network", "day"], set_=more))
    return count(work, kind, network, days)


def forget(work: Work, at_most: int) -> int:
    """Delete counts of days that are counted no more, of networks that never come again too; returns how many."""
    c = network_counts.c
    old = sa.select(c.kind, c.network, c.day).where(c.day <= work.now_ms // DAY_MS - DAYS).limit(at_most)
    return int(work.execute(network_counts.delete().where(sa.tuple_(c.kind, c.network, c.day).in_(old))).rowcount)


def count(work: Work, kind: str, network: str, days: int = DAYS) -> int:
    """How many there were in the last days, today included."""
    since = work.now_ms // DAY_MS - days + 1
    total = sa.select(sa.func.coalesce(sa.func.sum(network_counts.c.number), 0))
    return int(work.execute(total.where(_is(kind, network), network_counts.c.day >= since)).scalar_one())


def _is(kind: str, network: str) -> sa.ColumnElement[bool]:
    return sa.and_(network_counts.c.kind == kind, network_counts.c.network == network)
