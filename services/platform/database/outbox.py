"""The outbox: messages that a transaction writes as rows, and that are relayed after it with confirmations.

The rows of a commit are relayed at once from memory, all rows of one destination in one message; rows that a dead
process left behind are found by a slow poll. A row is marked as sent when the broker has confirmed it, and kept for
`outbox_keep_h`: after a restore of the database, or when the broker has lost its queues, `kafeneio recover` lets the
relays send it again. The broker in the process loses its messages, so there a start sends all rows again that the last
clean stop has not deleted.
"""

import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from services.kernel.clock import HOUR_MS
from services.platform.broker.embedded import is_drained
from services.platform.broker.errors import described
from services.platform.broker.link import BrokerDown, Confirm, Link, Unroutable
from services.platform.database.bulk_rows import delete_later, update_later
from services.platform.database.unit_of_work import Database, OutboxRow, headers_of, outbox
from services.platform.process import metrics
from services.platform.process.green_loop import BatchQueue, Full
from services.platform.process.json import join_array
from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn

log = get_logger(__name__)

_MEMORY_ROWS_MAX = 20_000
_BATCH_ROWS_MAX = 500
_LOOK_S = 5.0
"""How often the table itself is read, for rows that a dead process left and for the metrics."""
_LOOK_AGAIN_S = 1.0
"""How long to wait after a row could not be relayed."""
_LEFT_BEHIND_MS = 3_000
_CONFIRM_TIMEOUT_S = 5.0
_STARTING_S = 20.0
"""So long after a start a missing queue is normal, because its consumer is starting, too."""
_KEEP_SENT_MS = 600_000
"""With the broker in the process."""
_PRUNE_ROWS_MAX = 2_000
_PRUNE_STATEMENTS_MAX = 20
"""The most rows that one poll deletes, and the number of its statements: no lock is held for long."""
_MARK_ROWS_MAX = 500
_MARK_S = 2.0
"""Relayed rows are marked together after this time. After a crash unmarked rows are sent again, and consumers
recognise them."""


