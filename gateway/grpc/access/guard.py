"""The treatment of every call before and after its servicer: token, trace, metrics, failures."""

import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any, NamedTuple

import grpc

from gateway.grpc.access import scopes
from gateway.grpc.access.scopes import SCOPE_OF
from gateway.grpc.access.tokens import Caller, Tokens
from gateway.grpc.calls.service_calls import refuse
from gateway.metrics import grpc_seconds
from gateway.ws.connection.frames import is_command_id
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.platform.process import tracing
from services.platform.process.logs import get_logger
from services.platform.process.tracing import HEADER, read_traceparent, trace_id, traced

log = get_logger(__name__)

TRACE_KEY = "x-trace-id"
_OPEN = "/grpc.health.v1."
"""Methods that need no token: probes have none."""

caller_now: ContextVar[Caller] = ContextVar("caller_now")
"""The caller of the present call."""

_Behaviour = Callable[[Any, grpc.ServicerContext], Any]


class Guard(grpc.ServerInterceptor):
    """Accepts calls with a valid token."""

    def __init__(self, tokens: Tokens) -> None:
        """`tokens`: the callers."""
        self._tokens = tokens

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], grpc.RpcMethodHandler | None],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler | None:
        """The handler of a call, wrapped; None where there is no such method."""
        method, metadata = handler_call_details.method, handler_call_details.invocation_metadata
        handler = continuation(handler_call_details)
        if handler is None or method.startswith(_OPEN):
            return handler
        caller = self._tokens.caller(metadata)
        if caller is None:
            return _turned_away(handler, "token_unknown")
        if SCOPE_OF.get(method) not in caller.scopes:
            return _turned_away(handler, "scope_missing", {"scope": SCOPE_OF.get(method, "")})
        return _let_in(handler, method, caller, _Origin.of(metadata))


class _Origin(NamedTuple):
    """The trace of a call, and the caller's `traceparent`, empty without one."""

    trace: str
    parent: str

    @classmethod
    def of(cls, metadata: Any) -> "_Origin":
        """The trace of the caller's metadata, or a new one."""
        sent = {key: text for key, text in metadata if key in (TRACE_KEY, HEADER)}
        parent, trace = read_traceparent(sent.get(HEADER)), sent.get(TRACE_KEY, "")
        own = trace if isinstance(trace, str) and is_command_id(trace) else new_id()
        return cls(trace_id(parent) or own, parent)


def _let_in(handler: grpc.RpcMethodHandler, method: str, caller: Caller, origin: _Origin) -> grpc.RpcMethodHandler:
    if handler.unary_unary:
        return _watched(handler, method, caller, origin)
    return _followed(handler, method, caller, origin.trace) if handler.unary_stream else handler


def _turned_away(handler: grpc.RpcMethodHandler, error: str, detail: Any = None) -> grpc.RpcMethodHandler:
    def refuse_all(_request: Any, context: grpc.ServicerContext) -> Any:
        refuse(context, Refusal(error, detail))

    if handler.unary_unary:
        return grpc.unary_unary_rpc_method_handler(refuse_all)
    if handler.unary_stream:
        return grpc.unary_stream_rpc_method_handler(refuse_all)
    return grpc.stream_stream_rpc_method_handler(refuse_all)


def _watched(handler: grpc.RpcMethodHandler, method: str, caller: Caller, origin: _Origin) -> grpc.RpcMethodHandler:
    def call(request: Any, context: grpc.ServicerContext) -> Any:
        started = time.perf_counter()
        context.set_trailing_metadata(((TRACE_KEY, origin.trace),))
        with tracing.entered(method, origin.trace, origin.parent, trusted=True):
            caller_now.set(caller)
            try:
                return _call_safely(handler.unary_unary, request, context, method)
            finally:
                code = (context.code() or grpc.StatusCode.OK).name
                grpc_seconds.labels(method, code).observe(time.perf_counter() - started)
                log.info("grpc_call", method=method, caller=caller.name, code=code)

    return grpc.unary_unary_rpc_method_handler(call, handler.request_deserializer, handler.response_serializer)


def _followed(handler: grpc.RpcMethodHandler, method: str, caller: Caller, trace: str) -> grpc.RpcMethodHandler:
    """Wrap a stream: it lasts as long as its caller likes, so it is logged, not timed."""

    def follow(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        context.set_trailing_metadata(((TRACE_KEY, trace),))
        with traced(trace):
            caller_now.set(caller)
            log.info("grpc_stream", method=method, caller=caller.name)
            try:
                _enter_caller(request, context, method)
                yield from handler.unary_stream(request, context)
            except Exception:
                if context.code() is None:
                    log.exception("grpc_failed", method=method)
                    refuse(context, Refusal("internal_error"))
                raise

    return grpc.unary_stream_rpc_method_handler(follow, handler.request_deserializer, handler.response_serializer)


def _enter_caller(request: Any, context: grpc.ServicerContext, method: str) -> None:
    """Enter the account that acts. Refusal: `actor_not_own`."""
    refusal = scopes.enter(request, SCOPE_OF.get(method, ""), caller_now.get().service_account)
    if refusal is not None:
        refuse(context, refusal)


def _call_safely(behaviour: _Behaviour, request: Any, context: grpc.ServicerContext, method: str) -> Any:
    """Turn an exception into INTERNAL and log it; grpc would send its text to the caller."""
    try:
        _enter_caller(request, context, method)
        return behaviour(request, context)
    except Exception:
        if context.code() is None:
            log.exception("grpc_failed", method=method)
            refuse(context, Refusal("internal_error"))
        raise
