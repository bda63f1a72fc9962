"""Subscriptions to events: a durable queue per service and topic, many events per message, none ever dropped."""

import functools
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import eventlet
from amqp import PreconditionFailed, spec
from kombu import Exchange, Queue
from nameko.exceptions import ContainerBeingKilled
from nameko.extensions import Entrypoint
from nameko.messaging import QueueConsumer
from nameko.rpc import RpcConsumer

from services.contracts.base import Event, topic_of
from services.platform.broker import eventlet_io, lost_connections, names, senders
from services.platform.broker.dead_letters import Letter, park
from services.platform.broker.link import BrokerDown, body_of
from services.platform.process import metrics
from services.platform.process.logs import get_logger

log = get_logger(__name__)

E = TypeVar("E", bound=Event)

SETTINGS_KEY = "kafeneio_settings"
"""Where the host puts the common settings in nameko's config."""
LINK_KEY = "kafeneio_link"
"""The key in nameko's config of the process's own link, by which it replies and parks."""
_COMPANY_MAX = 16
"""The most messages of a company; fewer than the broker delivers to a service at a time."""
APART_MS = 50
"""The shortest time between the beginnings of two companies, where an entrypoint names none. A company costs as
much as ten of its events, and under load the next one would begin immediately; a lone event does not wait
for this."""
_HURRY_S = 1.0
"""How long a query waits for earlier events to be handled; then it is answered from the present state."""
_RECONNECT_S = (0.2, 1.0)
"""The first and the longest wait for a broker that is away."""
_LOOK_S = 1.0
"""How often the consumer checks heartbeats while no messages come; a fraction of the heartbeat."""
_LOOK_EMBEDDED_S = 0.2
"""The same at the broker in the process, which cannot wake a consumer that is to stop."""


class Queues(QueueConsumer):
    """The consumer of all queues of a service. A request that is not JSON goes to the dead letters, if its queue
    has any; kombu would drop it. Events are decoded by the inbox."""

    _channel: Any = None
    """The channel of the present connection."""
    _requests: Queue | None = None
    """The queue of requests, of which it consumes."""

    def register_provider(self, provider: Any) -> None:
        """Consume one queue more."""
        if isinstance(provider, RpcConsumer):
            self._requests = provider.queue
        super().register_provider(provider)

    def unregister_provider(self, provider: Any) -> None:
        """End the consumer of one queue; returns when the reader has done so."""
        eventlet.spawn_after(0, self._wake)
        super().unregister_provider(provider)

    def kill(self) -> None:
        """End all consumers at once."""
        eventlet.spawn_after(0, self._wake)
        super().kill()

    def _wake(self) -> None:
        """Let the reader look around, by something that the broker answers and that has no effect."""
        if eventlet_io.is_amqp(self._channel):
            with suppress(OSError):  # a reader whose connection is gone wakes by itself
                self._channel.send_method(spec.Basic.Cancel, "sb", ("", False))

    def on_decode_error(self, message: Any, exc: Exception) -> None:
        """Send the message to the dead letters."""
        log.error("message_unreadable", routing_key=message.delivery_info.get("routing_key"), error=str(exc))
        message.reject()

    def get_consumers(self, consumer_cls: Callable[..., Any], channel: Any) -> Iterable[Any]:
        """A consumer for each queue; those of events get messages undecoded, in the reader's thread."""
        if eventlet_io.is_amqp(channel) and self._requests is not None:
            _replace_unlike(self._requests, channel)
        super().get_consumers(consumer_cls, channel)
        self._channel = channel
        for provider, consumer in self._consumers.items():
            if isinstance(provider, OnEvents):
                consumer.on_message = provider.receive
        return list(self._consumers.values())

    @contextmanager
    def establish_connection(self) -> Iterator[Any]:
        """Reconnect within a second after the broker is back; kombu waits ever longer, up to thirty."""
        with self.create_connection() as connection:
            connection.ensure_connection(
                self.on_connection_error,
                self.connect_max_retries,
                interval_start=_RECONNECT_S[0],
                interval_step=_RECONNECT_S[0],
                interval_max=_RECONNECT_S[1],
            )
            eventlet_io.buffer_reads(connection)
            lost_connections.keep_lost(connection)
            yield connection

    def consume(self, *_args: Any, **_kwargs: Any) -> Iterator[None]:
        """Kombu's loop, which would look only once a second for consumers to cancel, and once more for its own end."""
        with self.consumer_context() as (connection, channel, _consumers):
            look_s = _LOOK_S if eventlet_io.is_amqp(channel) else _LOOK_EMBEDDED_S
            check_at_s = time.monotonic() + look_s
            while True:
                self.on_iteration()
                if self.should_stop:
                    return
                try:
                    connection.drain_events(timeout=look_s)
                except TimeoutError:
                    check_at_s = 0.0
                else:
                    yield
                if time.monotonic() >= check_at_s:
                    check_at_s = time.monotonic() + look_s
                    connection.heartbeat_check()


