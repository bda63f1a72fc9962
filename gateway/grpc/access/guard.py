"""The treatment of every call before and after its servicer: token, trace, metrics, failures."""

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import grpc

from gateway.grpc.access import personal_tokens, scopes
from gateway.grpc.access.personal_tokens import PersonalTokens
from gateway.grpc.access.scopes import SCOPE_OF
from gateway.grpc.access.tokens import Caller, Tokens, caller_now
from gateway.grpc.calls.service_calls import refuse
from gateway.grpc.calls.streams import Streams
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

_Behaviour = Callable[[Any, grpc.ServicerContext], Any]
_Enter = Callable[[Any, grpc.ServicerContext], Caller]
"""Lets a call in, or refuses it; the account that acts is in the request then."""
_NOBODY = Caller("", frozenset())
"""Whoever has not been let in yet."""


class Guard(grpc.ServerInterceptor):
    """Accepts calls with a valid token."""

    def __init__(self, tokens: Tokens, personal: PersonalTokens, streams: Streams) -> None:
        """`tokens`: the other systems; `personal`: players' programs; `streams`: of these, reflection is one too."""
        self._tokens = tokens
        self._personal = personal
        self._streams = streams

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
        caller, origin = self._tokens.caller(metadata), _Origin.of(metadata)
        if caller is None and self._personal.is_one(metadata):
            return self._of_program(handler, method, origin)
        if caller is None:
            return _turned_away(handler, "token_unknown")
        if SCOPE_OF.get(method) not in caller.scopes:
            return _turned_away(handler, "scope_missing", {"scope": SCOPE_OF.get(method, "")})
        return _let_in(handler, method, _entering(caller, method), origin)

    def _of_program(self, handler: grpc.RpcMethodHandler, method: str, origin: "_Origin") -> grpc.RpcMethodHandler:
        """A call by a player's program, which is let in by the lobby, in the thread of the call."""

        def enter(request: Any, context: grpc.ServicerContext) -> Caller:
            try:
                return self._personal.let_in(method, request, context)
            finally:
                context.add_callback(lambda: personal_tokens.count(context))

        if not handler.stream_stream:
            return _let_in(handler, method, enter, origin)

        def describe(requests: Any, context: grpc.ServicerContext) -> Iterator[Any]:
            caller_now.set(enter(None, context))
            with self._streams.follow(context):
                yield from handler.stream_stream(requests, context)

        return grpc.stream_stream_rpc_method_handler(
            describe, handler.request_deserializer, handler.response_serializer
        )


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


def _let_in(handler: grpc.RpcMethodHandler, method: str, enter: _Enter, origin: _Origin) -> grpc.RpcMethodHandler:
    if handler.unary_unary:
        return _watched(handler, method, enter, origin)
    return _followed(handler, method, enter, origin.trace) if handler.unary_stream else handler


def _entering(caller: Caller, method: str) -> _Enter:
    """Another system acts as its service account. Refusal: `actor_not_own`."""

    def enter(request: Any, context: grpc.ServicerContext) -> Caller:
        refusal = scopes.enter(request, SCOPE_OF.get(method, ""), caller.service_account)
        if refusal is not None:
            refuse(context, refusal)
        return caller

    return enter


def _turned_away(handler: grpc.RpcMethodHandler, error: str, detail: Any = None) -> grpc.RpcMethodHandler:
    def refuse_all(_request: Any, context: grpc.ServicerContext) -> Any:
        refuse(context, Refusal(error, detail))

    if handler.unary_unary:
        return grpc.unary_unary_rpc_method_handler(refuse_all)
    if handler.unary_stream:
        return grpc.unary_stream_rpc_method_handler(refuse_all)
    return grpc.stream_stream_rpc_method_handler(refuse_all)


def _watched(handler: grpc.RpcMethodHandler, method: str, enter: _Enter, origin: _Origin) -> grpc.RpcMethodHandler:
    def behave(request: Any, context: grpc.ServicerContext) -> Any:
        caller = enter(request, context)
        caller_now.set(caller)
        return handler.unary_unary(request, context)

    def call(request: Any, context: grpc.ServicerContext) -> Any:
        started = time.perf_counter()
        context.set_trailing_metadata(((TRACE_KEY, origin.trace),))
        with tracing.entered(method, origin.trace, origin.parent, trusted=True):
            caller_now.set(_NOBODY)
            try:
                return _call_safely(behave, request, context, method)
            finally:
                code = (context.code() or grpc.StatusCode.OK).name
                grpc_seconds.labels(method, code).observe(time.perf_counter() - started)
                log.info("grpc_call", method=method, caller=caller_now.get().name, code=code)

    return grpc.unary_unary_rpc_method_handler(call, handler.request_deserializer, handler.response_serializer)


def _followed(handler: grpc.RpcMethodHandler, method: str, enter: _Enter, trace: str) -> grpc.RpcMethodHandler:
    """Wrap a stream: it lasts as long as its caller likes, so it is logged, not timed."""

    def follow(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        context.set_trailing_metadata(((TRACE_KEY, trace),))
        with traced(trace):
            try:
                caller = enter(request, context)
                caller_now.set(caller)
                log.info("grpc_stream", method=method, caller=caller.name)
                yield from handler.unary_stream(request, context)
            except Exception:
                if context.code() is None:
                    log.exception("grpc_failed", method=method)
                    refuse(context, Refusal("internal_error"))
                raise

    return grpc.unary_stream_rpc_method_handler(follow, handler.request_deserializer, handler.response_serializer)


def _call_safely(behaviour: _Behaviour, request: Any, context: grpc.ServicerContext, method: str) -> Any:
    """Turn an exception into INTERNAL and log it; grpc would send its text to the caller."""
    try:
        return behaviour(request, context)
    except Exception:
        if context.code() is None:
            log.exception("grpc_failed", method=method)
            refuse(context, Refusal("internal_error"))
        raise
