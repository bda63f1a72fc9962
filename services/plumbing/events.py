"""Hearing events: a durable queue per service and topic, many events a message, none ever dropped."""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from kombu import Exchange, Queue
from nameko.exceptions import ContainerBeingKilled
from nameko.extensions import Entrypoint
from nameko.messaging import QueueConsumer

from services.contracts.base import Event, topic_of
from services.plumbing import names
from services.plumbing.logs import get_logger

log = get_logger(__name__)

SETTINGS_KEY = "kafeneio_settings"
"""Where the host puts the common settings in nameko's config."""
_RECONNECT_S = (0.2, 1.0)
"""The first and the longest wait for a broker that is away."""


class Queues(QueueConsumer):
    """The consumer of all queues of a service. A message that is no JSON goes to the dead letters, if its queue has
    any; kombu would drop it."""

    def on_decode_error(self, message: Any, exc: Exception) -> None:
        """Give the message up."""
        log.error("message_unreadable", routing_key=message.delivery_info.get("routing_key"), error=str(exc))
        message.reject()

    @contextmanager
    def establish_connection(self) -> Iterator[Any]:
        """Back within a second once the broker answers; kombu would wait two seconds longer each time, up to thirty."""
        with self.create_connection() as connection:
            connection.ensure_connection(
                self.on_connection_error,
                self.connect_max_retries,
                interval_start=_RECONNECT_S[0],
                interval_step=_RECONNECT_S[0],
                interval_max=_RECONNECT_S[1],
            )
            yield connection


class OnEvents(Entrypoint):
    """The entrypoint behind `on_events`: hands the method a message's raw bytes, acknowledges what it has done."""

    queue_consumer = Queues()

    def __init__(self, topic: str, key: str, **kwargs: Any) -> None:
        """`topic` and `key` say which events."""
        self.topic = topic
        self.key = key
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
        self.queue_consumer.register_provider(self)

    def stop(self) -> None:
        """Take no more."""
        self.queue_consumer.unregister_provider(self)

    def handle_message(self, _body: Any, message: Any) -> None:
        """Work on a message in a green thread of its own."""
        raw = message.body
        raw = raw.encode() if isinstance(raw, str) else bytes(raw)

        def finish(_context: Any, result: Any, exc_info: Any) -> Any:
            if exc_info is None:
                self.queue_consumer.ack_message(message)
            else:
                log.error("event_put_back", queue=self.queue.name, exc_info=exc_info)
                self.queue_consumer.requeue_message(message)
            return result, exc_info

        try:
            self.container.spawn_worker(self, (self.queue.name, raw), {}, handle_result=finish)
        except ContainerBeingKilled:
            self.queue_consumer.requeue_message(message)


def on_questions(kind: type[Event], key: str = "") -> Callable[[Callable[..., None]], Any]:
    """Declare a handler of events that ask for an answer and change nothing here: a method of `(work, events)`.

    It reads and calls `work.send`; the answers leave at once, without inbox and outbox. What cannot be answered for a
    while is parked.
    """

    def decorate(function: Callable[..., None]) -> Any:
        @functools.wraps(function)
        def entrypoint(self: Any, queue: str, raw: bytes) -> None:
            self.app.base.inbox.answer(queue, kind, raw, functools.partial(function, self))

        return OnEvents.decorator(topic_of(kind), key)(entrypoint)

    return decorate


def on_events(kind: type[Event], key: str = "") -> Callable[[Callable[..., None]], Any]:
    """Declare a handler of events: a method of `(work, events)`, called once per event in one unit of work.

    `key` chooses among events that have one: a word, `*` for any. The service's `app` has the inbox.
    """

    def decorate(function: Callable[..., None]) -> Any:
        @functools.wraps(function)
        def entrypoint(self: Any, queue: str, raw: bytes) -> None:
            self.app.base.inbox.handle(queue, kind, raw, functools.partial(function, self))

        return OnEvents.decorator(topic_of(kind), key)(entrypoint)

    return decorate
