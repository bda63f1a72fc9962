"""Routes whose handler only passes the request on to a service: declared once, with the contract they carry."""

from collections.abc import Callable
from typing import Any

import msgspec

from gateway.http.request_bodies import Body, Nothing, Query
from gateway.http.routes import Call, Route
from gateway.rpc import Rpc
from services.contracts.base import Done, Request, wire_name
from services.kernel.refusal import Refusal


class Forwarding:
    """Declares routes that forward to one service call each.

    The fields of the contract's request are filled by name: `account` with the session's, the others from the path,
    the query and the body. A field that none of them has keeps its default.
    """

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` reaches the services."""
        self._rpc = rpc

    def route(
        self,
        operation: str,
        request: type[Request[Any]],
        summary: str,
        *errors: str,
        body: type[Body] | None = None,
        query: type[Query] | None = None,
        status: int = 200,
        timeout_ms: int | None = None,
        name: str = "",
    ) -> Route:
        """The route of `operation`, such as `GET /api/boards/<board>`; `errors` are the codes of its own.

        `timeout_ms`: how long the service may take, where that is longer than usual. `name`: of the operation in the
        OpenAPI document, where another service has a request of the same name.
        """
        method, path = operation.split(" ", 1)
        return Route(
            method=method,
            path=path,
            summary=summary,
            handler=self._handler(request, timeout_ms, name or wire_name(request)),
            answer=Nothing if request.answer is Done else request.answer,
            body=body,
            query=query,
            status=status,
            errors=errors,
        )

    def _handler(
        self, request: type[Request[Any]], timeout_ms: int | None, name: str
    ) -> Callable[[Call], Any | Refusal]:
        def forward(call: Call) -> Any | Refusal:
            answer = self._rpc.call(request(**_fields(request, call)), timeout_ms=timeout_ms)
            return Nothing() if isinstance(answer, Done) else answer

        forward.__name__ = name
        return forward


def _fields(request: type[Request[Any]], call: Call) -> dict[str, Any]:
    found: dict[str, Any] = dict(call.path)
    for part in (call.query, call.body):
        if part is not None:
            found |= msgspec.structs.asdict(part)
    if "account" in request.__struct_fields__:
        found["account"] = call.account_id
    return found
