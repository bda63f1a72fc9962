"""Calls to a service on behalf of a caller: within the caller's deadline, refusals as status codes.

Their details are a `google.rpc.Status` with `ErrorInfo`, which client libraries of every language read (AIP-193).
"""

from typing import Any, NoReturn, TypeVar

import grpc
from google.rpc import error_details_pb2, status_pb2

from gateway.grpc.settings import GrpcSettings
from gateway.rpc import Cached, Rpc
from services.contracts.base import Request, wire_name
from services.contracts.lobby.accounts.security_log import NoteStaffRead
from services.kernel.refusal import Refusal
from services.platform.process.json import encode, encode_text

A = TypeVar("A")

ERROR_KEY = "kafeneio-error"
"""Trailing metadata: the refusal's code, which is also the status's message."""
DETAIL_KEY = "kafeneio-detail-bin"
"""Trailing metadata: the refusal's detail as JSON."""

_STATUS = {
    "bad_request": grpc.StatusCode.INVALID_ARGUMENT,
    "bad_parameters": grpc.StatusCode.INVALID_ARGUMENT,
    "internal_error": grpc.StatusCode.INTERNAL,
    "service_unavailable": grpc.StatusCode.UNAVAILABLE,
    "token_unknown": grpc.StatusCode.UNAUTHENTICATED,
    "token_invalid": grpc.StatusCode.UNAUTHENTICATED,
    "scope_missing": grpc.StatusCode.PERMISSION_DENIED,
    "actor_not_own": grpc.StatusCode.PERMISSION_DENIED,
    "idempotency_conflict": grpc.StatusCode.ALREADY_EXISTS,
    "board_taken": grpc.StatusCode.ALREADY_EXISTS,
    "streams_busy": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "rate_limited": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "chat_rate": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "message_rate": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "cursor_expired": grpc.StatusCode.OUT_OF_RANGE,
}
_STATUS_BY_ENDING = {
    "_unknown": grpc.StatusCode.NOT_FOUND,
    "_invalid": grpc.StatusCode.INVALID_ARGUMENT,
}
_READS = ("Get", "List", "Find", "Check")
"""How the names of requests begin that only read."""
_SUBJECTS = ("of", "to", "match", "reported", "subject", "competition")
"""The fields of requests that say whom or what they are about."""
_NO_DEADLINE_S = 1e6
"""The limit above which a deadline means none: for a call without one grpc reports years."""
_MARGIN_S = 0.02
"""The part of a caller's deadline that is reserved for sending the answer."""
_ROUNDING = 0.01
"""The possible error of a deadline, which is transmitted in three digits and rounded up."""
STATUS_KEY = "grpc-status-details-bin"
"""Trailing metadata: the status as gRPC carries it beside code and message."""
DOMAIN = "kafeneio"
_FIELDS_MAX = 16
_TEXT_LENGTH_MAX = 256
"""Bounds of an error's metadata: a client refuses a call whose trailers are longer than 8 KiB."""


class Asker:
    """The client by which servicers call services."""

    def __init__(self, rpc: Rpc, settings: GrpcSettings) -> None:
        """`settings`: the timeouts."""
        self._rpc = rpc
        self._settings = settings

    def ask(self, context: grpc.ServicerContext, request: Request[A]) -> A:
        """The service's answer; a refusal ends the call."""
        answer = self.ask_of_own(context, request)
        if request.staff_roles and type(request).__name__.startswith(_READS):
            self.note_staff_read(context, request)
        return answer

    def ask_of_own(self, context: grpc.ServicerContext, request: Request[A]) -> A:
        """The same about what the caller has done in this call: nothing is read of others, and nothing is logged."""
        answer = self.try_ask(context, request)
        if isinstance(answer, Refusal):
            refuse(context, answer)
        return answer

    def try_ask(self, context: grpc.ServicerContext, request: Request[A]) -> A | Refusal:
        """The service's answer or refusal."""
        return self._rpc.call(request, self.timeout_ms(context))

    def kept(self, request: Request[A], age_max_s: float) -> Cached[A]:
        """The answer to a request that many ask at the same moment, at most so old."""
        return Cached(self._rpc, request, age_max_s)

    def note_staff_read(self, context: grpc.ServicerContext, request: Request[A]) -> None:
        """Log that staff read data about players through the API; what cannot be noted is not shown."""
        about = "&".join(f"{name}={text}" for name in _SUBJECTS if (text := getattr(request, name, None)))
        asked = NoteStaffRead(
            account=getattr(request, "account", ""), what=f"grpc {wire_name(type(request))}", about=about[:500]
        )
        noted = self._rpc.call(asked, self.timeout_ms(context))
        if isinstance(noted, Refusal):
            refuse(context, noted)

    def timeout_ms(self, context: grpc.ServicerContext) -> int:
        """The timeout of a service call: what is left of the caller's deadline, or the default; bounded."""
        remaining_s = context.time_remaining()
        if remaining_s is None or remaining_s > _NO_DEADLINE_S:
            return self._settings.grpc_default_timeout_ms
        left_ms = int((remaining_s * (1 - _ROUNDING) - _MARGIN_S) * 1000)
        return max(1, min(left_ms, self._settings.grpc_timeout_max_ms))


def refuse(context: grpc.ServicerContext, refusal: Refusal) -> NoReturn:
    """End the call with a refusal."""
    status = status_of(refusal.error)
    metadata: list[tuple[str, str | bytes]] = [
        (ERROR_KEY, refusal.error),
        (STATUS_KEY, encoded_status(status, refusal)),
    ]
    if refusal.detail is not None:
        metadata.append((DETAIL_KEY, encode(refusal.detail)))
    context.set_trailing_metadata((*(context.trailing_metadata() or ()), *metadata))
    context.abort(status, refusal.error)
    raise AssertionError("abort has raised")


def status_of(error: str) -> grpc.StatusCode:
    """The status of an error code."""
    if error in _STATUS:
        return _STATUS[error]
    found = [status for ending, status in _STATUS_BY_ENDING.items() if error.endswith(ending)]
    return found[0] if found else grpc.StatusCode.FAILED_PRECONDITION


def encoded_status(code: grpc.StatusCode, refusal: Refusal) -> bytes:
    """A serialized `google.rpc.Status`. Its `ErrorInfo` has the refusal's code in capitals as the reason, and the
    refusal's detail as metadata: text as it is, everything else as JSON."""
    info = error_details_pb2.ErrorInfo(
        reason=refusal.error.upper(), domain=DOMAIN, metadata=_metadata_of(refusal.detail)
    )
    status = status_pb2.Status(code=code.value[0], message=refusal.error)
    status.details.add().Pack(info)
    return status.SerializeToString()


def _metadata_of(detail: Any) -> dict[str, str]:
    if detail is None:
        return {}
    fields = detail if isinstance(detail, dict) else {"detail": detail}
    return {str(name): _text(value) for name, value in list(fields.items())[:_FIELDS_MAX]}


def _text(value: Any) -> str:
    return (value if isinstance(value, str) else encode_text(value))[:_TEXT_LENGTH_MAX]
