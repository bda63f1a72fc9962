"""The log of public events: a stream of RabbitMQ, which numbers messages and keeps them for some days.

Every front binds the same stream to the events' exchange; whoever follows reads it from a place of their own, so that
nothing is lost while nobody is there. A message has several events, and a relay that has died may send some again
(platform/database/outbox.py): ids are compared with those of the messages before, from before the cursor on.
"""

import time
import uuid
from collections import OrderedDict, deque
from collections.abc import Collection, Generator, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from kombu import Connection

from gateway.public_events.event_log import TELL_CURSOR_S, Follower, LoggedEvent, LogRefused, Place, place_of
from services.contracts.base import Envelope
from services.contracts.partners.public_events import PUBLIC_EVENTS
from services.platform.broker import names, senders
from services.platform.broker.link import body_of
from services.platform.broker.tls import tls_options
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings
from services.platform.process.tasks import spawn

log = get_logger(__name__)

_LOOK_BACK = 2_000
"""Messages before the cursor that are read again, to recognise repeated events."""
_KNOWN_MAX = 50_000
_PREFETCH = 200
_LOOK_S = 0.25
_MARK_TIMEOUT_S = 5.0
_RETRY_S = 2.0
_HEARTBEAT_S = 60
"""A timeout that is longer than a slow reader blocks the thread that watches the connection."""
_KEEP = {"x-queue-type": "stream", "x-max-age": "7D", "x-max-length-bytes": 2_000_000_000}
_OFFSET = "x-stream-offset"
_MARK = "kafeneio-mark"
_DEAD_LETTERED = "x-first-death-reason"

_envelopes = msgspec.json.Decoder(list[Envelope[dict[str, Any]]])


class BrokerEventLog:
    """The stream at RabbitMQ."""

    def __init__(self, settings: CommonSettings) -> None:
        """The stream exists once the first front has started."""
        self._settings = settings
        self._stopping = False

    def start(self) -> "BrokerEventLog":
        """Declare the stream as soon as the broker is available."""
        spawn("grpc-event-log", self._declare_until_done)
        return self

    def stop(self) -> None:
        """Stop trying to declare it."""
        self._stopping = True

    def follow(
        self, follower: Follower, topics: Collection[str], after: str, tell_s: float | None = None
    ) -> Generator[LoggedEvent]:
        """See `EventLog`. A connection of its own for each follower: a stream's consumer waits in its thread."""
        place = place_of(after)
        connection = self._connect()
        try:
            connection.connect()
            yield from _Reader(connection, follower, topics, place, tell_s).read()
        except (*connection.connection_errors, *connection.channel_errors, TimeoutError) as error:
            log.warning("event_log_unavailable", error=f"{type(error).__name__}: {error}")
            raise LogRefused("service_unavailable", {"service": "events"}) from error
        finally:
            connection.release()

    def _connect(self) -> Connection:
        return Connection(
            self._settings.broker_url,
            heartbeat=_HEARTBEAT_S,
            connect_timeout=5,
            ssl=tls_options(self._settings.broker_url),
            transport_options={"read_timeout": 30},
        )

    def _declare_until_done(self) -> None:
        while not self._stopping:
            try:
                with self._connect() as connection:
                    declare(connection.default_channel)
                return
            except Exception as error:  # noqa: BLE001 whatever keeps us from the broker, we try again
                log.warning("event_log_undeclared", error=f"{type(error).__name__}: {error}")
                time.sleep(_RETRY_S)


def declare(channel: Any) -> None:
    """Declare the stream and its bindings."""
    for exchange in (names.EVENTS_EXCHANGE, names.EVENT_MARKS_EXCHANGE):
        channel.exchange_declare(exchange=exchange, type=names.EXCHANGES[exchange], durable=True, auto_delete=False)
    channel.queue_declare(queue=names.EVENT_LOG, durable=True, auto_delete=False, arguments=_KEEP)
    channel.queue_bind(queue=names.EVENT_LOG, exchange=names.EVENT_MARKS_EXCHANGE, routing_key="")
    for topic in PUBLIC_EVENTS:
        channel.queue_bind(queue=names.EVENT_LOG, exchange=names.EVENTS_EXCHANGE, routing_key=f"{topic}.#")


def _is_checked(message: Any, topic: str) -> bool:
    """Whether the broker has checked who sent a message. A stream keeps none of the headers that are lists, such as
    `x-death`, but those beside it."""
    return senders.checked_event(message, topic, names.EVENT_LOG) and _DEAD_LETTERED not in message.headers


