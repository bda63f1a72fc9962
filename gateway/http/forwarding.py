"""Routes whose handler only passes the request on to a service: declared once, with the contract they carry."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from gateway.http.request_bodies import Body, Nothing, Query
from gateway.http.routes import Call, Route
from gateway.rpc import Rpc
from services.contracts.base import Done, Request, wire_name
from services.kernel.refusal import Refusal


class Forwarding:
    """Declares routes that forward to one service call each.

    The fields of the contract's request are filled by name: `account` and `viewer` with the session's account, the
    others from the path, the query and the body. A field that none of them has keeps its default.
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
        invalid: str = "bad_request",
        fixed: Mapping[str, Any] | None = None,
        session: bool = True,
    ) -> Route:
        """The route of `operation`, such as `GET /api/boards/<board>`; `errors` are the codes of its own.

        `timeout_ms`: how long the service may take, where that is longer than usual. `name`: of the operation in the
        OpenAPI document, where another service has a request of the same name. `invalid`: the code where a field is
        not what the contract says, such as a name in the path that is too long. `fixed`: fields that are always these.
        """
        method, path = operation.split(" ", 1)
        reading = _Reading(request, invalid, dict(fixed or {}))
        return Route(
            method=method,
            path=path,
            summary=summary,
            handler=self._handler(reading, timeout_ms, name or wire_name(request)),
            answer=Nothing if request.answer is Done else request.answer,
            body=body,
            query=query,
            status=status,
            errors=errors,
            session=session,
        )

    def _handler(self, reading: "_Reading", timeout_ms: int | None, name: str) -> Callable[[Call], Any | Refusal]:
        def forward(call: Call) -> Any | Refusal:
            request = reading.read(call)
            if isinstance(request, Refusal):
                return request
            answer = self._rpc.call(request, timeout_ms=timeout_ms)
            return Nothing() if isinstance(answer, Done) else answer

        forward.__name__ = name
        return forward


class _Reading(NamedTuple):
    """How a call is read as a contract's request."""

    request: type[Request[Any]]
    invalid: str
    fixed: dict[str, Any]

    def read(self, call: Call) -> Request[Any] | Refusal:
        """The request, or a refusal with the code `invalid`."""
        fields: dict[str, Any] = {**self.fixed, **call.path}
        for part in (call.query, call.body):
            if part is not None:
                fields |= msgspec.structs.asdict(part)
        for own in {"account", "viewer"} & set(self.request.__struct_fields__):
            fields[own] = call.account_id
        try:
            return msgspec.convert(msgspec.to_builtins(fields), self.request)
        except msgspec.ValidationError:
            return Refusal(self.invalid)
