"""The inbox: a consumer stores the ids of events in the same transaction as their effects.

A handler that recognises repeated events by its own rows does not need that.

A handler gets all new events of a message in one transaction. If it fails, they are handled one by one, so that a bad
event does not delay the others; it is retried for a while and then parked where operators can list and replay it.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from services.contracts.base import Envelope, Event
from services.kernel.clock import DAY_MS
from services.platform.broker import names
from services.platform.broker.dead_letters import Letter, park
from services.platform.broker.link import BrokerDown, Link, Unroutable
from services.platform.database import prepared_scripts
from services.platform.database.unit_of_work import Database, Work, retry_cause
from services.platform.process import metrics, tracing
from services.platform.process.json import encode, join_array, read_items
from services.platform.process.logs import get_logger
from services.platform.process.tracing import traced

log = get_logger(__name__)

E = TypeVar("E", bound=Event)
Handler = Callable[[Work, list[Any]], None]
"""Takes the unit of work and the bodies of the events."""


class _Way(NamedTuple):
    """How events are handled: the handler, and whether the inbox stores their ids or the handler recognises them."""

    name: str
    handler: Handler
    remember: bool


_RETRY_S = (0.05, 0.2, 0.5, 1.0)
_TRANSIENT_PAUSE_S = 0.5
_CONFIRM_TIMEOUT_S = 5.0
_ANSWER_RETRY_S = (0.1, 0.3, 0.5, 1.0, 1.0, 2.0, 2.0, 5.0, 5.0)
"""Long enough for a database or a broker to come back."""
_QUIET_TRIES = 7
"""So many tries, about five seconds, pass without a warning."""
_KEEP_MS = 7 * DAY_MS
_REMEMBER_POSTGRES = (
    "INSERT INTO inbox (handler, at_ms, event_id) SELECT $1::text, $2::bigint, id "
    "FROM unnest($3::text[]) AS id ON CONFLICT DO NOTHING RETURNING event_id"
)

metadata = sa.MetaData()
inbox = sa.Table(
    "inbox",
    metadata,
    sa.Column("handler", sa.Text, primary_key=True),
    sa.Column("event_id", sa.Text, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("inbox_by_time", "at_ms"),
)
"""The same in every service's schema."""


@cache
def _decoders(
    kind: type[Event],
) -> tuple[msgspec.json.Decoder[list[Envelope[Any]]], msgspec.json.Decoder[Envelope[Any]]]:
    """Of a whole message, and of one envelope."""
    whole = msgspec.json.Decoder(list[Envelope[kind]])  # type: ignore[valid-type]
    return whole, msgspec.json.Decoder(Envelope[kind])  # type: ignore[valid-type]


