"""Dead letters: messages that a service gave up, which an operator can list and replay."""

from typing import Any, NamedTuple

import kombu
from amqp.exceptions import ChannelError

from services.platform.broker import embedded, names, senders
from services.platform.broker.link import Link, body_of
from services.platform.broker.loop import BrokerDown, LoopLink
from services.platform.broker.tls import tls_options
from services.platform.process.green_loop import wait_done
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings

log = get_logger(__name__)


_LISTED_MAX = 100_000
_CONFIRM_TIMEOUT_S = 5.0


class Letter(NamedTuple):
    """A message that a service gives up; `handler` is the queue to which a replay sends it."""

    service: str
    handler: str
    body: bytes
    reason: str
    at_ms: int


def park_by_loop(link: LoopLink, letter: Letter) -> None:
    """As `park`, from a green thread with a link of the asyncio loop."""
    future = link.publish(letter.body, "", names.dead_queue(letter.service), **_how(letter))
    if future is not None:
        wait_done(future, _CONFIRM_TIMEOUT_S)
        if not future.done():
            raise BrokerDown("no confirm in time")
        future.result()


def _how(letter: Letter) -> dict[str, Any]:
    """The arguments for publishing a parked message: its headers, persistent and confirmed."""
    headers = {"x-handler": letter.handler, "x-reason": letter.reason[:500], "x-parked-at-ms": letter.at_ms}
    return {"headers": headers, "persistent": True, "confirm": True}


def park(link: Link, letter: Letter) -> None:
    """Put a message into the service's dead-letter queue; returns when the broker has it.

    Raises:
        BrokerDown: it has not; the original message must be delivered again.
    """
    promise = link.publish(
        letter.body,
        "",
        names.dead_queue(letter.service),
        wait_up_s=_CONFIRM_TIMEOUT_S,
        **_how(letter),
    )
    if promise is not None:
        promise.wait(_CONFIRM_TIMEOUT_S)


def list_dead(settings: CommonSettings, service: str, limit: int = 100) -> list[dict[str, Any]]:
    """The parked messages of a service, oldest first; they stay where they are.

    A message that is looked at and put back has been delivered once more, and RabbitMQ drops what was delivered too
    often. So each message of the queue is replaced by a copy of itself, which nobody has delivered yet.
    """
    found: list[dict[str, Any]] = []
    queue = names.dead_queue(service)
    with _channel(settings) as channel:
        for _ in range(min(_depth(settings, queue) or 0, _LISTED_MAX)):
            message = channel.basic_get(queue, no_ack=False)
            if message is None:
                break
            if len(found) < limit:
                found.append(_describe(message))
            _replace(channel, queue, message)
    return found


def replay_dead(settings: CommonSettings, service: str, limit: int = 100) -> int:
    """Send parked messages to the queues where they were first consumed; returns how many.

    Those stay whose queue is gone, and those of which nobody knows who sent them. Queues of events are bound for this
    to an exchange that only an operator may publish to (`senders`).
    """
    count = 0
    dead = names.dead_queue(service)
    with _channel(settings) as channel:
        for _ in range(min(_depth(settings, dead) or 0, limit)):
            message = channel.basic_get(dead, no_ack=False)
            if message is None:
                break
            queue = _origin(message)
            unfit = _why_not_replayed(settings, queue, message)
            if unfit:
                log.warning("dead_letter_stays", queue=queue, reason=unfit)
                _replace(channel, dead, message)
                continue
            copy = channel.prepare_message(
                body_of(message), None, "application/json", "binary", {}, {"delivery_mode": 2}
            )
            channel.basic_publish(copy, exchange=_way_back(channel, queue), routing_key=queue)
            channel.basic_ack(message.delivery_tag)
            count += 1
    return count


def _why_not_replayed(settings: CommonSettings, queue: str, message: Any) -> str:
    """Why a message stays where it is; empty: it is replayed."""
    if (message.headers or {}).get("x-reason") == senders.FORGED:
        return senders.FORGED
    return "its queue is gone" if _depth(settings, queue) is None else ""


def _way_back(channel: Any, queue: str) -> str:
    """The exchange by which a replayed message reaches its queue: for events one that they are accepted from."""
    if not queue.startswith(names.EVENT_QUEUES):
        return ""
    channel.exchange_declare(exchange=names.REPLAY_EXCHANGE, type="direct", durable=True, auto_delete=False)
    channel.queue_bind(queue=queue, exchange=names.REPLAY_EXCHANGE, routing_key=queue)
    return names.REPLAY_EXCHANGE


def _replace(channel: Any, queue: str, message: Any) -> None:
    """Put a copy at the queue's end, then acknowledge the message. If the process is killed in between there are two,
    and handlers recognise repeated events."""
    copy = channel.prepare_message(
        body_of(message), None, "application/json", "binary", dict(message.headers or {}), {"delivery_mode": 2}
    )
    channel.basic_publish(copy, exchange="", routing_key=queue)
    channel.basic_ack(message.delivery_tag)


def _depth(settings: CommonSettings, queue: str) -> int | None:
    """How many messages wait in a queue; None: there is no such queue. The query has a channel of its own, because the
    broker closes the channel if the queue does not exist."""
    channel = _channel(settings)
    try:
        return int(channel.queue_declare(queue=queue, passive=True).message_count)
    except ChannelError:
        return None
    finally:
        channel.close()


def _channel(settings: CommonSettings) -> Any:
    embedded.register()
    connection = kombu.Connection(
        settings.broker_url,
        connect_timeout=5,
        ssl=tls_options(settings.broker_url),
        transport_options={"confirm_publish": not settings.embedded},
    )
    return connection.channel()


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
