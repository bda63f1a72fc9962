"""What happens to every call before and after its servicer: token, trace, metrics, failures."""

import time
from collections.abc import Callable
from typing import Any

import grpc

from gateway.grpc.asking import refuse
from gateway.grpc.tokens import Tokens
from gateway.metrics import grpc_seconds
from gateway.ws.frames import is_command_id
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.plumbing.logs import get_logger, traced

log = get_logger(__name__)

TRACE_KEY = "x-trace-id"
_OPEN = "/grpc.health.v1."
"""Methods that need no token: probes have none."""

_Behaviour = Callable[[Any, grpc.ServicerContext], Any]


class Guard(grpc.ServerInterceptor):
    """Lets in who has a token."""

    def __init__(self, tokens: Tokens) -> None:
        """`tokens`: who may call."""
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
            return _turned_away(handler)
        return _watched(handler, method, caller, _trace_of(metadata)) if handler.unary_unary else handler


def _trace_of(metadata: Any) -> str:
    told = next((text for key, text in metadata if key == TRACE_KEY), "")
    return told if isinstance(told, str) and is_command_id(told) else new_id()


def _turned_away(handler: grpc.RpcMethodHandler) -> grpc.RpcMethodHandler:
    def refuse_all(_request: Any, context: grpc.ServicerContext) -> Any:
        refuse(context, Refusal("token_unknown"))

    if handler.unary_unary:
        return grpc.unary_unary_rpc_method_handler(refuse_all)
    return grpc.stream_stream_rpc_method_handler(refuse_all)


def _watched(handler: grpc.RpcMethodHandler, method: str, caller: str, trace: str) -> grpc.RpcMethodHandler:
    def call(request: Any, context: grpc.ServicerContext) -> Any:
        started = time.perf_counter()
        context.set_trailing_metadata(((TRACE_KEY, trace),))
        with traced(trace):
            try:
                return _call_safely(handler.unary_unary, request, context, method)
            finally:
                code = (context.code() or grpc.StatusCode.OK).name
                grpc_seconds.labels(method, code).observe(time.perf_counter() - started)
                log.info("grpc_call", method=method, caller=caller, code=code)

    return grpc.unary_unary_rpc_method_handler(call, handler.request_deserializer, handler.response_serializer)


def _call_safely(behaviour: _Behaviour, request: Any, context: grpc.ServicerContext, method: str) -> Any:
    """A failure of ours is INTERNAL and in our log; grpc would send its text to the caller."""
    try:
        return behaviour(request, context)
    except Exception:
        if context.code() is None:
            log.exception("grpc_failed", method=method)
            refuse(context, Refusal("internal_error"))
        raise
