"""The outbox of a process without green threads: relayed by the link and on the loop that the process has anyway.

What a commit has just written leaves at once, with confirms, by the connection on which everything else leaves too.
Rows that the broker has confirmed are marked together, in a thread. What cannot be relayed stays in the table: the
service's `OutboxRelay` (outbox.py), in another process, finds it, as it finds what a dead process has left.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa

from services.platform.broker.errors import described
from services.platform.broker.loop import BrokerDown, LoopLink
from services.platform.database.bulk_rows import delete_later, update_later
from services.platform.database.unit_of_work import Database, OutboxRow, headers_of, outbox
from services.platform.process import metrics
from services.platform.process.json import join_array
from services.platform.process.logs import get_logger

log = get_logger(__name__)

_MARK_S = 1.0
"""Well before `OutboxRelay` takes an unmarked row for one that was left behind."""
_ORPHANED_ROWS_MAX = 500


class LoopRelay:
    """Relays what a process commits; all methods are for the loop's thread."""

    def __init__(
        self,
        database: Database,
        link: LoopLink,
        keep_h: float,
        *,
        later: Callable[[float, Callable[[], None]], None],
        run_in_background: Callable[..., None],
        deliver: Callable[[Callable[[], None]], None],
    ) -> None:
        """`later` and `deliver` do something on the loop, after a while and from another thread; `run_in_background`
        does it in a thread. `keep_h`: hours for which relayed rows are kept."""
        self._database = database
        self._link = link
        self._keeps = keep_h > 0
        self._later = later
        self._run_in_background = run_in_background
        self._deliver = deliver
        self._under_way: set[str] = set()
        """Rows that are relayed and not yet marked."""
        self._sent: list[str] = []
        self._is_marking = False
        database.on_rows = self.offer
        database.on_orphaned = self.relay_orphaned

    def offer(self, rows: Sequence[OutboxRow]) -> None:
        """Relay rows, everything of one destination in one message."""
        groups: dict[tuple[str, str], list[OutboxRow]] = {}
        for row in rows:
            if row.id not in self._under_way:
                self._under_way.add(row.id)
                groups.setdefault((row.exchange, row.routing_key), []).append(row)
        for (exchange, routing_key), group in groups.items():
            self._publish(exchange, routing_key, group)

    def relay_orphaned(self) -> None:
        """Relay what another process has written and not sent, however young: it has died."""
        self._run_in_background(self._read_orphaned)

    def flush(self) -> None:
        """Mark what is sent, now; the caller waits."""
        ids, self._sent = self._sent, []
        if ids:
            self._mark(ids)

    def _publish(self, exchange: str, routing_key: str, group: list[OutboxRow]) -> None:
        ids = [row.id for row in group]
        try:
            confirm = self._link.publish(
                join_array([row.body.encode() for row in group]),
                exchange,
                routing_key,
                headers=headers_of(exchange, routing_key),
                persistent=True,
                mandatory=not exchange,
                confirm=True,
            )
        except BrokerDown as error:
            self._failed(ids, routing_key, error)
            return
        if confirm is None:
            self._confirmed(ids, routing_key, None)
        else:
            confirm.add_done_callback(partial(self._confirmed, ids, routing_key))

    def _confirmed(self, ids: list[str], routing_key: str, confirm: Any) -> None:
        error = None if confirm is None or confirm.cancelled() else confirm.exception()
        if error is not None or (confirm is not None and confirm.cancelled()):
            self._failed(ids, routing_key, error)
            return
        metrics.outbox_sent.labels(self._database.service).inc(len(ids))
        self._sent += ids
        if not self._is_marking:
            self._is_marking = True
            self._later(_MARK_S, self._begin_marking)

    def _failed(self, ids: Sequence[str], routing_key: str, error: BaseException | None) -> None:
        """They are in the table, where the other relay finds them."""
        log.warning("relay_failed", routing_key=routing_key, rows=len(ids), error=described(error))
        self._under_way.difference_update(ids)

    def _begin_marking(self) -> None:
        self._is_marking = False
        ids, self._sent = self._sent, []
        self._run_in_background(self._mark_in_background, ids)

    def _mark_in_background(self, ids: list[str]) -> None:
        try:
            self._mark(ids)
        except Exception as error:  # noqa: BLE001 what stays unmarked is sent again, and consumers know it
            log.warning("outbox_unmarked", rows=len(ids), error=f"{type(error).__name__}: {error}"[:300])
        self._deliver(partial(self._under_way.difference_update, ids))

    def _mark(self, ids: list[str]) -> None:
        with self._database.work() as work:
            if self._keeps:
                update_later(work, outbox, "id", [{"id": each, "sent": 1} for each in ids])
            else:
                delete_later(work, outbox, "id", ids)

    def _read_orphaned(self) -> None:
        statement = sa.select(outbox).where(outbox.c.sent == 0).order_by(outbox.c.at_ms).limit(_ORPHANED_ROWS_MAX)
        try:
            with self._database.work() as work:
                found = work.execute(statement).all()
        except Exception as error:  # noqa: BLE001 the other relay looks too
            log.warning("outbox_unread", error=f"{type(error).__name__}: {error}"[:300])
            return
        rows = [OutboxRow(row.id, row.exchange, row.routing_key, row.body, row.at_ms) for row in found]
        self._deliver(partial(self.offer, rows))