class Inbox:
    """Handles the messages of a service and stores which events have been handled."""

    def __init__(self, database: Database, link: Link) -> None:
        """`link` carries the messages that are parked."""
        self._database = database
        self._link = link

    def handle(
        self,
        name: str,
        kind: type[E],
        bodies: Sequence[bytes],
        handler: Handler,
        remember: bool = True,
        wanted: Callable[[E], bool] = lambda _event: True,
    ) -> None:
        """Handle messages of envelopes; when this returns, each has had its effect once or is parked.

        Without `remember` an event may come to the handler again, in another call, whose business that is then. The
        handler gets only those that are `wanted`; of the others nothing is kept.

        Raises:
            BrokerDown: what had to be parked could not be; the message must be delivered again.
        """
        envelopes = [each for each in self._read(name, kind, bodies) if wanted(each.body)]
        way = _Way(name, handler, remember)
        if envelopes and not self._try(way, envelopes):
            for envelope in envelopes:
                self._handle_alone(way, envelope)

    def _read(self, name: str, kind: type[Event], bodies: Sequence[bytes]) -> list[Envelope[Any]]:
        """All envelopes that can be read. The others are parked one by one, so that each can be replayed."""
        whole, single = _decoders(kind)
        envelopes: list[Envelope[Any]] = []
        for body in bodies:
            found, unreadable = read_items(body, whole, single)
            envelopes += found
            for item in unreadable:
                log.error("event_unreadable", handler=name, error=item.reason)
                self._park(name, body if item.body is body else join_array([item.body]), item.reason)
        return envelopes

    def answer(self, name: str, kind: type[Event], bodies: Sequence[bytes], handler: Handler) -> None:
        """Answer questions: the handler only reads, so no ids are stored, and a repeated question is answered again.

        When this returns, the broker has the answers, or the questions are parked.
        """
        envelopes = self._read(name, kind, bodies)
        for tries, pause_s in enumerate((*_ANSWER_RETRY_S, None) if envelopes else ()):
            try:
                self._answer_once(name, envelopes, handler)
                return
            except (BrokerDown, Unroutable) as error:
                # The sender of the question may still be declaring its queue, or the broker may be coming back.
                report = log.debug if tries < _QUIET_TRIES else log.warning
                report("answer_waits", handler=name, error=str(error))
                metrics.events_retried.labels(self._database.service, name).inc()
                if pause_s is not None:
                    time.sleep(pause_s)
            except Exception:
                log.exception("answer_failed", handler=name)
                metrics.events_retried.labels(self._database.service, name).inc()
                if pause_s is not None:
                    time.sleep(pause_s)
        if envelopes:
            self._park(name, join_array([encode(each) for each in envelopes]), "not answered")

    def _answer_once(self, name: str, envelopes: Sequence[Envelope[Any]], handler: Handler) -> None:
        with tracing.consumed(name, [each.trace for each in envelopes]) as traces:
            rows = self._database.collect(self._ask, envelopes, handler, traces)
        groups: dict[str, list[bytes]] = {}
        for row in rows:
            groups.setdefault(row.routing_key, []).append(row.body.encode())
        self._link.wait_up(_CONFIRM_TIMEOUT_S)
        with self._link.together():
            promises = [
                self._link.publish(join_array(bodies), "", queue, persistent=True, mandatory=True, confirm=True)
                for queue, bodies in groups.items()
            ]
        for promise in promises:
            if promise is not None:
                promise.wait(_CONFIRM_TIMEOUT_S)
        metrics.events_handled.labels(self._database.service, name).inc(len(envelopes))

    def _ask(self, work: Work, envelopes: Sequence[Envelope[Any]], handler: Handler, traces: Sequence[str]) -> None:
        work.traces = {id(envelope.body): trace for envelope, trace in zip(envelopes, traces, strict=True)}
        handler(work, [envelope.body for envelope in envelopes])

    def _handle_alone(self, way: _Way, envelope: Envelope[Any]) -> None:
        for pause_s in (*_RETRY_S, None):
            if self._try(way, [envelope]):
                return
            metrics.events_retried.labels(self._database.service, way.name).inc()
            if pause_s is not None:
                time.sleep(pause_s)
        self._park(way.name, join_array([encode(envelope)]), "handler failed")

    def _try(self, way: _Way, envelopes: Sequence[Envelope[Any]]) -> bool:
        """One transaction; waits as long as the database is away. False: the handler failed."""
        while True:
            try:
                with (
                    tracing.consumed(way.name, [each.trace for each in envelopes]) as traces,
                    traced(traces[0]),
                ):
                    self._database.run(self._apply, way, envelopes, traces)
                return True
            except Exception as error:
                if isinstance(error, sa.exc.DBAPIError) and retry_cause(error) == "connection":
                    time.sleep(_TRANSIENT_PAUSE_S)
                    continue
                log.exception("event_failed", handler=way.name, events=len(envelopes))
                return False

    def _apply(self, work: Work, way: _Way, envelopes: Sequence[Envelope[Any]], traces: Sequence[str]) -> None:
        by_id = {envelope.id: envelope for envelope in envelopes}
        fresh = self._fresh(work, way.name, by_id) if way.remember else list(by_id.values())
        repeated = len(envelopes) - len(fresh)
        if repeated:
            metrics.events_repeated.labels(self._database.service, way.name).inc(repeated)
        if not fresh:
            return
        work.traces = {id(envelope.body): trace for envelope, trace in zip(envelopes, traces, strict=True)}
        way.handler(work, [envelope.body for envelope in fresh])
        metrics.events_handled.labels(self._database.service, way.name).inc(len(fresh))
        lag_s = metrics.events_lag_s.labels(self._database.service, way.name)
        for envelope in fresh:
            lag_s.observe(max(0, work.now_ms - envelope.at_ms) / 1000)

    def _fresh(self, work: Work, name: str, by_id: Mapping[str, Envelope[Any]]) -> list[Envelope[Any]]:
        """Store the ids and return those that are new: one statement, which waits for another process with the same
        ids."""
        if self._database.is_sqlite:
            rows = [{"handler": name, "event_id": event_id, "at_ms": work.now_ms} for event_id in by_id]
            statement = sqlite.insert(inbox).on_conflict_do_nothing().returning(inbox.c.event_id)
            new = set(work.execute(statement, rows).scalars()) if rows else set()
        else:
            values = (name, str(work.now_ms), prepared_scripts.array(by_id))
            (found,) = work.call(prepared_scripts.Call(_REMEMBER_POSTGRES, values))
            new = {row.event_id for row in found}
        return [envelope for event_id, envelope in by_id.items() if event_id in new]

    def prune(self, keep_ms: int = _KEEP_MS) -> None:
        """Delete the ids of events that no broker will deliver again."""
        with self._database.work() as work:
            work.execute(inbox.delete().where(inbox.c.at_ms < work.now_ms - keep_ms))

    def _park(self, name: str, body: bytes, reason: str) -> None:
        service = self._database.service
        park(self._link, Letter(service, name, body, reason, self._database.clock.now_ms()))
        metrics.events_parked.labels(service, name).inc()
        log.error("event_parked", handler=name, queue=names.dead_queue(service), reason=reason)
