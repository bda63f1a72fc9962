"""A link to the broker that stays up: one connection, a reader, heartbeats, reconnects, confirmed publishing.

The same class serves RabbitMQ and the broker in the process, green threads and real ones.
"""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from kombu import Connection

from services.platform.broker import embedded, eventlet_io, lost_connections, names
from services.platform.broker.errors import BrokerDown as BrokerDown
from services.platform.broker.errors import Unroutable as Unroutable
from services.platform.broker.tls import tls_options
from services.platform.process import metrics
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings
from services.platform.process.tasks import spawn

log = get_logger(__name__)

_BACKOFF_S = (0.05, 0.1, 0.2, 0.4, 0.8, 1.0)
_STOP_S = 2.0
_TAG_HEADER = "x-tag"
"""A header that identifies a returned message: AMQP returns messages without their delivery numbers."""


def body_of(message: Any) -> bytes:
    """The body of a message as it was sent: the library decodes bodies that are declared as text."""
    body = message.body
    return body.encode() if isinstance(body, str) else bytes(body)


class Confirm:
    """A pending confirmation by the broker that it has a message."""

    __slots__ = ("_done", "error")

    def __init__(self) -> None:
        """Not yet confirmed."""
        self._done = threading.Event()
        self.error: Exception | None = None

    def settle(self, error: Exception | None = None) -> None:
        """The confirmation has come or, with `error`, will not come."""
        self.error = self.error or error
        self._done.set()

    def wait(self, timeout_s: float) -> None:
        """Wait for the confirmation.

        Raises:
            BrokerDown: it did not come. Unroutable: no queue takes the message.
        """
        if not self._done.wait(timeout_s):
            raise BrokerDown("no confirm in time")
        if self.error is not None:
            raise self.error