class _Reader:
    """One follower's reading. A mark that it sends to the stream shows where the stream stands when it begins."""

    def __init__(
        self,
        connection: Connection,
        follower: Follower,
        topics: Collection[str],
        after: Place | None,
        tell_s: float | None = None,
    ) -> None:
        self._connection = connection
        self._follower = follower
        self._topics = topics
        self._after = after
        self._arrived: deque[Any] = deque()
        self._known: OrderedDict[str, None] = OrderedDict()
        self._told_s = time.monotonic() if tell_s is None or after is None else float("-inf")
        self._tell_s = tell_s
        self._first = False
        """Whether the next message is the first one, which must not be later than the cursor."""

    def read(self) -> Iterator[LoggedEvent]:
        """Events, until the follower goes."""
        channel = self._connection.default_channel
        declare(channel)
        end = self._find_end()
        if end is None:
            return
        if self._after is None:
            self._after = Place(end, 0)
            start = end + 1
            yield LoggedEvent(cursor=str(self._after))
        elif self._after.offset > end:
            raise LogRefused("cursor_invalid")
        else:
            self._first = True
            start = max(0, self._after.offset - _LOOK_BACK)
        self._consume(channel, start)
        for message in self._messages(tells=self._tell_s is not None):
            if message is not None:
                self._check_first(message)
                yield from self._events(message)
            yield from self._cursor_now_and_then()

    def _find_end(self) -> int | None:
        """Find the end of the stream by sending a mark, which comes after everything before it. None: the follower
        has gone."""
        mark = uuid.uuid4().hex
        with self._connection.channel() as channel:
            self._consume(channel, "last")
            body = channel.prepare_message(b"[]", None, "application/json", "binary", headers={_MARK: mark})
            channel.basic_publish(body, exchange=names.EVENT_MARKS_EXCHANGE, routing_key="")
            for message in self._messages(_MARK_TIMEOUT_S):
                if message.headers.get(_MARK) == mark:
                    self._arrived.clear()
                    return int(message.headers[_OFFSET])
        return None

    def _consume(self, channel: Any, start: int | str) -> None:
        channel.basic_qos(0, _PREFETCH, False)
        channel.basic_consume(names.EVENT_LOG, callback=self._arrived.append, arguments={_OFFSET: start})

    def _messages(self, patience_s: float = float("inf"), *, tells: bool = False) -> Iterator[Any]:
        """Messages of the stream, as they come, until the follower goes. `tells`: None comes while there are none.

        Raises:
            TimeoutError: nothing has come for `patience_s`.
        """
        quiet_since_s = time.monotonic()
        while self._follower.is_here:
            if self._arrived:
                message = self._arrived.popleft()
                quiet_since_s = time.monotonic()
                message.channel.basic_ack(message.delivery_tag)
                yield message
            elif time.monotonic() - quiet_since_s > patience_s:
                raise TimeoutError("the event log did not show the mark")
            else:
                with suppress(TimeoutError):
                    self._connection.drain_events(timeout=_LOOK_S)
                self._connection.heartbeat_check()
                if tells and not self._arrived and not self._first:
                    yield None

    def _check_first(self, message: Any) -> None:
        """Check that the first message is not later than the cursor; otherwise some are missing."""
        if self._first and self._after is not None and message.headers[_OFFSET] > self._after.offset:
            raise LogRefused("cursor_expired")
        self._first = False

    def _cursor_now_and_then(self) -> Iterator[LoggedEvent]:
        """The position of the stream, sent regularly to a follower whose topics have no events."""
        if time.monotonic() - self._told_s > (self._tell_s or TELL_CURSOR_S):
            self._told_s = time.monotonic()
            yield LoggedEvent(cursor=str(self._after))

    def _events(self, message: Any) -> Iterator[LoggedEvent]:
        """The events of a message that the follower has not received yet."""
        offset, routing_key = message.headers[_OFFSET], message.delivery_info["routing_key"]
        topic = ".".join(routing_key.split(".")[:2])
        wanted = topic in self._topics and _is_checked(message, topic)
        for index, envelope in enumerate(_envelopes.decode(body_of(message)) if wanted else ()):
            place = Place(offset, index)
            news = self._is_new(envelope.id)
            if self._after is None or place > self._after:
                self._after = place
                if news:
                    self._told_s = time.monotonic()
                    data = PUBLIC_EVENTS[topic].shown(envelope.body)
                    yield LoggedEvent(str(place), envelope.id, topic, envelope.at_ms, data)
        if not wanted and self._after is not None and offset > self._after.offset:
            self._after = Place(offset, 0)

    def _is_new(self, id: str) -> bool:
        if id in self._known:
            return False
        self._known[id] = None
        if len(self._known) > _KNOWN_MAX:
            self._known.popitem(last=False)
        return True
