"""Delivers public events to webhooks, beside the gRPC front: what the log has after a webhook's cursor, one event after
the other, each until the server has taken it (services/moderation/RULES.md §16).

Moderation keeps the webhooks and how far each has got. A process holds those that it delivers for a lease; it begins
nothing when half of the lease is over and was not renewed, so that two processes never send at the same time.
"""

import http.client
import ssl
import threading
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from standardwebhooks import Webhook

from gateway import metrics
from gateway.public_events.event_log import EventLog, LoggedEvent, LogRefused
from gateway.rpc import Rpc
from services.contracts.partners import webhooks as api
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import UNAVAILABLE
from services.platform.outbound.door import Door, Unreachable
from services.platform.process.json import encode
from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn

log = get_logger(__name__)

LOOK_S = 1.0
"""How often webhooks are asked for, and with that how soon a change of one takes effect."""
_AGAIN_S = 0.5
_STOP_S = 12.0
"""How long a request that has begun may take to end when the process stops."""
GONE = 410
"""A server's answer that it wants no more events, ever."""


class Deliverer:
    """All webhooks that this process delivers, each in a thread of its own."""

    def __init__(self, rpc: Rpc, events: EventLog, door: Door, look_s: float = LOOK_S) -> None:
        """Nothing is sent before `start`."""
        self.rpc = rpc
        self.events = events
        self.door = door
        self.holder = new_id()
        self._look_s = look_s
        self._held_until_s = 0.0
        self._stopped = threading.Event()
        self._deliveries: dict[str, _Delivery] = {}

    def start(self) -> "Deliverer":
        """Begin to look for webhooks."""
        spawn("webhooks", self._run)
        return self

    def stop(self) -> None:
        """Begin nothing more, and let requests that have begun end."""
        self._stopped.set()
        until_s = time.monotonic() + _STOP_S
        for delivery in list(self._deliveries.values()):
            delivery.join(max(0.0, until_s - time.monotonic()))
        self.door.close()

    @property
    def may_send(self) -> bool:
        """Whether this process certainly holds its webhooks."""
        return not self._stopped.is_set() and time.monotonic() < self._held_until_s

    def look(self) -> None:
        """Ask for the webhooks; end what is not ours or has changed, begin what is due."""
        ended = {each for each, delivery in self._deliveries.items() if not delivery.is_alive}
        asked_s = time.monotonic()
        found = self.rpc.call(api.ClaimWebhooks(holder=self.holder))
        if isinstance(found, Refusal):
            log.warning("webhooks_unclaimed", error=found.error)
            return
        self._held_until_s = asked_s + found.lease_ms / 2_000
        claimed = {each.webhook: each for each in found.webhooks}
        for webhook, delivery in list(self._deliveries.items()):
            if webhook not in claimed or claimed[webhook].epoch != delivery.epoch:
                delivery.end()
            if webhook in ended:
                del self._deliveries[webhook]
        for webhook, hook in claimed.items():
            # One that has ended since we asked may have moved the cursor on: it is begun anew with the next answer.
            if webhook not in self._deliveries and (hook.next_try_at_ms or 0) <= time.time() * 1000:
                self._deliveries[webhook] = _Delivery(self, hook)
        metrics.webhooks_open.set(len(self._deliveries))
        self.door.abort_overdue(time.monotonic())

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self.look()
            except Exception:
                log.exception("webhooks_failed")
            self._stopped.wait(self._look_s)


class _Delivery:
    """Events on their way to one webhook, from a cursor on, until one is not taken or something has changed."""

    def __init__(self, deliverer: Deliverer, hook: api.ClaimedWebhook) -> None:
        """Begins at once."""
        self._all = deliverer
        self._hook = hook
        self._ended = threading.Event()
        self._thread = spawn("webhook", self._run)

    @property
    def epoch(self) -> int:
        """Of the webhook when the delivery began."""
        return self._hook.epoch

    @property
    def is_alive(self) -> bool:
        """Whether anything may still be sent."""
        return self._thread.is_alive()

    @property
    def is_here(self) -> bool:
        """Whether to go on (`event_log.Follower`)."""
        return not self._ended.is_set() and self._all.may_send

    def end(self) -> None:
        """Send nothing after the present event."""
        self._ended.set()

    def join(self, timeout_s: float) -> None:
        """Wait for its end."""
        self._thread.join(timeout_s)

    def _run(self) -> None:
        hook = self._hook
        try:
            for event in self._all.events.follow(self, hook.topics, hook.cursor):
                if not self.is_here or not self._pass_on(event):
                    return
        except LogRefused as refused:
            error = refused.refusal.error
            if error != UNAVAILABLE:
                self._report(cursor=hook.cursor, outcome="failed", error=error, ends=True)

    def _pass_on(self, event: LoggedEvent) -> bool:
        """Deliver one event; whether the next one may follow."""
        if not event.id:
            return self._report(cursor=event.cursor, outcome="position")
        started_s = time.monotonic()
        status, error = self._post(event)
        took_s = time.monotonic() - started_s
        outcome: api.DeliveryOutcome = "failed" if error else "delivered"
        metrics.webhook_seconds.labels(outcome).observe(took_s)
        return (
            self._report(
                cursor=event.cursor,
                outcome=outcome,
                event=event.id,
                topic=event.topic,
                status=status,
                error=error,
                took_ms=int(took_s * 1000),
                ends=status == GONE,
            )
            and not error
        )

    def _post(self, event: LoggedEvent) -> tuple[int, str]:
        """The status of the server's answer, 0 without one, and why the event was not taken."""
        message = message_of(event, self._hook.secrets, time.time())
        try:
            status = self._all.door.post(self._hook.url, message.headers, message.body).status
        except (OSError, http.client.HTTPException) as error:
            log.info("webhook_unanswered", webhook=self._hook.webhook, error=type(error).__name__)
            return 0, error_of(error)
        return status, "" if is_taken(status) else f"status {status}"

    def _report(self, **fields: Any) -> bool:
        """Report to moderation, again while it is away and the lease lasts; whether the webhook is still ours."""
        hook = self._hook
        request = api.ReportDelivery(holder=self._all.holder, webhook=hook.webhook, epoch=hook.epoch, **fields)
        answer: Any = Refusal(UNAVAILABLE)
        while isinstance(answer, Refusal) and answer.error == UNAVAILABLE and self.is_here:
            answer = self._all.rpc.call(request)
            if isinstance(answer, Refusal) and answer.error == UNAVAILABLE:
                self._ended.wait(_AGAIN_S)
        return not isinstance(answer, Refusal)


def deliver(rpc: Rpc, events: EventLog, own_hosts: frozenset[str], timeout_s: float) -> Deliverer:
    """A deliverer that has begun."""
    return Deliverer(rpc, events, Door(own_hosts, timeout_s)).start()


# --- an event as a server gets it, signed by the Standard Webhooks specification, and what its answer means ---


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