def _replace_unlike(queue: Queue, channel: Any) -> None:
    """Delete a queue of requests that has other arguments, so that it is declared anew: the release before had each on
    one node, and a queue's type cannot be changed. Requests that waited there are sent again by who waits for them."""
    try:
        with channel.connection.channel() as probe:
            queue(probe).declare()
    except PreconditionFailed as unlike:
        log.warning("queue_replaced", queue=queue.name, error=str(unlike))
        with channel.connection.channel() as again:
            again.queue_delete(queue.name)


class OnEvents(Entrypoint):
    """The entrypoint behind `on_events`: hands the method a message's raw bytes, acknowledges what it has done."""

    queue_consumer = Queues()

    def __init__(
        self,
        topic: str,
        key: str,
        linger_ms: int = 0,
        after: tuple[str, ...] = (),
        apart_ms: int = APART_MS,
        **kwargs: Any,
    ) -> None:
        """`topic` and `key` select the events; `linger_ms`: how long a message waits for others to be handled with it;
        `after`: topics whose waiting messages are handled before ours; `apart_ms`: the shortest time between the
        beginnings of two companies."""
        self.topic = topic
        self.key = key
        self.linger_ms = linger_ms
        self.after = after
        self.apart_ms = apart_ms
        self._company: list[Any] = []
        self._began_s = 0.0
        """When handling of the last company began."""
        self._timer: Any = None
        self._under_way: set[eventlet.Event] = set()
        super().__init__(**kwargs)

    def setup(self) -> None:
        """Describe the queue; nameko declares it before it consumes."""
        settings = self.container.config[SETTINGS_KEY]
        service = self.container.service_name
        self.queue = Queue(
            names.event_queue(service, self.topic, self.key),
            exchange=Exchange(names.EVENTS_EXCHANGE, type="topic", durable=True),
            routing_key=f"{self.topic}.{self.key}" if self.key else self.topic,
            durable=True,
            queue_arguments=names.durable_arguments(settings, names.dead_queue(service)),
        )
        metrics.messages_refused.labels(service, self.queue.name)  # from 0, so that an alert sees the first
        self.queue_consumer.register_provider(self)

    def stop(self) -> None:
        """Receive no more messages."""
        self.queue_consumer.unregister_provider(self)

    def receive(self, message: Any) -> None:
        """Begin to handle a message, or let it wait for others; returns immediately."""
        if not senders.checked_event(message, self.topic, self.queue.name):
            self.container.spawn_managed_thread(functools.partial(self._refuse, message))
            return
        if not self.linger_ms:
            self.container.spawn_managed_thread(functools.partial(self._work_on, [message]))
            return
        self._company.append(message)
        if len(self._company) >= _COMPANY_MAX:
            self.container.spawn_managed_thread(self._work_on_company)
        elif self._timer is None:
            self._timer = eventlet.spawn_after(self._patience_s(), self._work_on_company)

    def _refuse(self, message: Any) -> None:
        """Park a message of which the broker has not checked who sent it."""
        service = self.container.service_name
        log.error("event_refused", reason=senders.FORGED, queue=self.queue.name, came_by=message.delivery_info)
        letter = Letter(service, self.queue.name, body_of(message), senders.FORGED, int(time.time() * 1000))
        try:
            park(self.container.config[LINK_KEY], letter)
        except BrokerDown:
            self.queue_consumer.requeue_message(message)
            return
        metrics.messages_refused.labels(service, self.queue.name).inc()
        self.queue_consumer.ack_message(message)

    def _patience_s(self) -> float:
        """How long the first message of a company waits."""
        return max(self.linger_ms / 1000, self._began_s + self.apart_ms / 1000 - time.monotonic())

    def _work_on_company(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()  # would cut the next company short; nothing happens if it is this thread's own
        company, self._company = self._company, []
        if company:
            self._began_s = time.monotonic()
            for other in self._others():
                other.hurry()
            self._work_on(company)

    def _others(self) -> list["OnEvents"]:
        return [each for each in self.container.entrypoints if isinstance(each, OnEvents) and each.topic in self.after]

    def hurry(self) -> None:
        """Handle the waiting messages now; returns when they have been handled, or when that takes too long."""
        self._work_on_company()
        with eventlet.Timeout(_HURRY_S, False):
            for done in tuple(self._under_way):
                done.wait()

    def _work_on(self, messages: list[Any]) -> None:
        done = eventlet.Event()

        def finish(_context: Any, result: Any, exc_info: Any) -> Any:
            if exc_info is not None:
                log.error("event_put_back", queue=self.queue.name, exc_info=exc_info)
            settle = self.queue_consumer.ack_message if exc_info is None else self.queue_consumer.requeue_message
            with eventlet_io.written_together(messages[0].channel):
                for message in messages:
                    settle(message)
            self._under_way.discard(done)
            done.send()
            return result, exc_info

        self._under_way.add(done)
        try:
            self.container.spawn_worker(self, (self.queue.name, *map(body_of, messages)), {}, handle_result=finish)
        except ContainerBeingKilled:
            self._under_way.discard(done)
            for message in messages:
                self.queue_consumer.requeue_message(message)


def on_questions(
    kind: type[Event],
    key: str = "",
    linger_ms: int = 0,
    after: tuple[type[Event], ...] = (),
    apart_ms: int = APART_MS,
) -> Callable[[Callable[..., None]], Any]:
    """Declare a handler of events that ask for an answer and change nothing here: a method of `(work, events)`.

    It reads and calls `work.send`; the answers leave at once, without inbox and outbox. What cannot be answered for a
    while is parked. Events of the kinds in `after` that have come before have their effect first, if the questions
    linger themselves.
    """

    def decorate(function: Callable[..., None]) -> Any:
        @functools.wraps(function)
        def entrypoint(self: Any, queue: str, *bodies: bytes) -> None:
            self.app.base.inbox.answer(queue, kind, bodies, functools.partial(function, self))

        return OnEvents.decorator(topic_of(kind), key, linger_ms, tuple(map(topic_of, after)), apart_ms)(entrypoint)

    return decorate


def on_events(
    kind: type[E],
    key: str = "",
    linger_ms: int = 0,
    remember: bool = True,
    wanted: Callable[[E], bool] = lambda _event: True,
    apart_ms: int = APART_MS,
) -> Callable[[Callable[..., None]], Any]:
    """Declare a handler of events: a method of `(work, events)`, called once per event in one unit of work.

    `key` chooses among events that have one: a word, `*` for any. The service's `app` has the inbox. Events that
    nobody waits for may linger for company: one unit of work for all that come meanwhile; units of work begin
    `apart_ms` apart. Without `remember` the inbox keeps no ids: for handlers whose own rows show what they have seen,
    and who may be given it again. Events that are not `wanted` cost no unit of work.
    """

    def decorate(function: Callable[..., None]) -> Any:
        @functools.wraps(function)
        def entrypoint(self: Any, queue: str, *bodies: bytes) -> None:
            self.app.base.inbox.handle(queue, kind, bodies, functools.partial(function, self), remember, wanted)

        return OnEvents.decorator(topic_of(kind), key, linger_ms, (), apart_ms)(entrypoint)

    return decorate
