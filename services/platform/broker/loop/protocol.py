"""The interface of a link on an asyncio loop, whichever broker it leads to."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

OnMessage = Callable[[Any], None]
"""Called with a message: `body`, `delivery_tag`, `redelivered`, `headers`, `properties`, `routing_key`, `channel`."""


class LoopLink(Protocol):
    """A connection that is made again whenever it is lost. For one loop; no method blocks."""

    name: str
    channel: Any
    """The present connection, None while there is none."""
    on_return: Callable[[str, dict[str, Any]], None] | None
    on_down: Callable[[], None] | None

    @property
    def is_up(self) -> bool:
        """Whether messages can pass now."""
        ...

    @property
    def is_blocked(self) -> bool:
        """Whether the broker has reported that it reads nothing at present."""
        ...

    def start(self) -> None:
        """Start connecting."""
        ...

    def stop(self) -> "asyncio.Future[None]":
        """Send what waits and close for good; what is not acknowledged goes back to its queues. Returns a future
        that is done when the connection has ended."""
        ...

    async def wait_up(self, timeout_s: float) -> None:
        """Wait for the connection; raises BrokerDown if it is not up in time."""
        ...

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
        """Send one message; with `confirm`, returns a future that fails with BrokerDown or Unroutable.

        Raises:
            BrokerDown: there is no connection, or the broker does not read and too much waits for it.
        """
        ...

    def declare_exchanges(self) -> None:
        """Declare the exchanges of the platform. This and the next two are called from `on_up`."""
        ...

    def declare_durable(self, queue: str, dead: str, **arguments: Any) -> None:
        """A durable queue and the dead-letter queue behind it."""
        ...

    def declare_own(self, queue: str, exchanges: tuple[str, ...] = (), length_max: int = 100_000) -> None:
        """A queue that lives and dies with this connection, bound to fanout exchanges."""
        ...

    def forward(self, source: str, destination: str) -> None:
        """Let an exchange pass everything on to another one, which routes it by the same key."""
        ...

    def bind(self, queue: str, exchange: str, routing_key: str) -> "asyncio.Future[Any]":
        """Bind a queue, at any time; returns a future that is done when the broker has done so.

        Raises:
            BrokerDown: there is no connection.
        """
        ...

    def unbind(self, queue: str, exchange: str, routing_key: str) -> None:
        """End a binding; nothing while there is no connection, since the queue has gone with it."""
        ...

    def consume(self, queue: str, callback: OnMessage, *, prefetch: int = 0, no_ack: bool = False) -> str:
        """Deliver a queue's messages to `callback`, at most `prefetch` unacknowledged; returns the consumer tag."""
        ...

    def consume_again(self, queue: str, callback: OnMessage, tag: str) -> None:
        """Subscribe again to a queue that was cancelled, behind all other subscribers. May be called at any time."""
        ...

    def cancel(self, consumer_tag: str) -> None:
        """Receive no more messages of a queue."""
        ...

    def ack(self, delivery_tag: Any, channel: Any, *, multiple: bool = False) -> None:
        """Acknowledge, if the connection that delivered it still exists."""
        ...

    def requeue(self, delivery_tag: Any, channel: Any) -> None:
        """Put a message back."""
        ...

    def give_up(self, delivery_tag: Any, channel: Any) -> None:
        """Park a message in the dead-letter queue of its queue."""
        ...
