"""The client side of RPC: requests have a deadline and expire at the broker when nobody waits for them any more."""

import threading
import time
import uuid
from typing import Any, TypeVar

import msgspec

from services.contracts.base import Request, read_answer, service_of, wire_name
from services.kernel.refusal import Refusal
from services.platform.broker.link import BrokerDown, Link, body_of
from services.platform.broker.names import RPC_EXCHANGE
from services.platform.process import metrics, tracing
from services.platform.process.settings import CommonSettings

A = TypeVar("A")

UNAVAILABLE = "service_unavailable"
"""The code for a service that did not answer in time; the request may or may not have been carried out."""


class _Answer(msgspec.Struct):
    result: Any = None
    error: Any = None


class _Pending:
    __slots__ = ("body", "event")

    def __init__(self) -> None:
        self.event = threading.Event()
        self.body: bytes | None = None


class RpcClient:
    """Calls any service, from green threads or real ones; one exclusive reply queue for all calls."""

    def __init__(self, settings: CommonSettings, caller: str) -> None:
        """`caller` names this process in queues and metrics."""
        self._settings = settings
        self._reply_queue = f"rpc.reply.{caller}.{uuid.uuid4()}"
        self._pending: dict[str, _Pending] = {}
        self._link = Link(settings, f"rpc-{caller}", self._on_up)

    def start(self) -> "RpcClient":
        """Begin to connect."""
        self._link.start()
        return self

    def stop(self) -> None:
        """Stop; waiting calls are refused."""
        self._link.stop()

    def call(self, request: Request[A], timeout_ms: int | None = None) -> A | Refusal:
        """The service's answer or refusal; `service_unavailable` when none came in time."""
        service, method = service_of(type(request)), wire_name(type(request))
        timeout_ms = timeout_ms or self._settings.rpc_timeout_ms
        with tracing.span(f"{service}.{method}", tracing.CLIENT):
            body = self.exchange(service, method, msgspec.to_builtins(request), timeout_ms)
        return read_reply(body, request)

    def exchange(self, service: str, method: str, request: Any, timeout_ms: int) -> bytes | None:
        """The reply to a request in plain data, as it came (`read_reply`); None: none came in time."""
        correlation_id = uuid.uuid4().hex
        pending = self._pending[correlation_id] = _Pending()
        deadline = time.monotonic() + timeout_ms / 1000
        try:
            self._link.publish(
                msgspec.json.encode({"args": [request], "kwargs": {}}),
                RPC_EXCHANGE,
                f"{service}.{method}",
                headers={
                    "deadline_ms": int(time.time() * 1000) + timeout_ms,
                    "timeout_ms": timeout_ms,
                    **tracing.message_headers(),
                },
                expiration_ms=timeout_ms,
                wait_up_s=timeout_ms / 1000,
                reply_to=self._reply_queue,
                correlation_id=correlation_id,
            )
            pending.event.wait(max(deadline - time.monotonic(), 0))
            return pending.body
        except BrokerDown:
            return None
        finally:
            self._pending.pop(correlation_id, None)

    def _on_up(self, link: Link) -> None:
        link.declare_exchanges()
        link.declare_own(self._reply_queue)
        link.consume(self._reply_queue, self._on_reply, no_ack=True)

    def _on_reply(self, message: Any) -> None:
        pending = self._pending.get(message.properties.get("correlation_id", ""))
        if pending is not None:
            pending.body = body_of(message)
            pending.event.set()


def read_reply(body: bytes | None, request: Request[A]) -> A | Refusal:
    """What a reply to a request says, counted; `body` None: none came in time."""
    service, method = service_of(type(request)), wire_name(type(request))
    if body is None:
        metrics.rpc_calls.labels(service, method, "unavailable").inc()
        return Refusal(UNAVAILABLE, {"service": service})
    answer = msgspec.json.decode(body, type=_Answer)
    if answer.error is not None:
        metrics.rpc_calls.labels(service, method, "failed").inc()
        return Refusal("internal_error", {"service": service})
    metrics.rpc_calls.labels(service, method, "answered").inc()
    found: A | Refusal = read_answer(answer.result, type(request).answer)
    return found
