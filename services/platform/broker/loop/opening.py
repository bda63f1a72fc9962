"""The link that fits the settings: to RabbitMQ, or to the broker in the process."""

from collections.abc import Callable

from services.platform.broker.loop.amqp_link import AmqpLink
from services.platform.broker.loop.protocol import LoopLink
from services.platform.process.settings import CommonSettings


def open_link(settings: CommonSettings, name: str, on_up: Callable[[LoopLink], None] | None = None) -> LoopLink:
    """A link that is not connected until `start`. Only the embedded broker needs kombu and eventlet."""
    if settings.embedded:
        from services.platform.broker.loop.embedded_link import EmbeddedLink

        return EmbeddedLink(settings, name, on_up)
    return AmqpLink(settings, name, on_up)
