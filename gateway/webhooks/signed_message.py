"""An event as a webhook's server gets it, signed by the Standard Webhooks specification; what its answer means."""

import http.client
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from standardwebhooks import Webhook

from gateway.public_events.event_log import LoggedEvent
from services.platform.outbound.door import Unreachable
from services.platform.process.json import encode

GONE = 410
"""A server's answer that it wants no more events, ever."""


class Message(NamedTuple):
    """A body with its headers."""

    headers: dict[str, str]
    body: bytes


def message_of(event: LoggedEvent, secrets: Sequence[str], now_s: float) -> Message:
    """The message of an event: type, time, data, and the cursor behind it. `webhook-id` is the event's id, the same
    whenever it is sent; each secret has signed."""
    at = datetime.fromtimestamp(event.at_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    body = encode({"type": event.topic, "timestamp": at, "cursor": event.cursor, "data": event.data})
    now = datetime.fromtimestamp(now_s, UTC)
    signatures = [Webhook(secret).sign(event.id, now, body.decode()) for secret in secrets]
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Kafeneio-Webhooks/1",
        "webhook-id": event.id,
        "webhook-timestamp": str(int(now_s)),
        "webhook-signature": " ".join(signatures),
    }
    return Message(headers, body)


def is_taken(status: int) -> bool:
    """Whether the server has taken the event."""
    return 200 <= status < 300


def error_of(error: OSError | http.client.HTTPException) -> str:
    """Why there was no answer, in a word: the text of an error may name addresses of the platform's own network."""
    if isinstance(error, Unreachable):
        return "address_not_public"
    if isinstance(error, ssl.SSLError):
        return "tls_failed"
    if isinstance(error, TimeoutError):
        return "timeout"
    if isinstance(error, http.client.HTTPException):
        return "answer_unreadable"
    return "unreachable"
