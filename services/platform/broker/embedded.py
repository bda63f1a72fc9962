"""A broker inside the process: a kombu transport for the default configuration, which needs no server.

It has those guarantees of RabbitMQ that one process can give: exchanges, topics and queues, redelivery of messages that
a closed channel had not acknowledged, a delivery limit with a dead-letter queue. Its messages end with the process;
after a start the outbox therefore sends again what a crash may have lost (database/outbox.py).
"""

import itertools
import time
import weakref
from queue import Empty
from typing import Any

import eventlet
from eventlet.event import Event
from kombu.transport import TRANSPORT_ALIASES, memory, virtual

DELIVERY_COUNT_HEADER = "x-delivery-count"


class Message(virtual.Message):
    """A message as nameko expects it: with content type and encoding among its properties."""

    def __init__(self, payload: Any, channel: Any = None, **kwargs: Any) -> None:
        """Copy the two properties to where an AMQP message has them."""
        super().__init__(payload, channel=channel, **kwargs)
        self.properties.setdefault("content_type", self.content_type)
        self.properties.setdefault("content_encoding", self.content_encoding)


class Channel(memory.Channel):
    """A channel that wakes a queue's waiting readers instead of letting them poll, and applies the delivery limit."""

    Message = Message
    arguments: dict[str, dict[str, Any]] = {}
    forwards: dict[str, set[str]] = {}
    """Fanout exchange → topic exchanges to which it passes everything on."""
    do_restore = True
    everyone: "weakref.WeakSet[Channel]" = weakref.WeakSet()
    _tags = itertools.count(1)

    def __init__(self, connection: Any, **kwargs: Any) -> None:
        """Registered for `is_drained`."""
        super().__init__(connection, **kwargs)
        self.everyone.add(self)

    def queue_declare(self, queue: Any = None, passive: bool = False, **kwargs: Any) -> Any:
        """Remember a queue's arguments."""
        self.arguments[queue] = kwargs.get("arguments") or self.arguments.get(queue) or {}
        return super().queue_declare(queue=queue, passive=passive, **kwargs)

    def basic_consume(self, queue: str, *args: Any, **kwargs: Any) -> None:
        """Subscribe to a queue; a reader that waits already finds what is in it."""
        super().basic_consume(queue, *args, **kwargs)
        self.connection.wake()

    def exchange_bind(self, destination: str, source: str = "", *_args: Any, **_kwargs: Any) -> None:
        """Let a fanout exchange pass everything on to a topic exchange."""
        self.forwards.setdefault(source, set()).add(destination)

    def basic_ack(self, delivery_tag: Any, multiple: bool = False) -> None:
        """Acknowledge a message or, with `multiple`, all up to it; a reader at its prefetch limit continues."""
        had_enough = not self.qos.can_consume()
        if multiple:
            self.qos._flush()
            while delivery_tag in self.qos._delivered:
                self.qos._delivered.popitem(last=False)
        else:
            super().basic_ack(delivery_tag)
        if had_enough:
            self.connection.wake()

    def basic_reject(self, delivery_tag: Any, requeue: bool = False) -> None:
        """Requeue a message; at the delivery limit, or if it is not to be requeued, it becomes a dead letter. A reader
        at its prefetch limit continues."""
        had_enough = not self.qos.can_consume()
        message = self.qos.get(delivery_tag)
        queue = message.delivery_info["queue"]
        limit = self.arguments.get(queue, {}).get("x-delivery-limit")
        count = message.headers.get(DELIVERY_COUNT_HEADER, 0) + 1
        message.headers[DELIVERY_COUNT_HEADER] = count
        comes_again = requeue and (limit is None or count <= limit)
        super().basic_reject(delivery_tag, requeue=comes_again)
        if not comes_again:
            self._dead_letter(message, queue)
        if had_enough:
            self.connection.wake()

    def unacknowledged(self) -> int:
        """The number of delivered and unacknowledged messages of queues that must not lose any."""
        self.qos._flush()
        return sum(_is_kept(message.delivery_info["queue"]) for message in self.qos._delivered.values())

    def _next_delivery_tag(self) -> int:
        return next(self._tags)

    def _restore(self, message: Any) -> None:
        """Put a message back at the head of its queue, and of no other queue that got a copy."""
        items = self._queue_for(message.delivery_info["queue"]).queue
        items.appendleft(message.serializable() | {"redelivered": True})
        Transport.wake_readers(message.delivery_info["queue"])

    def _dead_letter(self, message: Any, queue: str) -> None:
        target = self.arguments.get(queue, {}).get("x-dead-letter-routing-key")
        if target:
            payload = message.serializable()
            del payload["headers"][DELIVERY_COUNT_HEADER]
            payload["headers"]["x-first-death-queue"] = queue
            payload["properties"]["delivery_info"] = {"exchange": "", "routing_key": target}
            self._put(target, payload)

    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:
        """Put a separate copy into each queue, with the queue's name, a delivery tag, and headers for counting."""
        properties = message["properties"]
        info = {**properties["delivery_info"], "queue": queue}
        own = {**properties, "delivery_info": info, "delivery_tag": self._next_delivery_tag()}
        super()._put(queue, {**message, "headers": dict(message["headers"] or {}), "properties": own}, **kwargs)
        Transport.wake_readers(queue)

    def _put_fanout(self, exchange: str, message: Any, routing_key: Any = None, **kwargs: Any) -> None:
        queues = dict.fromkeys(self._lookup(exchange, routing_key))
        for destination in self.forwards.get(exchange, ()):
            queues |= dict.fromkeys(self._lookup(destination, routing_key))
        for queue in queues:
            self._put(queue, message, **kwargs)


