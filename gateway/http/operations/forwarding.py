"""Operations that are one call to a service: the contract says what they take, answer and are refused with.

A route adds what only HTTP has: method, path, status, a summary, and which of the contract's fields a client sends.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from gateway.http.operations.derived_bodies import body_of, query_of
from gateway.http.operations.request_bodies import Body, Nothing, Query
from gateway.http.operations.route import Call, Route
from gateway.rpc import Rpc
from services.contracts.base import Done, Request, wire_name
from services.contracts.lobby.accounts import accounts as lobby
from services.kernel.refusal import Refusal

HASHING_TIMEOUT_MS = 30_000
"""The time limit of requests that hash a password: they have already waited in the login queue (rest.py)."""
PLAYER_LENGTH_MAX = 64

Filled = Callable[[Call], Any | Refusal]
"""Finds the value of a field that the client does not send as it is."""
First = Callable[[Call, Any], Request[Any]]
"""A check before a request, whose refusal is the answer."""

HOME_UNSET = Refusal("home_unset")
"""Of operations whose answer has a link to the site, where the operator has not named its address."""


def home_of(call: Call) -> str | Refusal:
    """The site's address for a link. Refusals: `home_unset`."""
    return call.home or HOME_UNSET


_BY_GATEWAY: dict[str, Filled] = {
    "account": lambda call: call.account_id,
    "viewer": lambda call: call.account_id,
    "token": lambda call: call.token,
    "device": lambda call: call.device,
    "address": lambda call: call.address,
    "device_class": lambda call: call.device_class,
    "home": home_of,
    "site": lambda call: call.home,
}
"""Fields of contracts about the asking account and its connection: a client can never set them."""
_OF_ASKER = frozenset({"account", "token"})
"""Fields that name the asking account."""
_KEPT = (bytes,)


class Forwarding:
    """Declares routes that forward to one service call each."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` reaches the services."""
        self._rpc = rpc

    def route(
        self,
        operation: str,
        request: type[Request[Any]],
        summary: str,
        *errors: str,
        body: tuple[str, ...] | type[Body] = (),
        query: tuple[str, ...] | type[Query] = (),
        body_name: str = "",
        fill: Mapping[str, Filled] | None = None,
        first: First | None = None,
        invalid: str | None = "bad_request",
        timeout_ms: int | None = None,
        name: str = "",
        **more: Any,
    ) -> Route:
        """The route of `operation`, such as `GET /api/boards/<board>`, that asks `request`.

        The request's fields come by name from the path, from `query` and `body` (names of its fields, or a type where
        it differs from them), from `fill`, and from who asks (`account`, `viewer`, `token`, `device`, `address`,
        `device_class`, `home`). `errors` are codes beside the request's own, `invalid` is the code for a path that the
        contract does not allow (None: nothing can have such a name, so nothing is to be done). `first` is asked before.
        `timeout_ms`: how long the service may take, where that is longer than usual. `name`: of the operation in the
        OpenAPI document, where it is not the request's; `body_name`: likewise of the body. `more`: other fields of
        `Route`.
        """
        method, path = operation.split(" ", 1)
        more.setdefault("staff", bool(request.staff_roles))
        more.setdefault("visitors", not _OF_ASKER & set(request.at_home))
        return Route(
            method=method,
            path=path,
            summary=summary,
            request=request,
            handler=self._handler(_Reading(request, invalid, fill or {}), first, timeout_ms, name),
            answer=Nothing if request.answer is Done else request.answer,
            body=(body_of(request, *body, name=body_name) if isinstance(body, tuple) else body) if body else None,
            query=(query_of(request, *query) if isinstance(query, tuple) else query) if query else None,
            errors=tuple(dict.fromkeys((*request.refusals, *errors, *_codes_of_home(request)))),
            **more,
        )

    def ask(self, _call: Call, request: Request[Any], timeout_ms: int | None) -> Any | Refusal:
        """Send the request; returns the service's answer."""
        return self._rpc.call(request, timeout_ms=timeout_ms)

    def player_of(self, text: str) -> lobby.Account | Refusal:
        """A player who is named by account or username. Refusals: `player_unknown`."""
        if len(text) > PLAYER_LENGTH_MAX:
            return Refusal("player_unknown")
        found = self._rpc.call(lobby.GetPlayer(account=text))
        if isinstance(found, Refusal) and found.error == "player_unknown":
            found = self._rpc.call(lobby.GetPlayer(name=text))
        return found

    def account_of(self, text: str) -> str | Refusal:
        """The account of a player who is named by account or username. Refusals: `player_unknown`."""
        found = self.player_of(text)
        return found if isinstance(found, Refusal) else found.account

    def account_in_path(self, part: str) -> Filled:
        """Finds the account of the player whom a part of the path names."""
        return lambda call: self.account_of(call.path[part])

    def account_in_body(self, field: str) -> Filled:
        """Finds the account of the player whom a field of the body names."""
        return lambda call: self.account_of(getattr(call.body, field))

    def _handler(
        self, reading: "_Reading", first: First | None, timeout_ms: int | None, name: str
    ) -> Callable[[Call], Any | Refusal]:
        def forward(call: Call) -> Any | Refusal:
            request = reading.read(call)
            if not isinstance(request, Request):
                return request
            noted = None if first is None else self._rpc.call(first(call, request))
            if isinstance(noted, Refusal):
                return noted
            answer = self.ask(call, request, timeout_ms)
            return Nothing() if isinstance(answer, Done) else answer

        forward.__name__ = name or wire_name(reading.request)
        return forward


def _codes_of_home(request: type[Request[Any]]) -> tuple[str, ...]:
    return (HOME_UNSET.error,) if "home" in request.__struct_fields__ else ()


def _encoded(part: msgspec.Struct) -> dict[str, Any]:
    """The fields of a body or query, by their names on the wire."""
    names = zip(part.__struct_fields__, part.__struct_encode_fields__, strict=True)
    return {encoded: getattr(part, name) for name, encoded in names}


class _Reading(NamedTuple):
    """The conversion of a call into a contract's request."""

    request: type[Request[Any]]
    invalid: str | None
    fill: Mapping[str, Filled]

    def read(self, call: Call) -> Request[Any] | Refusal | Nothing:
        """The request, or a refusal: that of a field that cannot be found, or the code `invalid`."""
        fields: dict[str, Any] = dict(call.path)
        for part in (call.query, call.body):
            if part is not None:
                fields |= _encoded(part)
        known = {name: _BY_GATEWAY[name] for name in self.request.__struct_fields__ if name in _BY_GATEWAY}
        for name, find in (known | dict(self.fill)).items():
            fields[name] = find(call)
            if isinstance(fields[name], Refusal):
                return fields[name]
        plain = msgspec.to_builtins(fields, builtin_types=_KEPT)
        try:
            return msgspec.convert(plain, self.request, builtin_types=_KEPT)
        except msgspec.ValidationError:
            return Nothing() if self.invalid is None else Refusal(self.invalid)
