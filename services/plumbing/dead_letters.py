"""Dead letters: what was given up can be listed and put back by an operator."""

from typing import Any

import kombu
from amqp.exceptions import ChannelError

from services.plumbing import embedded, names
from services.plumbing.broker import body_of
from services.plumbing.logs import get_logger
from services.plumbing.settings import CommonSettings

log = get_logger(__name__)


def list_dead(settings: CommonSettings, service: str, limit: int = 100) -> list[dict[str, Any]]:
    """The parked messages of a service, oldest first; they stay where they are."""
    with _channel(settings) as channel:
        messages = _take(channel, names.dead_queue(service), limit)
        found = [_describe(message) for message in messages]
        for message in messages:
            channel.basic_reject(message.delivery_tag, requeue=True)
    return found


def replay_dead(settings: CommonSettings, service: str, limit: int = 100) -> int:
    """Put parked messages back where they were first consumed; answers how many. One whose queue is gone stays."""
    count = 0
    with _channel(settings) as channel:
        for message in _take(channel, names.dead_queue(service), limit):
            queue = _origin(message)
            if not _exists(settings, queue):
                log.warning("dead_letter_without_queue", queue=queue)
                channel.basic_reject(message.delivery_tag, requeue=True)
                continue
            copy = channel.prepare_message(
                body_of(message), None, "application/json", "binary", {}, {"delivery_mode": 2}
            )
            channel.basic_publish(copy, exchange="", routing_key=queue)
            channel.basic_ack(message.delivery_tag)
            count += 1
    return count


def _exists(settings: CommonSettings, queue: str) -> bool:
    """Asked on a channel of its own, which does not survive a no."""
    channel = _channel(settings)
    try:
        channel.queue_declare(queue=queue, passive=True)
    except ChannelError:
        return False
    finally:
        channel.close()
    return True


def _channel(settings: CommonSettings) -> Any:
    embedded.register()
    connection = kombu.Connection(
        settings.broker_url, connect_timeout=5, transport_options={"confirm_publish": not settings.embedded}
    )
    return connection.channel()


def _take(channel: Any, queue: str, limit: int) -> list[Any]:
    messages: list[Any] = []
    while len(messages) < limit and (message := channel.basic_get(queue, no_ack=False)) is not None:
        messages.append(message)
    return messages


def _origin(message: Any) -> str:
    headers = message.headers or {}
    return str(headers.get("x-handler") or headers.get("x-first-death-queue"))


def _describe(message: Any) -> dict[str, Any]:
    headers = message.headers or {}
    body = message.body
    text = body if isinstance(body, str) else bytes(body).decode(errors="replace")
    return {
        "queue": _origin(message),
        "reason": headers.get("x-reason") or headers.get("x-first-death-reason"),
        "parked_at_ms": headers.get("x-parked-at-ms"),
        "body": text,
    }
