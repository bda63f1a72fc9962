"""A broker that lives in the process: a kombu transport for the default that needs no server.

It keeps the promises of RabbitMQ that one process can keep: exchanges, topics and queues, redelivery of what a
closed channel had not acknowledged, a delivery limit with a dead-letter queue. It forgets with its process; the
outbox therefore sends again after a start what a crash may have lost (plumbing/outbox.py).
"""

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
    """A channel that wakes those who wait instead of letting them poll, and honours the delivery limit."""

    Message = Message
    arguments: dict[str, dict[str, Any]] = {}
    do_restore = True

    def queue_declare(self, queue: Any = None, passive: bool = False, **kwargs: Any) -> Any:
        """Remember a queue's arguments."""
        self.arguments[queue] = kwargs.get("arguments") or self.arguments.get(queue) or {}
        return super().queue_declare(queue=queue, passive=passive, **kwargs)

    def basic_reject(self, delivery_tag: Any, requeue: bool = False) -> None:
        """Refused for good, or once too often: to the queue's dead-letter queue, if it has one."""
        message = self.qos.get(delivery_tag)
        queue = self._queue_of(message)
        limit = self.arguments.get(queue, {}).get("x-delivery-limit")
        count = message.headers.get(DELIVERY_COUNT_HEADER, 0) + 1
        message.headers[DELIVERY_COUNT_HEADER] = count
        if requeue and (limit is None or count <= limit):
            super().basic_reject(delivery_tag, requeue=True)
            return
        super().basic_reject(delivery_tag, requeue=False)
        self._dead_letter(message, queue)

    def _queue_of(self, message: Any) -> str:
        for tag, queue in self._tag_to_queue.items():
            if tag == message.delivery_info.get("consumer_tag"):
                return str(queue)
        return str(message.delivery_info["routing_key"])

    def _dead_letter(self, message: Any, queue: str) -> None:
        target = self.arguments.get(queue, {}).get("x-dead-letter-routing-key")
        if target:
            payload = message.serializable()
            payload["headers"]["x-first-death-queue"] = queue
            payload["properties"]["delivery_info"] = {"exchange": "", "routing_key": target}
            self._put(target, payload)

    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:
        super()._put(queue, message, **kwargs)
        Transport.wake()

    def _put_fanout(self, exchange: str, message: Any, routing_key: Any = None, **kwargs: Any) -> None:
        super()._put_fanout(exchange, message, routing_key, **kwargs)
        Transport.wake()


class Transport(memory.Transport):
    """A transport whose readers sleep until something is put."""

    Channel = Channel
    polling_interval: Any = None
    _waiters: set[Event] = set()

    @classmethod
    def wake(cls) -> None:
        """Something was put: everybody who waits looks again."""
        waiters, cls._waiters = cls._waiters, set()
        for waiter in waiters:
            if not waiter.ready():
                waiter.send()

    def drain_events(self, connection: Any, timeout: float | None = None, **_kwargs: Any) -> None:
        """Deliver one message; wait for one up to `timeout` seconds.

        Raises:
            TimeoutError: none came.
        """
        while True:
            waiter = Event()
            type(self)._waiters.add(waiter)
            try:
                self.cycle.get(self._deliver, timeout=0)  # type: ignore[union-attr]
            except Empty:
                pass
            else:
                type(self)._waiters.discard(waiter)
                eventlet.sleep(0)
                return
            with eventlet.Timeout(timeout, False):
                waiter.wait()
                continue
            type(self)._waiters.discard(waiter)
            raise TimeoutError


def register() -> None:
    """Make `embedded://` known to kombu."""
    TRANSPORT_ALIASES["embedded"] = f"{__name__}:Transport"
