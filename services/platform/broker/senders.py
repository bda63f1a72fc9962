"""Whether the broker has checked who sent a message.

RabbitMQ checks who may publish to an exchange, and with which routing keys at a topic exchange. There are ways past
that check, which end in the same queue; the message itself shows each of them:

- the default exchange reaches every queue by its name: the delivery names another exchange;
- the headers CC and BCC carry a message to queues of other routing keys, which not every release checks: the delivery
  names the first routing key, which was checked;
- a queue of the sender's own may dead-letter into an exchange with any routing key: the broker adds `x-death`.

An operator puts dead letters back through an exchange that no process may write to (`broker_permissions`).
"""

from collections.abc import Mapping
from typing import Any

from services.platform.broker import names

FORGED = "the broker has not checked who sent it"
"""The reason with which such a message is parked. It is never replayed."""
_DEAD_LETTERED = "x-death"


def checked_request(message: Any, service: str) -> bool:
    """Whether a request to a service came from somebody who may send it."""
    return _came_by(message, names.RPC_EXCHANGE) and _is_of(_key(message), service)


def checked_event(message: Any, topic: str, queue: str) -> bool:
    """Whether a message in `queue` came from the service whose topic it is, or from an operator who replays it."""
    if _came_by(message, names.REPLAY_EXCHANGE):
        return _key(message) == queue
    return _came_by(message, names.EVENTS_EXCHANGE) and _is_of(_key(message), topic)


def _came_by(message: Any, exchange: str) -> bool:
    headers: Mapping[str, Any] = message.headers or {}
    return message.delivery_info.get("exchange") == exchange and _DEAD_LETTERED not in headers


def _key(message: Any) -> str:
    return str(message.delivery_info.get("routing_key"))


def _is_of(key: str, topic: str) -> bool:
    """Whether a routing key is of a topic: the topic itself, or with more words behind it."""
    return key == topic or key.startswith(f"{topic}.")
