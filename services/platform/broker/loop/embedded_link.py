"""A link to the broker in the same process, for `kafeneio up`: no green thread waits, the loop is woken."""

import asyncio
from collections.abc import Callable
from queue import Empty
from types import SimpleNamespace
from typing import Any

from kombu import Connection

from services.platform.broker import embedded, names
from services.platform.broker.errors import BrokerDown, Unroutable
from services.platform.broker.loop.protocol import LoopLink, OnMessage
from services.platform.process import metrics
from services.platform.process.settings import CommonSettings

_DELIVERED_MAX = 100
"""The most messages that one iteration of the loop takes, so that other callbacks run in between."""


class EmbeddedMessage:
    """A message as `AmqpLink` delivers it."""

    __slots__ = ("_message", "body", "channel", "delivery_tag")

    def __init__(self, message: Any, channel: Any) -> None:
        """`message`: kombu's."""
        self._message = message
        body = message.body
        self.body = body.encode() if isinstance(body, str) else bytes(body)
        self.delivery_tag = message.delivery_tag
        self.channel = channel

    @property
    def redelivered(self) -> bool:
        """Whether it was delivered before."""
        return bool(self._message.delivery_info.get("redelivered", False))

    @property
    def routing_key(self) -> str:
        """The routing key with which it was published."""
        return str(self._message.delivery_info.get("routing_key", ""))

    @property
    def exchange(self) -> str:
        """The exchange to which it was published."""
        return str(self._message.delivery_info.get("exchange", ""))

    @property
    def headers(self) -> dict[str, Any]:
        """Its headers."""
        return dict(self._message.headers or {})

    @property
    def properties(self) -> Any:
        """All of its properties, None where it has none."""
        unset = {"reply_to": None, "correlation_id": None, "content_type": None, "message_id": None}
        return SimpleNamespace(**{**unset, **self._message.properties})


class _Waker:
    """Called by the broker once when a message was put; it is registered again with each read."""

    def __init__(self, look: Callable[[], None]) -> None:
        self._look = look

    def ready(self) -> bool:
        """Whether it was woken already; it may be woken any number of times."""
        return False

    def send(self) -> None:
        """A message was put."""
        self._look()


