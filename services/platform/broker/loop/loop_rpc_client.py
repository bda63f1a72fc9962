"""RPC calls from an asyncio loop, over a link that is shared with other uses; requests have the same form as those
of `RpcClient`."""

import asyncio
import contextlib
import time
import uuid
from typing import Any, NamedTuple, TypeVar

import msgspec

from services.contracts.base import Request, service_of, wire_name
from services.kernel.refusal import Refusal
from services.platform.broker.errors import BrokerDown
from services.platform.broker.loop.protocol import LoopLink
from services.platform.broker.names import RPC_EXCHANGE
from services.platform.broker.rpc_client import read_reply
from services.platform.process import tracing

A = TypeVar("A")


class _Pending(NamedTuple):
    request: Request[Any]
    headers: dict[str, Any]
    until_s: float
    """When its caller stops waiting, by `time.monotonic()`."""
    reply: "asyncio.Future[bytes]"


class LoopRpcClient:
    """Sends requests to any service. There is one for a link, whose `on_up` calls this one's; replies arrive in a queue
    of their own.

    A lost connection takes replies with it: requests without an answer are sent again by the next one. That is as safe
    as a caller that repeats a request, since requests have ids of their callers.
    """

    def __init__(self, link: LoopLink, caller: str, timeout_ms: int) -> None:
        """`caller` names this process in its queue; `timeout_ms`: how long to wait for an answer."""
        self._link = link
        self._reply_queue = f"rpc.reply.{caller}.{uuid.uuid4()}"
        self._timeout_ms = timeout_ms
        self._pending: dict[str, _Pending] = {}

    def on_up(self) -> None:
        """The link is up (again). Called from the link's own `on_up`, after it has declared the exchanges."""
        self._link.declare_own(self._reply_queue)
        self._link.consume(self._reply_queue, self._on_reply, no_ack=True)
        for correlation_id, pending in self._pending.items():
            self._publish(correlation_id, pending)

    async def call(self, request: Request[A], timeout_ms: int | None = None) -> A | Refusal:
        """The service's answer or refusal; `service_unavailable` if none arrived in time."""
        service, method = service_of(type(request)), wire_name(type(request))
        with tracing.span(f"{service}.{method}", tracing.CLIENT):
            return read_reply(await self._exchange(request, timeout_ms or self._timeout_ms), request)

    async def _exchange(self, request: Request[Any], timeout_ms: int) -> bytes | None:
        """The reply's body; None: none arrived in time."""
        correlation_id = uuid.uuid4().hex
        headers = {
            "deadline_ms": int(time.time() * 1000) + timeout_ms,
            "timeout_ms": timeout_ms,
            **tracing.message_headers(),
        }
        reply: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        pending = _Pending(request, headers, time.monotonic() + timeout_ms / 1000, reply)
        self._pending[correlation_id] = pending
        body = None
        try:
            async with asyncio.timeout(timeout_ms / 1000):
                self._publish(correlation_id, pending)
                body = await reply
        except TimeoutError:
            pass
        finally:
            del self._pending[correlation_id]
        return body

    def _publish(self, correlation_id: str, pending: _Pending) -> None:
        request = pending.request
        left_ms = max(round((pending.until_s - time.monotonic()) * 1000), 1)
        with contextlib.suppress(BrokerDown):  # it is sent when the link is up
            self._link.publish(
                msgspec.json.encode({"args": [request], "kwargs": {}}),
                RPC_EXCHANGE,
                f"{service_of(type(request))}.{wire_name(type(request))}",
                headers=pending.headers,
                expiration_ms=left_ms,
                reply_to=self._reply_queue,
                correlation_id=correlation_id,
            )

    def _on_reply(self, message: Any) -> None:
        pending = self._pending.get(message.properties.correlation_id or "")
        if pending is not None and not pending.reply.done():
            pending.reply.set_result(message.body)