class Transport(memory.Transport):
    """A transport whose readers sleep until something is put."""

    Channel = Channel
    polling_interval: Any = None
    everyone: "weakref.WeakSet[Transport]" = weakref.WeakSet()

    def __init__(self, client: Any, **kwargs: Any) -> None:
        """Registered for `wake_readers`."""
        super().__init__(client, **kwargs)
        self._waiters: set[Any] = set()
        self.everyone.add(self)

    @classmethod
    def wake_readers(cls, queue: str) -> None:
        """A message was put into this queue: wake those who read it. All others sleep on: there are as many as there
        are services, and each would look into all of its queues."""
        for each in tuple(cls.everyone):
            if queue in each._callbacks:
                each.wake()

    def add_waiter(self, waiter: Any) -> None:
        """Wake this waiter once: an event, or any object with `ready` and `send`."""
        self._waiters.add(waiter)

    def wake(self) -> None:
        """Wake who waits for messages at this connection."""
        waiters, self._waiters = self._waiters, set()
        for waiter in waiters:
            if not waiter.ready():
                waiter.send()

    def drain_events(self, connection: Any, timeout: float | None = None, **_kwargs: Any) -> None:
        """Deliver one message; wait for one up to `timeout` seconds.

        Raises:
            TimeoutError: none came.
        """
        deadline_s = None if timeout is None else time.monotonic() + timeout
        while True:
            waiter = Event()
            self._waiters.add(waiter)
            try:
                self.cycle.get(self._deliver, timeout=0)  # type: ignore[union-attr]
            except Empty:
                pass
            else:
                self._waiters.discard(waiter)
                eventlet.sleep(0)
                return
            left_s = None if deadline_s is None else max(deadline_s - time.monotonic(), 0)
            with eventlet.Timeout(left_s, False):
                waiter.wait()
                continue
            self._waiters.discard(waiter)
            raise TimeoutError


def register() -> None:
    """Make `embedded://` known to kombu."""
    TRANSPORT_ALIASES["embedded"] = f"{__name__}:Transport"


def is_drained() -> bool:
    """Whether all messages of durable queues have been handled or parked."""
    waiting = (queue for queue, items in Channel.queues.items() if not items.empty())
    return not any(map(_is_kept, waiting)) and not any(each.unacknowledged() for each in Channel.everyone)


def _is_kept(queue: str) -> bool:
    """Whether a queue has a dead-letter queue, which those have that must not lose messages."""
    return "x-dead-letter-routing-key" in Channel.arguments.get(queue, {})
