"""The server side of RPC: nameko's entrypoint with typed requests, deadlines, traces, metrics, and replies that cannot
stop the service."""

import functools
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from nameko.rpc import Rpc, RpcConsumer

from services.contracts.base import Request, wire_name, write_answer
from services.kernel.cells import is_visitor
from services.kernel.refusal import Refusal
from services.platform.broker import names, senders
from services.platform.broker.link import BrokerDown
from services.platform.hosting.events import LINK_KEY, SETTINGS_KEY, Queues
from services.platform.process import metrics, tracing
from services.platform.process.logs import get_logger
from services.platform.process.tracing import traced

log = get_logger(__name__)


class _Answers(RpcConsumer):
    """Sends replies by the process's own link, unconfirmed: a lost reply is a timeout for the caller, who may ask
    again, and never the end of the container."""

    queue_consumer = Queues()

    def setup(self) -> None:
        """Describe the queue, and count its refusals from nought, so that the first one shows."""
        super().setup()  # which would leave it on one node alone
        self.queue.queue_arguments = names.request_arguments(self.container.config[SETTINGS_KEY])
        metrics.messages_refused.labels(self.container.service_name, self.queue.name)

    def handle_message(self, body: Any, message: Any) -> None:
        """Carry out a request that came from somebody who may send it; drop any other without a reply."""
        service = self.container.service_name
        if senders.checked_request(message, service):
            super().handle_message(body, message)
            return
        log.error("request_refused", reason=senders.FORGED, came_by=message.delivery_info)
        metrics.messages_refused.labels(service, self.queue.name).inc()
        self.queue_consumer.ack_message(message)

    def handle_result(self, message: Any, result: Any, exc_info: Any) -> Any:
        """Send the reply and acknowledge the request."""
        error = None
        if exc_info is not None:
            error = {"exc_type": type(exc_info[1]).__name__}
            log.error("rpc_failed", method=message.delivery_info["routing_key"], exc_info=exc_info)
            metrics.rpc_failures.labels(*_where(message)).inc()
        if reply_to := message.properties.get("reply_to"):
            self._reply(reply_to, message.properties.get("correlation_id"), {"result": result, "error": error})
        self.queue_consumer.ack_message(message)
        return result, exc_info

    def _reply(self, queue: str, correlation_id: str | None, answer: dict[str, Any]) -> None:
        link = self.container.config[LINK_KEY]
        try:
            link.publish(msgspec.json.encode(answer), "", queue, wait_up_s=1.0, correlation_id=correlation_id or "")
        except BrokerDown as down:
            log.warning("reply_lost", error=str(down))


_LOOK_S = 10.0
_SENDERS_MAX = 1_000


class _Times(NamedTuple):
    """How long a sender's requests seem to have taken."""

    since_s: float
    quickest_ms: float
    """Of those since then."""
    before_ms: float
    """Of those in the time before."""


class Lateness:
    """Whether requests have expired, though no two machines' clocks agree.

    A request says when it expires by its sender's clock. By how much that differs from ours is in the time that each
    request of the sender seems to have taken; the quickest one in the last ten to twenty seconds has hardly anything
    else in it. A request has expired when it took longer than that by more than its sender waits.
    """

    def __init__(self) -> None:
        """No sender is known."""
        self._times: dict[str, _Times] = {}

    def has_expired(self, sender: str, deadline_ms: float, timeout_ms: float, now_ms: float, now_s: float) -> bool:
        """Note a request, and say whether it has expired.

        Of a sender's first request nothing else is known: for it the clocks count as they are.

        Args:
            sender: who waits for the reply.
            deadline_ms: when it expires, by the sender's clock.
            timeout_ms: how long the sender waits for it in all.
            now_ms: by our clock, which may be put right at any time.
            now_s: by one that is not.
        """
        took_ms = now_ms - deadline_ms + timeout_ms
        known = self._times.pop(sender, None)
        if len(self._times) >= _SENDERS_MAX:
            del self._times[next(iter(self._times))]  # the one that has been silent for longest
        if known is None:
            self._times[sender] = _Times(now_s, took_ms, took_ms)
            return took_ms > timeout_ms
        quickest_ms = min(known.quickest_ms, known.before_ms)
        is_over = now_s - known.since_s > _LOOK_S
        self._times[sender] = (
            _Times(now_s, took_ms, known.quickest_ms)
            if is_over
            else known._replace(quickest_ms=min(known.quickest_ms, took_ms))
        )
        return took_ms - quickest_ms > timeout_ms


_LATENESS = Lateness()
"""Of this process, which has one clock."""


def _has_expired(headers: Mapping[str, Any], sender: str) -> bool:
    deadline_ms, timeout_ms = headers.get("deadline_ms"), headers.get("timeout_ms")
    if deadline_ms is None:
        return False
    if timeout_ms is None:  # of the release before
        return time.time() * 1000 > deadline_ms
    return _LATENESS.has_expired(sender, deadline_ms, timeout_ms, time.time() * 1000, time.monotonic())


class TypedRpc(Rpc):
    """nameko's entrypoint, which drops requests that have expired."""

    rpc_consumer = _Answers()

    def handle_message(self, body: Any, message: Any) -> None:
        """Drop a request that has expired, otherwise pass it on with its trace."""
        headers = message.headers or {}
        if _has_expired(headers, message.properties.get("reply_to") or ""):
            metrics.rpc_expired.labels(self.container.service_name).inc()
            self.rpc_consumer.queue_consumer.ack_message(message)
            return
        body["kwargs"] = {"_trace": tracing.trace_in(headers)}
        super().handle_message(body, message)


def rpc(request_type: type[Request[Any]]) -> Callable[[Callable[..., Any]], Any]:
    """Declare the method that answers a request: it takes the request and returns its answer or a refusal.

    The method has the request's name on the wire; a request that cannot be decoded is refused with `bad_request`.
    """
    method = wire_name(request_type)

    def decorate(function: Callable[..., Any]) -> Any:
        @functools.wraps(function)
        def entrypoint(self: Any, raw: Any, _trace: str = "") -> dict[str, Any]:
            started = time.perf_counter()
            service = self.name
            with traced(_trace), tracing.span(f"{service}.{method}", tracing.SERVER):
                try:
                    request = msgspec.convert(raw, request_type)
                except msgspec.ValidationError as error:
                    answer: Any = Refusal("bad_request", str(error))
                else:
                    answer = _check_home(self, request) or function(self, request)
            metrics.rpc_seconds.labels(service, method).observe(time.perf_counter() - started)
            if isinstance(answer, Refusal):
                metrics.rpc_refusals.labels(service, method, answer.error).inc()
            return write_answer(answer)

        if function.__name__ != method:
            raise TypeError(f"{function.__qualname__} must be called {method}")
        return TypedRpc.decorator(entrypoint, sensitive_arguments=("raw",))

    return decorate


def _check_home(service: Any, request: Request[Any]) -> Refusal | None:
    """`visitor_forbidden`: the request names an account of another cell where it needs one of this cell."""
    if not request.at_home:
        return None
    here = service.app.base.settings.cell
    if not here:  # it is the only cell, where everybody is at home
        return None
    away = any(is_visitor(getattr(request, field), here) for field in request.at_home)
    return Refusal("visitor_forbidden") if away else None


def _where(message: Any) -> tuple[str, str]:
    service, _, method = message.delivery_info["routing_key"].partition(".")
    return service, method
