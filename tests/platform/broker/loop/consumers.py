"""A link that consumes a durable queue, and what came by it."""

import asyncio
from collections.abc import Callable
from typing import Any

from services.platform.broker.loop.amqp_link import AmqpLink
from services.platform.process.settings import CommonSettings

QUEUE = "work"


def acknowledge(link: AmqpLink, message: Any) -> None:
    link.ack(message.delivery_tag, message.channel)


def keep(_link: AmqpLink, _message: Any) -> None:
    pass


class Consumer:
    """A link that consumes a durable queue, what came by it, and how often it went up and down."""

    def __init__(
        self, url: str, on_message: Callable[[AmqpLink, Any], None] = acknowledge, heartbeat_s: int = 60
    ) -> None:
        self.got: list[bytes] = []
        self.messages: list[Any] = []
        self.returned: list[tuple[str, dict[str, Any]]] = []
        self.ups = self.downs = 0
        self._on_message = on_message
        settings = CommonSettings(broker_url=url, broker_heartbeat_s=heartbeat_s)
        self.link = AmqpLink(settings, "test", self._on_up)
        self.link.on_down = self._on_down
        self.link.on_return = lambda key, headers: self.returned.append((key, headers))

    async def __aenter__(self) -> "Consumer":
        self.link.start()
        await self.link.wait_up(60)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.link.stop()

    def _on_up(self, link: Any) -> None:
        self.ups += 1
        link.declare_exchanges()
        link.declare_durable(QUEUE, f"dead.{QUEUE}")
        link.consume(QUEUE, self._take, prefetch=100)

    def _on_down(self) -> None:
        self.downs += 1

    def _take(self, message: Any) -> None:
        assert self.link.is_up
        self.got.append(message.body)
        self.messages.append(message)
        self._on_message(self.link, message)


async def confirmed(link: AmqpLink, body: bytes, queue: str = QUEUE, **how: Any) -> None:
    promise = link.publish(body, "", queue, persistent=True, confirm=True, **how)
    assert promise is not None
    await asyncio.wait_for(promise, 60)
