"""What an operator can do about a table (RULES.md §10): the order that ends it without a result."""

import sqlalchemy as sa

from services.contracts.tables import Annul
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.plumbing import names
from services.plumbing.broker import Link
from services.plumbing.database import Database, Work
from services.plumbing.json import encode
from services.plumbing.settings import CommonSettings
from services.tables import store
from services.tables.ownership import read_shard_key

REASON_LENGTH = range(10, 501)


def order_for(work: Work, table_id: str, reason: str, by: str) -> tuple[str, Annul] | Refusal:
    """The order for a table, and the queue in which it reaches the table's owner.

    Codes: `reason_required` (10–500 characters), `table_unknown`, `match_over` (the table is closed).
    """
    if len(reason.strip()) not in REASON_LENGTH:
        return Refusal("reason_required")
    tables = store.tables
    row = work.execute(sa.select(tables.c.shard, tables.c.open).where(tables.c.table_id == table_id)).one_or_none()
    if row is None:
        return Refusal("table_unknown")
    if not row.open:
        return Refusal("match_over")
    return names.shard_queue(*read_shard_key(row.shard)), Annul(table_id, new_id(), work.now_ms, reason.strip(), by)


def annul(common: CommonSettings, database: Database, table_id: str, reason: str, by: str) -> Refusal | None:
    """Send the order; the table's owner carries it out with its next batch.

    Raises:
        BrokerDown: it could not be sent.
    """
    found = database.run(order_for, table_id, reason, by)
    if isinstance(found, Refusal):
        return found
    queue, order = found
    link = Link(common, "operator").start(5)
    try:
        sent = link.publish(encode([order]), "", queue, persistent=True, mandatory=True, confirm=True)
        if sent is not None:
            sent.wait(5)
    finally:
        link.stop()
    return None
