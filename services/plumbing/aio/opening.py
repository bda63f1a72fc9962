"""The link that fits the settings: to RabbitMQ, or to the broker in the process."""

from collections.abc import Callable

from services.plumbing.aio.link import AmqpLink
from services.plumbing.aio.protocol import LoopLink
from services.plumbing.settings import CommonSettings


def open_link(settings: CommonSettings, name: str, on_up: Callable[[LoopLink], None] | None = None) -> LoopLink:
    """A link that is not connected until `start`. Only the embedded broker needs kombu and eventlet."""
    if settings.embedded:
        from services.plumbing.aio.embedded import EmbeddedLink

        return EmbeddedLink(settings, name, on_up)
    return AmqpLink(settings, name, on_up)