class EmbeddedLink:
    """One connection to the broker in the process; the interface is `LoopLink`."""

    def __init__(self, settings: CommonSettings, name: str, on_up: Callable[[LoopLink], None] | None = None) -> None:
        """Not connected until `start`."""
        embedded.register()
        self.name = name
        self.channel: Any = None
        self.on_return: Callable[[str, dict[str, Any]], None] | None = None
        self.on_down: Callable[[], None] | None = None
        self.is_blocked = False
        self._settings = settings
        self._on_up = on_up
        self._loop: Any = None
        self._up = asyncio.Event()
        self._connection: Any = None
        self._waker = _Waker(self._look_soon)
        self._is_looking = False

    # --- start and stop ---

    @property
    def is_up(self) -> bool:
        """Whether messages can pass now."""
        return self._up.is_set()

    def start(self) -> None:
        """Start connecting."""
        self._loop = asyncio.get_event_loop()
        self._loop.call_soon(self._connect)

    def stop(self) -> "asyncio.Future[None]":
        """Close for good; what is not acknowledged goes back to its queues."""
        was_up = self._up.is_set()
        self._up.clear()
        connection, self._connection, self.channel = self._connection, None, None
        if connection is not None:
            connection.close()
            metrics.broker_up.labels(self.name).set(0)
        if was_up and self.on_down is not None:
            self.on_down()
        done: asyncio.Future[None] = asyncio.get_event_loop().create_future()
        done.set_result(None)
        return done

    async def wait_up(self, timeout_s: float) -> None:
        """Wait for the connection.

        Raises:
            BrokerDown: it is not up in time.
        """
        try:
            async with asyncio.timeout(timeout_s):
                await self._up.wait()
        except TimeoutError:
            raise BrokerDown(f"link {self.name}: not connected") from None

    def _connect(self) -> None:
        self._connection = Connection(self._settings.broker_url)
        self._connection.connect()
        self.channel = self._connection.channel()
        if self._on_up is not None:
            self._on_up(self)
        self._up.set()
        metrics.broker_up.labels(self.name).set(1)
        self._look_soon()

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
        **properties: Any,
    ) -> "asyncio.Future[None] | None":
        """Send one message; see `LoopLink`.

        Raises:
            BrokerDown: the link is not up.
        """
        channel = self.channel
        if channel is None:
            raise BrokerDown(f"link {self.name}: not connected")
        properties["delivery_mode"] = 2 if persistent else 1
        if expiration_ms is not None:
            properties["expiration"] = str(expiration_ms)
        headers = dict(headers or {})
        message = channel.prepare_message(
            body, None, "application/json", "binary", headers=headers, properties=properties
        )
        taken = bool(exchange) or channel._has_queue(routing_key)
        if taken:
            channel.basic_publish(message, exchange=exchange, routing_key=routing_key)
        elif mandatory and self.on_return is not None:
            self._loop.call_soon(self.on_return, routing_key, headers)
        if not confirm:
            return None
        confirmed: asyncio.Future[None] = self._loop.create_future()
        if taken or not mandatory:
            confirmed.set_result(None)
        else:
            confirmed.set_exception(Unroutable(routing_key))
            confirmed.exception()  # so no caller needs the future
        return confirmed

    # --- consuming; called from `on_up` ---

    def declare_exchanges(self) -> None:
        """The exchanges of the platform."""
        for exchange, kind in names.EXCHANGES.items():
            self.channel.exchange_declare(exchange=exchange, type=kind, durable=True, auto_delete=False)

    def declare_durable(self, queue: str, dead: str, **arguments: Any) -> None:
        """A durable queue and the dead-letter queue behind it."""
        how = names.durable_arguments(self._settings, dead, **arguments)
        self.channel.queue_declare(queue=dead, durable=True, auto_delete=False)
        self.channel.queue_declare(queue=queue, durable=True, auto_delete=False, arguments=how)

    def declare_own(self, queue: str, exchanges: tuple[str, ...] = (), length_max: int = 100_000) -> None:
        """A queue that lives and dies with this connection, bound to fanout exchanges."""
        arguments = {"x-max-length": length_max}
        self.channel.queue_declare(queue=queue, durable=False, exclusive=True, auto_delete=True, arguments=arguments)
        for exchange in exchanges:
            self.channel.queue_bind(queue=queue, exchange=exchange, routing_key="")

    def forward(self, source: str, destination: str) -> None:
        """Let an exchange pass everything on to another one, which routes it by the same key."""
        self.channel.exchange_bind(destination, source)

    def bind(self, queue: str, exchange: str, routing_key: str) -> "asyncio.Future[Any]":
        """Bind a queue, at any time; returns a future that is done.

        Raises:
            BrokerDown: the link is not up.
        """
        if self.channel is None:
            raise BrokerDown(f"link {self.name}: not connected")
        self.channel.queue_bind(queue=queue, exchange=exchange, routing_key=routing_key)
        bound: asyncio.Future[Any] = self._loop.create_future()
        bound.set_result(None)
        return bound

    def unbind(self, queue: str, exchange: str, routing_key: str) -> None:
        """End a binding."""
        if self.channel is not None:
            self.channel.queue_unbind(queue=queue, exchange=exchange, routing_key=routing_key)

    def consume(self, queue: str, callback: OnMessage, *, prefetch: int = 0, no_ack: bool = False) -> str:
        """Deliver the queue's messages to `callback`, at most `prefetch` unacknowledged; returns the consumer tag."""
        if prefetch:
            self.channel.basic_qos(0, prefetch, False)
        tag = f"{self.name}.{queue}"
        self._subscribe(queue, callback, tag, no_ack)
        return tag

    def consume_again(self, queue: str, callback: OnMessage, tag: str) -> None:
        """Subscribe again to a queue that was cancelled."""
        if self.channel is not None:
            self._subscribe(queue, callback, tag, no_ack=False)
            self._look_soon()

    def cancel(self, consumer_tag: str) -> None:
        """Receive no more messages of a queue."""
        if self.channel is not None:
            self.channel.basic_cancel(consumer_tag)

    def ack(self, delivery_tag: Any, channel: Any, *, multiple: bool = False) -> None:
        """Acknowledge, if the connection that delivered it still exists."""
        if channel is self.channel and channel is not None:
            channel.basic_ack(delivery_tag, multiple=multiple)

    def requeue(self, delivery_tag: Any, channel: Any) -> None:
        """Put a message back."""
        if channel is self.channel and channel is not None:
            channel.basic_reject(delivery_tag, requeue=True)

    def give_up(self, delivery_tag: Any, channel: Any) -> None:
        """Park a message in the dead-letter queue of its queue."""
        if channel is self.channel and channel is not None:
            channel.basic_reject(delivery_tag, requeue=False)

    def _subscribe(self, queue: str, callback: OnMessage, tag: str, no_ack: bool) -> None:
        channel = self.channel

        def deliver(message: Any) -> None:
            callback(EmbeddedMessage(message, channel))

        channel.basic_consume(queue, no_ack=no_ack, callback=deliver, consumer_tag=tag)

    # --- the reader ---

    def _look_soon(self) -> None:
        if not self._is_looking and self._up.is_set():
            self._is_looking = True
            self._loop.call_soon(self._look)

    def _look(self) -> None:
        """Take the waiting messages; the broker wakes the loop when there are more."""
        self._is_looking = False
        for turn in range(_DELIVERED_MAX):
            connection = self._connection
            if connection is None or not self._up.is_set():
                return
            if not turn:
                connection.transport.add_waiter(self._waker)
            transport = connection.transport
            try:
                transport.cycle.get(transport._deliver, timeout=0)
            except Empty:
                return
        self._look_soon()
