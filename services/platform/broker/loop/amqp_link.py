"""A link to RabbitMQ on an asyncio loop: connects again whenever it is lost, subscribes again, confirms."""

import asyncio
from collections.abc import Callable
from typing import Any

from pamqp import commands

from services.platform.broker import names
from services.platform.broker.errors import BrokerDown, Unroutable
from services.platform.broker.loop.connection import Connection, read_address
from services.platform.broker.loop.frames import CONFIRMED, MESSAGES, Message, Route, ack_frame
from services.platform.broker.loop.protocol import LoopLink, OnMessage
from services.platform.process import metrics
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings

log = get_logger(__name__)

_BACKOFF_S = (0.05, 0.1, 0.2, 0.4, 0.8, 1.0)
_TAG_HEADER = "x-tag"
"""The header by which a returned message is recognised: AMQP returns it without its number."""
_ROUTES_MAX = 4_096
_PERSISTENT, _TRANSIENT = 2, 1


class AmqpLink:
    """One connection to RabbitMQ; the interface is `LoopLink`."""

    def __init__(self, settings: CommonSettings, name: str, on_up: Callable[[LoopLink], None] | None = None) -> None:
        """Not connected until `start`. `on_up` declares and consumes after every (re)connection."""
        self.name = name
        self.channel: Connection | None = None
        self.on_return: Callable[[str, dict[str, Any]], None] | None = None
        self.on_down: Callable[[], None] | None = None
        self._settings = settings
        self._address = read_address(settings.broker_url)
        self._on_up = on_up
        self._up = asyncio.Event()
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self._confirms: dict[int, asyncio.Future[None]] = {}
        self._unroutable: dict[int, str] = {}
        """The numbers of returned messages, until their confirmation arrives."""
        self._early: list[tuple[OnMessage, Message]] = []
        self._routes: dict[tuple[str, str, bool, bool], Route] = {}

    # --- start and stop ---

    @property
    def is_up(self) -> bool:
        """Whether messages can pass now."""
        return self._up.is_set()

    @property
    def is_blocked(self) -> bool:
        """Whether the broker has reported that it reads nothing at present."""
        return self.channel is not None and self.channel.is_blocked

    def start(self) -> None:
        """Start connecting."""
        # Not the running loop: the loop of green threads may not run yet.
        self._task = asyncio.get_event_loop().create_task(self._run(), name=f"link-{self.name}")

    def stop(self) -> "asyncio.Future[None]":
        """Send what waits and close for good; what is not acknowledged goes back to its queues. Returns a future
        that is done when the connection has ended."""
        self._stopping = True
        connection = self.channel
        self._down()
        if self._task is not None:
            self._task.cancel()
        if connection is not None:
            connection.close()
            return connection.lost
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
            raise BrokerDown(f"link {self.name}: broker not reachable") from None

    async def _run(self) -> None:
        tries = 0
        while not self._stopping:
            try:
                connection = await self._connect()
            except Exception as error:  # noqa: BLE001 whatever keeps us from the broker, we try again
                self._down()
                if tries in (0, 5) or tries % 30 == 0:
                    reason = f"{type(error).__name__}: {error}"
                    log.warning("broker_unreachable", link=self.name, error=reason, tries=tries)
                await asyncio.sleep(_BACKOFF_S[min(tries, len(_BACKOFF_S) - 1)])
                tries += 1
                continue
            tries = 0
            await asyncio.shield(connection.lost)
            if not self._stopping:
                log.warning("broker_lost", link=self.name, error=connection.reason)
            self._down()
            metrics.broker_reconnects.labels(self.name).inc()

    async def _connect(self) -> Connection:
        connection = await Connection.connect(self._address, self._settings.broker_heartbeat_s)
        connection.on_return = self._returned
        connection.on_confirm = self._confirmed
        self.channel = connection
        try:
            if self._on_up is not None:
                self._on_up(self)
            await connection.answered()
        except BaseException:
            connection.abort("not set up")
            raise
        if connection.lost.done():
            raise BrokerDown(connection.reason)
        self._up.set()
        metrics.broker_up.labels(self.name).set(1)
        early, self._early = self._early, []
        for callback, message in early:
            callback(message)
        return connection

    def _down(self) -> None:
        was_up = self._up.is_set()
        self._up.clear()
        connection, self.channel = self.channel, None
        if connection is not None and not self._stopping:
            connection.abort("given up")
        self._early = []  # the broker has them back
        self._unroutable.clear()
        confirms, self._confirms = self._confirms, {}
        metrics.broker_up.labels(self.name).set(0)
        for confirm in confirms.values():
            if not confirm.done():
                confirm.set_exception(BrokerDown("connection lost"))
        if was_up and self.on_down is not None:
            self.on_down()

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
            BrokerDown: there is no connection, or the broker does not read and too much waits for it.
        """
        connection = self.channel
        if connection is None or connection.lost.done():
            raise BrokerDown(f"link {self.name}: not connected")
        if confirm:
            return self._publish_confirmed(
                connection, body, exchange, routing_key, headers, persistent, mandatory, expiration_ms, properties
            )
        if headers or properties or expiration_ms is not None:
            how = _properties(headers, persistent, expiration_ms, properties)
            route = Route(MESSAGES, exchange, routing_key, mandatory, how)
        else:
            route = self._route(exchange, routing_key, mandatory, persistent)
        connection.send(route.frames(body, connection.body_max))
        return None

    def _route(self, exchange: str, routing_key: str, mandatory: bool, persistent: bool) -> Route:
        key = (exchange, routing_key, mandatory, persistent)
        route = self._routes.get(key)
        if route is None:
            if len(self._routes) >= _ROUTES_MAX:
                self._routes.clear()
            how = _properties(None, persistent, None, {})
            route = self._routes[key] = Route(MESSAGES, exchange, routing_key, mandatory, how)
        return route

    def _publish_confirmed(
        self,
        connection: Connection,
        body: bytes,
        exchange: str,
        routing_key: str,
        headers: dict[str, Any] | None,
        persistent: bool,
        mandatory: bool,
        expiration_ms: int | None,
        properties: dict[str, Any],
    ) -> "asyncio.Future[None]":
        number = connection.published + 1
        headers = {**(headers or {}), _TAG_HEADER: number} if mandatory else headers
        how = _properties(headers, persistent, expiration_ms, properties)
        connection.send(
            Route(CONFIRMED, exchange, routing_key, mandatory, how).frames(body, connection.body_max),
        )
        connection.published = number
        confirm: asyncio.Future[None] = asyncio.get_event_loop().create_future()
        confirm.add_done_callback(_retrieve)
        self._confirms[number] = confirm
        return confirm

    # --- consuming; called from `on_up` ---

    def declare_exchanges(self) -> None:
        """The exchanges of the platform."""
        for exchange, kind in names.EXCHANGES.items():
            declare = commands.Exchange.Declare(exchange=exchange, exchange_type=kind, durable=True)
            self._connection.ask(declare, commands.Exchange.DeclareOk)

    def declare_durable(self, queue: str, dead: str, **arguments: Any) -> None:
        """A durable queue and the dead-letter queue behind it."""
        plain: dict[str, Any] = {"x-queue-type": self._settings.queue_type}
        for name, how in ((dead, plain), (queue, names.durable_arguments(self._settings, dead, **arguments))):
            declare = commands.Queue.Declare(queue=name, durable=True, arguments=how)
            self._connection.ask(declare, commands.Queue.DeclareOk)

    def declare_own(self, queue: str, exchanges: tuple[str, ...] = (), length_max: int = 100_000) -> None:
        """A queue that lives and dies with this connection, bound to fanout exchanges."""
        arguments: dict[str, Any] = {"x-max-length": length_max}
        declare = commands.Queue.Declare(queue=queue, exclusive=True, auto_delete=True, arguments=arguments)
        self._connection.ask(declare, commands.Queue.DeclareOk)
        for exchange in exchanges:
            self._connection.ask(commands.Queue.Bind(queue=queue, exchange=exchange), commands.Queue.BindOk)

    def forward(self, source: str, destination: str) -> None:
        """Let an exchange pass everything on to another one, which routes it by the same key."""
        bind = commands.Exchange.Bind(destination=destination, source=source)
        self._connection.ask(bind, commands.Exchange.BindOk)

    def bind(self, queue: str, exchange: str, routing_key: str) -> "asyncio.Future[Any]":
        """Bind a queue, at any time; returns a future that is done when the broker has done so.

        Raises:
            BrokerDown: there is no connection.
        """
        bind = commands.Queue.Bind(queue=queue, exchange=exchange, routing_key=routing_key)
        return self._connection.ask(bind, commands.Queue.BindOk)

    def unbind(self, queue: str, exchange: str, routing_key: str) -> None:
        """End a binding; nothing while there is no connection, since the queue has gone with it."""
        if self.channel is not None:
            unbind = commands.Queue.Unbind(queue=queue, exchange=exchange, routing_key=routing_key)
            self.channel.ask(unbind, commands.Queue.UnbindOk)

    def consume(self, queue: str, callback: OnMessage, *, prefetch: int = 0, no_ack: bool = False) -> str:
        """Deliver the queue's messages to `callback`, at most `prefetch` unacknowledged; returns the consumer tag."""
        connection = self._connection
        if prefetch:
            connection.ask(commands.Basic.Qos(prefetch_count=prefetch), commands.Basic.QosOk)
        tag = f"{self.name}.{queue}"
        connection.consumers[tag.encode()] = self._deliverer(callback)
        connection.ask(commands.Basic.Consume(queue=queue, consumer_tag=tag, no_ack=no_ack), commands.Basic.ConsumeOk)
        return tag

    def consume_again(self, queue: str, callback: OnMessage, tag: str) -> None:
        """Subscribe again to a queue that was cancelled, behind all other subscribers. May be called at any time."""
        if self.channel is not None:
            self.channel.consumers[tag.encode()] = self._deliverer(callback)
            self.channel.send_method(commands.Basic.Consume(queue=queue, consumer_tag=tag, nowait=True))

    def cancel(self, consumer_tag: str) -> None:
        """Receive no more messages of a queue. Those on their way are still delivered."""
        if self.channel is not None:
            self.channel.send_method(commands.Basic.Cancel(consumer_tag, nowait=True))

    def ack(self, delivery_tag: Any, channel: Any, *, multiple: bool = False) -> None:
        """Acknowledge, if the connection that delivered it still exists; otherwise the broker has requeued it."""
        if channel is self.channel and channel is not None:
            channel.send(ack_frame(delivery_tag, multiple))

    def requeue(self, delivery_tag: Any, channel: Any) -> None:
        """Put a message back."""
        if channel is self.channel and channel is not None:
            channel.send_method(commands.Basic.Reject(delivery_tag, requeue=True))

    def give_up(self, delivery_tag: Any, channel: Any) -> None:
        """Park a message in the dead-letter queue of its queue."""
        if channel is self.channel and channel is not None:
            channel.send_method(commands.Basic.Reject(delivery_tag, requeue=False))

    @property
    def _connection(self) -> Connection:
        if self.channel is None:
            raise BrokerDown(f"link {self.name}: not connected")
        return self.channel

    def _deliverer(self, callback: OnMessage) -> OnMessage:
        def deliver(message: Message) -> None:
            if self._up.is_set():
                callback(message)
            else:
                self._early.append((callback, message))

        return deliver

    # --- confirmations and returned messages ---

    def _returned(self, message: Message) -> None:
        headers = message.headers
        number = headers.get(_TAG_HEADER)
        if number in self._confirms:
            self._unroutable[number] = message.routing_key
        if self.on_return is not None:
            self.on_return(message.routing_key, headers)

    def _confirmed(self, delivery_tag: int, multiple: bool, accepted: bool) -> None:
        numbers = [each for each in self._confirms if each <= delivery_tag] if multiple else [delivery_tag]
        for number in numbers:
            confirm = self._confirms.pop(number, None)
            returned = self._unroutable.pop(number, None)
            if confirm is None or confirm.done():
                continue
            if returned is not None:
                confirm.set_exception(Unroutable(returned))
            elif accepted:
                confirm.set_result(None)
            else:
                confirm.set_exception(BrokerDown("refused by the broker"))


def _properties(
    headers: dict[str, Any] | None, persistent: bool, expiration_ms: int | None, others: dict[str, Any]
) -> commands.Basic.Properties:
    return commands.Basic.Properties(
        content_type="application/json",
        content_encoding="binary",
        headers=headers or None,
        delivery_mode=_PERSISTENT if persistent else _TRANSIENT,
        expiration=None if expiration_ms is None else str(expiration_ms),
        **others,
    )


def _retrieve(future: "asyncio.Future[None]") -> None:
    """Ignore a failed confirmation that no caller waits for."""
    if not future.cancelled():
        future.exception()