class Link:
    """One connection with one channel. `on_up` declares and consumes after every (re)connection."""

    def __init__(self, settings: CommonSettings, name: str, on_up: Callable[["Link"], None] | None = None) -> None:
        """Not connected until `start`."""
        embedded.register()
        self.name = name
        self.channel: Any = None
        self.on_return: Callable[[str, dict[str, Any]], None] | None = None
        """Called with routing key and headers of a mandatory message that no queue takes."""
        self.on_down: Callable[[], None] | None = None
        self._settings = settings
        self._on_up = on_up
        self._up = threading.Event()
        self._told_up = False
        """Whether `on_down` has yet to be called for the present connection."""
        self._stopping = False
        self._lock = threading.RLock()
        self._connection: Any = None
        self._confirms: dict[int, Confirm] = {}
        self._early: list[tuple[Callable[[Any], None], Any]] = []
        """Messages that came while `on_up` was still declaring queues, with their consumers."""
        self._next_tag = 0
        self._thread: threading.Thread | None = None

    # --- life ---

    def start(self, timeout_s: float = 0) -> "Link":
        """Begin to connect; wait up to `timeout_s` for the first connection."""
        self._thread = spawn(f"link-{self.name}", self._run)
        if timeout_s:
            self.wait_up(timeout_s)
        return self

    def stop(self) -> None:
        """Close for good; what is not acknowledged goes back to its queues."""
        self._stopping = True
        if not self._settings.embedded:
            self._break()
            if self._thread is not None and self._thread is not threading.current_thread():
                self._thread.join(_STOP_S)
        self._close()

    @property
    def is_up(self) -> bool:
        """Whether messages can pass now."""
        return self._up.is_set()

    def wait_up(self, timeout_s: float) -> None:
        """Wait for the connection.

        Raises:
            BrokerDown: it did not come up in time.
        """
        if not self._up.wait(timeout_s):
            raise BrokerDown(f"link {self.name}: broker not reachable")

    # --- publishing ---

    def publish(
        self,
        body: bytes,
        exchange: str,
        routing_key: str,
        *,
        headers: dict[str, Any] | None = None,
        persistent: bool = False,
        mandatory: bool = False,
        confirm: bool = False,
        expiration_ms: int | None = None,
        wait_up_s: float = 0.0,
        **properties: Any,
    ) -> Confirm | None:
        """Send one message; with `confirm` the caller gets the pending confirmation.

        Raises:
            BrokerDown: there is no connection (after `wait_up_s`).
        """
        if not self._up.is_set():
            self.wait_up(wait_up_s)
        properties |= {"delivery_mode": 2 if persistent else 1}
        if expiration_ms is not None:
            properties["expiration"] = str(expiration_ms)
        with self._lock:
            channel = self.channel
            if channel is None:
                raise BrokerDown(f"link {self.name}: not connected")
            headers = dict(headers or {})
            if not self._settings.embedded:
                self._next_tag += 1
                if mandatory and confirm:
                    headers[_TAG_HEADER] = self._next_tag
            message = channel.prepare_message(
                body, None, "application/json", "binary", headers=headers, properties=properties
            )
            if self._settings.embedded:
                return self._publish_embedded(channel, message, exchange, routing_key, headers, mandatory)
            promise = None
            if confirm:
                promise = self._confirms[self._next_tag] = Confirm()
            try:
                channel.basic_publish(message, exchange=exchange, routing_key=routing_key, mandatory=mandatory)
            except self._errors() as error:
                self._confirms.pop(self._next_tag, None)
                self._break()
                raise BrokerDown(f"link {self.name}: {error}") from error
            return promise

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Send everything that is published inside as one piece; nothing inside may wait, not even for a confirmation.

        A connection that is lost meanwhile shows in the confirms.
        """
        with self._lock:
            if self.channel is None or self._settings.embedded:
                yield
                return
            with eventlet_io.written_together(self.channel, self._break):
                yield

    def _publish_embedded(
        self, channel: Any, message: Any, exchange: str, routing_key: str, headers: dict[str, Any], mandatory: bool
    ) -> Confirm:
        promise = Confirm()
        if not exchange and not channel._has_queue(routing_key):
            if mandatory and self.on_return is not None:
                self.on_return(routing_key, headers)
            promise.settle(Unroutable(routing_key) if mandatory else None)
            return promise
        channel.basic_publish(message, exchange=exchange, routing_key=routing_key)
        promise.settle()
        return promise

    # --- consuming; called from `on_up` ---

    def declare_exchanges(self) -> None:
        """The exchanges of the platform."""
        for exchange, kind in names.EXCHANGES.items():
            self.channel.exchange_declare(exchange=exchange, type=kind, durable=True, auto_delete=False)

    def declare_durable(self, queue: str, dead: str, **arguments: Any) -> None:
        """A durable queue and the dead-letter queue behind it."""
        self.declare_dead(dead)
        self.channel.queue_declare(
            queue=queue,
            durable=True,
            auto_delete=False,
            arguments=names.durable_arguments(self._settings, dead, **arguments),
        )

    def declare_dead(self, queue: str) -> None:
        """A dead-letter queue. Its type is its only argument, so that every release and every link declares it alike;
        how often its messages may be delivered is a policy of the broker (deploy/RABBITMQ.md)."""
        self.channel.queue_declare(
            queue=queue, durable=True, auto_delete=False, arguments={"x-queue-type": self._settings.queue_type}
        )

    def declare_own(self, queue: str, exchanges: tuple[str, ...] = (), length_max: int = 100_000) -> None:
        """A queue that lives and dies with this connection, bound to fanout exchanges."""
        self.channel.queue_declare(
            queue=queue, durable=False, exclusive=True, auto_delete=True, arguments={"x-max-length": length_max}
        )
        for exchange in exchanges:
            self.channel.queue_bind(queue=queue, exchange=exchange, routing_key="")

    def consume(self, queue: str, callback: Callable[[Any], None], *, prefetch: int = 0, no_ack: bool = False) -> str:
        """Deliver the queue's messages to `callback`, at most `prefetch` unacknowledged; returns the consumer tag.

        The callback runs on the reader: it hands the message on and returns at once. It gets nothing before the link
        is up, because handling a message may involve publishing.
        """
        if prefetch:
            self.channel.basic_qos(0, prefetch, False)
        tag = f"{self.name}.{queue}"
        self.channel.basic_consume(queue, no_ack=no_ack, callback=partial(self._deliver, callback), consumer_tag=tag)
        return tag

    def consume_again(self, queue: str, callback: Callable[[Any], None], tag: str) -> None:
        """Subscribe again to a queue that was cancelled, behind all other subscribers. May be called at any time."""
        with self._lock:
            if self.channel is not None:
                deliver = partial(self._deliver, callback)
                try:
                    self.channel.basic_consume(queue, callback=deliver, consumer_tag=tag, nowait=True)
                except self._errors():
                    self._break()

    def _deliver(self, callback: Callable[[Any], None], message: Any) -> None:
        if self._up.is_set():
            callback(message)
        else:
            self._early.append((callback, message))

    def ack(self, delivery_tag: Any, channel: Any, *, multiple: bool = False) -> None:
        """Acknowledge a message, if its channel is still open; otherwise the broker has it back already."""
        with self._lock:
            if channel is not self.channel:
                return
            try:
                channel.basic_ack(delivery_tag, multiple=multiple)
            except self._errors():
                self._break()

    def requeue(self, delivery_tag: Any, channel: Any) -> None:
        """Put a message back."""
        self._reject(delivery_tag, channel, requeue=True)

    def give_up(self, delivery_tag: Any, channel: Any) -> None:
        """Send a message to the dead letters behind its queue."""
        self._reject(delivery_tag, channel, requeue=False)

    def _reject(self, delivery_tag: Any, channel: Any, *, requeue: bool) -> None:
        with self._lock:
            if channel is not self.channel:
                return
            try:
                channel.basic_reject(delivery_tag, requeue=requeue)
            except self._errors():
                self._break()

    def cancel(self, consumer_tag: str) -> None:
        """Receive no more messages of a queue."""
        with self._lock:
            if self.channel is not None:
                kwargs = {} if self._settings.embedded else {"nowait": True}
                try:
                    self.channel.basic_cancel(consumer_tag, **kwargs)
                except self._errors():
                    self._break()

    # --- the reader ---

    def _run(self) -> None:
        tries = 0
        while not self._stopping:
            try:
                self._connect()
            except Exception as error:  # noqa: BLE001 whatever keeps us from the broker, we try again
                if tries in (0, 5) or tries % 30 == 0:
                    log.warning("broker_unreachable", link=self.name, error=str(error), tries=tries)
                self._close()
                time.sleep(_BACKOFF_S[min(tries, len(_BACKOFF_S) - 1)])
                tries += 1
                continue
            tries = 0
            try:
                self._read()
            except Exception as error:  # noqa: BLE001 a broken connection has many names; all mean: connect again
                if not self._stopping:
                    log.warning("broker_lost", link=self.name, error=f"{type(error).__name__}: {error}")
            finally:
                self._close()
                metrics.broker_reconnects.labels(self.name).inc()

    def _connect(self) -> None:
        heartbeat = self._settings.broker_heartbeat_s
        connection = Connection(
            self._settings.broker_url,
            heartbeat=heartbeat,
            connect_timeout=5,
            ssl=tls_options(self._settings.broker_url),
            transport_options={"read_timeout": 30},
        )
        connection.connect()
        if not self._settings.embedded:
            eventlet_io.buffer_reads(connection)
            lost_connections.keep_lost(connection)
        channel = connection.channel()
        if not self._settings.embedded:
            # With this capability the library reads before it writes: half a message would be lost to our reader.
            connection.connection.client_properties.get("capabilities", {}).pop("connection.blocked", None)
            channel.confirm_select()
            channel.events["basic_ack"].add(self._on_ack)
            channel.events["basic_nack"].add(self._on_nack)
            channel.events["basic_return"].add(self._on_basic_return)
        with self._lock:
            self._connection, self.channel = connection, channel
            self._next_tag = 0
        if self._on_up is not None:
            self._on_up(self)
        self._told_up = True
        self._up.set()
        metrics.broker_up.labels(self.name).set(1)
        early, self._early = self._early, []
        for callback, message in early:
            callback(message)

    def _read(self) -> None:
        connection = self._connection
        pause_s = max(self._settings.broker_heartbeat_s / 4, 0.25)
        check_at = time.monotonic() + pause_s
        while not self._stopping:
            with contextlib.suppress(TimeoutError):
                connection.drain_events(timeout=pause_s)
            now = time.monotonic()
            if now >= check_at and not self._settings.embedded:
                check_at = now + pause_s
                with self._lock:
                    connection.heartbeat_check(rate=2)

    def _close(self) -> None:
        with self._lock:
            was_up, self._told_up = self._told_up, False
            self._up.clear()
            connection, self._connection, self.channel = self._connection, None, None
            confirms, self._confirms = self._confirms, {}
            self._early = []  # the broker has them back
        metrics.broker_up.labels(self.name).set(0)
        for confirm in confirms.values():
            confirm.settle(BrokerDown("connection lost"))
        if was_up and self.on_down is not None:
            self.on_down()
        if connection is not None:
            self._hang_up(connection)

    def _hang_up(self, connection: Any) -> None:
        """Close without waiting for the broker's answer."""
        try:
            if self._settings.embedded:
                connection.close()
            else:
                connection.collect()
        except Exception as error:  # noqa: BLE001 it is gone already
            log.debug("hang_up", link=self.name, error=str(error))

    def _break(self) -> None:
        """End the connection and let the reader notice, which connects again. The reader alone closes the socket: while
        it waits at one that is closed, a database connection may get the same number and be taken for it."""
        self._up.clear()
        connection = self._connection
        if connection is None:
            return
        try:
            if self._settings.embedded:
                connection.close()
            else:
                connection._connection.transport.sock.shutdown(socket.SHUT_RDWR)
        except Exception as error:  # noqa: BLE001 it is gone already
            log.debug("broken", link=self.name, error=str(error))

    def _errors(self) -> tuple[type[Exception], ...]:
        connection = self._connection
        if connection is None:
            return (OSError, RuntimeError)
        return (OSError, *connection.connection_errors, *connection.channel_errors, AttributeError, RuntimeError)

    def _on_ack(self, delivery_tag: int, multiple: bool) -> None:
        self._settle(delivery_tag, multiple, None)

    def _on_nack(self, delivery_tag: int, multiple: bool) -> None:
        self._settle(delivery_tag, multiple, BrokerDown("refused by the broker"))

    def _settle(self, delivery_tag: int, multiple: bool, error: Exception | None) -> None:
        if multiple:
            tags = [tag for tag in self._confirms if tag <= delivery_tag]
        else:
            tags = [delivery_tag]
        for tag in tags:
            confirm = self._confirms.pop(tag, None)
            if confirm is not None:
                confirm.settle(error)

    def _on_basic_return(self, _error: Any, _exchange: str, routing_key: str, message: Any) -> None:
        headers = message.headers or {}
        confirm = self._confirms.get(headers.get(_TAG_HEADER, -1))
        if confirm is not None:
            confirm.error = Unroutable(routing_key)
        if self.on_return is not None:
            self.on_return(routing_key, headers)