class OutboxRelay:
    """Relays a service's outbox until stopped. Several processes of a service may run one each."""

    def __init__(self, database: Database, link: Link, embedded: bool, keep_h: float = 24) -> None:
        """`embedded`: the broker loses its messages, so sent rows are kept until a clean stop. `keep_h`: otherwise,
        for so many hours."""
        self._database = database
        self._link = link
        self._embedded = embedded
        self._keep_ms = _KEEP_SENT_MS if embedded else int(keep_h * HOUR_MS)
        self._queue: BatchQueue[OutboxRow] = BatchQueue(f"outbox-{database.service}", _MEMORY_ROWS_MAX, _BATCH_ROWS_MAX)
        self._stopping = False
        self._poll_at = 0.0
        self._left_behind_ms = 0  # a process that starts may replace one that died
        self._sent_ids: list[str] = []
        self._mark_at = 0.0
        self._starting_until_s = 0.0
        self._thread: Any = None
        database.on_rows = self.offer
        database.on_orphaned = self.relay_orphaned

    def offer(self, rows: Sequence[OutboxRow]) -> None:
        """Relay rows that a commit has just written. If they are too many at once, they wait for the poll."""
        try:
            for row in rows:
                self._queue.put(row)
        except Full:
            log.warning("outbox_behind", service=self._database.service)

    def relay_orphaned(self) -> None:
        """Relay now the rows that a dead process left, however recent. Rows that others have relayed and not yet
        marked are sent again, and consumers recognise them."""
        self._left_behind_ms = 0
        self._poll_at = 0.0
        self._queue.wake()

    def start(self) -> None:
        """Start, with the rows that were left behind."""
        self._starting_until_s = time.monotonic() + _STARTING_S
        if self._embedded:
            with self._database.work() as work:
                work.execute(outbox.update().values(sent=0))
        self._thread = spawn(f"outbox-{self._database.service}", self._run)

    def stop(self, clean: bool = True) -> None:
        """Relay the waiting rows, then stop. `clean`: if consumers have handled everything too, nothing is sent
        again."""
        self._stopping = True
        self._queue.wake()
        if self._thread is not None:
            self._thread.join(5)
        if clean and self._embedded and is_drained():
            with self._database.work() as work:
                work.execute(outbox.delete().where(outbox.c.sent == 1))

    def _run(self) -> None:
        while True:
            batch = self._queue.drain(timeout_s=self._patience_s())
            try:
                if batch:
                    self._relay(batch)
                self._mark_when_due(idle=not batch)
                if self._stopping and not batch:
                    return
                if time.monotonic() >= self._poll_at:
                    self._poll()
            except Exception as error:  # noqa: BLE001 the rows are in the database; the poll finds them again
                log.warning("outbox_stalled", service=self._database.service, error=f"{type(error).__name__}: {error}")
                if self._stopping:
                    return
                self._look_soon()
                time.sleep(0.2)

    def _patience_s(self) -> float:
        """Seconds until the next task that does not depend on new rows."""
        look_s = max(0.0, self._poll_at - time.monotonic())
        return min(_MARK_S, look_s) if self._sent_ids else look_s

    def _look_soon(self) -> None:
        """Forget rows that could not be relayed now; they are still in the table."""
        self._left_behind_ms = 0
        self._poll_at = min(self._poll_at, time.monotonic() + _LOOK_AGAIN_S)

    def _poll(self) -> None:
        """Relay rows that no process has relayed, oldest first, and measure how many wait."""
        self._poll_at = time.monotonic() + _LOOK_S
        left_behind_ms, self._left_behind_ms = self._left_behind_ms, 0 if self._embedded else _LEFT_BEHIND_MS
        now_ms = self._database.clock.now_ms()
        ours = set(self._sent_ids)
        statement = (
            sa.select(outbox)
            .where(outbox.c.sent == 0, outbox.c.at_ms <= now_ms - left_behind_ms)
            .order_by(outbox.c.at_ms)
            .limit(_BATCH_ROWS_MAX)
        )
        with self._database.work() as work:
            found = [row for row in work.execute(statement) if row.id not in ours]
            waiting = work.execute(sa.select(sa.func.count()).where(outbox.c.sent == 0)).scalar_one()
        self._prune(now_ms - self._keep_ms)
        metrics.outbox_waiting.labels(self._database.service).set(waiting)
        oldest_s = (now_ms - found[0].at_ms) / 1000 if found else 0
        metrics.outbox_oldest_s.labels(self._database.service).set(oldest_s)
        if found:
            self._relay([OutboxRow(row.id, row.exchange, row.routing_key, row.body, row.at_ms) for row in found])
            if len(found) == _BATCH_ROWS_MAX:
                self._poll_at = 0.0

    def _prune(self, before_ms: int) -> None:
        """Delete rows that were sent before the given time."""
        old = sa.select(outbox.c.id).where(outbox.c.sent == 1, outbox.c.at_ms < before_ms).limit(_PRUNE_ROWS_MAX)
        for _ in range(_PRUNE_STATEMENTS_MAX):
            with self._database.work() as work:
                gone = work.execute(outbox.delete().where(outbox.c.id.in_(old))).rowcount
            if gone < _PRUNE_ROWS_MAX:
                return

    def _relay(self, rows: list[OutboxRow]) -> None:
        groups: dict[tuple[str, str], list[OutboxRow]] = {}
        for row in rows:
            groups.setdefault((row.exchange, row.routing_key), []).append(row)
        self._link.wait_up(_CONFIRM_TIMEOUT_S)
        with self._link.together():
            promises = [(group, self._publish(*where, group)) for where, group in groups.items()]
        sent = [row for group, promise in promises if self._confirmed(group, promise) for row in group]
        if len(sent) < len(rows):
            self._look_soon()
        self._sent_ids.extend(row.id for row in sent)
        metrics.outbox_sent.labels(self._database.service).inc(len(sent))

    def _publish(self, exchange: str, routing_key: str, group: list[OutboxRow]) -> Confirm | None:
        return self._link.publish(
            join_array([row.body.encode() for row in group]),
            exchange,
            routing_key,
            headers=headers_of(exchange, routing_key),
            persistent=True,
            mandatory=not exchange,
            confirm=True,
        )

    def _confirmed(self, group: list[OutboxRow], promise: Confirm | None) -> bool:
        if promise is None:
            return True
        try:
            promise.wait(_CONFIRM_TIMEOUT_S)
        except (BrokerDown, Unroutable) as error:
            report = log.debug if time.monotonic() < self._starting_until_s else log.warning
            report("relay_failed", routing_key=group[0].routing_key, rows=len(group), error=described(error))
            return False
        return True

    def _mark_when_due(self, idle: bool) -> None:
        if not self._sent_ids:
            self._mark_at = time.monotonic() + _MARK_S
        elif (idle and self._stopping) or len(self._sent_ids) >= _MARK_ROWS_MAX or time.monotonic() >= self._mark_at:
            ids, self._sent_ids = self._sent_ids, []
            self._mark_at = time.monotonic() + _MARK_S
            self._mark_sent(ids)

    def _mark_sent(self, ids: list[str]) -> None:
        with self._database.work() as work:
            if self._keep_ms:
                update_later(work, outbox, "id", [{"id": each, "sent": 1} for each in ids])
            else:
                delete_later(work, outbox, "id", ids)


def send_again(database: Database, since_ms: int, dry_run: bool = False) -> int:
    """Let the relays send once more what was sent since then, oldest first; returns the number of rows.

    This is for the time after a restore. Consumers recognise repetitions, so they have no second effect. The function
    does not wait: the running processes of the service poll every few seconds.
    """
    sent = sa.and_(outbox.c.sent == 1, outbox.c.at_ms >= since_ms)
    with database.work() as work:
        if dry_run:
            return int(work.execute(sa.select(sa.func.count()).select_from(outbox).where(sent)).scalar_one())
        return int(work.execute(outbox.update().where(sent).values(sent=0)).rowcount)
