"""Orders of operators to a table (RULES.md §4, §10): end it without a result, or annul one of its rounds."""

import time
from collections.abc import Callable, Sequence

import sqlalchemy as sa

from games.registry import games
from services.contracts.moderation import orders
from services.contracts.moderation.orders import AnnulMatch, OrderAnswered, OrderPlaced
from services.contracts.tables.commands import Annul, AnnulRound
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_text
from services.platform.broker.link import Link
from services.platform.database.unit_of_work import Database, Work
from services.platform.process.json import encode
from services.platform.process.settings import CommonSettings
from services.tables import schema as store
from services.tables.journal.journal_rows import find_answer
from services.tables.worker.shards.shard_names import queue_of

_ANSWER_S = 5.0
_LOOK_AGAIN_S = 0.1

Order = Annul | AnnulRound


def order_for(work: Work, table_id: str, reason: str, by: str) -> tuple[str, Annul] | Refusal:
    """The order for a table, and the queue in which it reaches the table's owner.

    Codes: `reason_required` (10–500 characters), `table_unknown`, `match_over` (the table is closed).
    """
    found = _queue_of(work, table_id, reason)
    if isinstance(found, Refusal):
        return found
    return found, Annul(table_id, new_id(), work.now_ms, clean_text(reason), by)


def round_order_for(
    work: Work, number: int, shoe_damaged: bool, table_id: str, reason: str, by: str
) -> tuple[str, AnnulRound] | Refusal:
    """The order to annul a round. Codes: those of `order_for`, `not_house_banked`."""
    found = _queue_of(work, table_id, reason)
    if isinstance(found, Refusal):
        return found
    game = found.split(".")[1]
    if not any(each.id == game and each.house_banked for each in games()):
        return Refusal("not_house_banked")
    order_id = new_id()
    return found, AnnulRound(table_id, order_id, work.now_ms, order_id, number, clean_text(reason), by, shoe_damaged)


def _queue_of(work: Work, table_id: str, reason: str) -> str | Refusal:
    if refusal := check_reason(reason):
        return refusal
    tables = store.tables
    row = work.execute(sa.select(tables.c.shard, tables.c.open).where(tables.c.table_id == table_id)).one_or_none()
    if row is None:
        return Refusal("table_unknown")
    return queue_of(row.shard) if row.open else Refusal("match_over")


def orders_placed(work: Work, events: Sequence[OrderPlaced]) -> None:
    """Orders from the staff console: each is sent to the table's owner with this transaction; its effect is in the
    table's journal."""
    for event in events:
        found = _order_of(work, event)
        if isinstance(found, Refusal):
            work.publish(OrderAnswered(order=event.order, error=found.error, detail=found.detail))
            continue
        work.send(*found)
        work.publish(OrderAnswered(order=event.order, detail={"sent_to": found[1].table}))


def _order_of(work: Work, event: OrderPlaced) -> tuple[str, Order] | Refusal:
    wanted = event.operation
    if isinstance(wanted, AnnulMatch):
        return order_for(work, wanted.table, event.reason, event.by)
    assert isinstance(wanted, orders.AnnulRound)
    return round_order_for(work, wanted.number, wanted.damaged_shoe, wanted.table, event.reason, event.by)


def annul(common: CommonSettings, database: Database, table_id: str, reason: str, by: str) -> Refusal | None:
    """Send the order; the table's owner carries it out with its next batch.

    Raises:
        BrokerDown: it could not be sent.
    """
    found = database.run(order_for, table_id, reason, by)
    if isinstance(found, Refusal):
        return found
    _send(common, *found)
    return None


def annul_round(
    common: CommonSettings, database: Database, number: int, shoe_damaged: bool, table_id: str, reason: str, by: str
) -> Refusal | None:
    """Send the order and wait for its effect at the table. Codes: those of `round_order_for`, `round_unknown` (no bets
    of a round with this number are held), `round_settled` (it is being paid), `round_annulled`, `table_stopped`;
    `not_answered`: sent, but no owner has carried it out yet.

    Raises:
        BrokerDown: it could not be sent.
    """
    found = database.run(round_order_for, number, shoe_damaged, table_id, reason, by)
    if isinstance(found, Refusal):
        return found
    queue, order = found
    _send(common, queue, order)
    return wait_for(lambda: database.run(find_answer, table_id, order.id))


def wait_for(look: Callable[[], int | Refusal | None], seconds: float = _ANSWER_S) -> Refusal | None:
    """Call `look` until it returns an answer: a refusal, or None if the order was carried out."""
    deadline_s = time.monotonic() + seconds
    while (answer := look()) is None:
        if time.monotonic() > deadline_s:
            return Refusal("not_answered")
        time.sleep(_LOOK_AGAIN_S)
    return answer if isinstance(answer, Refusal) else None


def _send(common: CommonSettings, queue: str, order: Order) -> None:
    link = Link(common, "operator").start(5)
    try:
        sent = link.publish(encode([order]), "", queue, persistent=True, mandatory=True, confirm=True)
        if sent is not None:
            sent.wait(5)
    finally:
        link.stop()
