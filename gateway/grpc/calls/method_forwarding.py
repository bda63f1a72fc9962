"""Methods that forward to one service call: each is declared in a line, by its contract and the form of its response.

Fields of the API's message and of the contract's request that have the same name are the same field.
"""

import json
from collections.abc import Callable
from typing import Any, TypeVar

import grpc
import msgspec
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message as Proto

from gateway.grpc.calls.service_calls import refuse
from services.contracts.base import Request
from services.kernel.refusal import Refusal

A = TypeVar("A")
P = TypeVar("P", bound=Proto)

Method = Callable[[Any, Any, grpc.ServicerContext], P]
"""A servicer's method: the servicer, which has an `_asker`, the API's message, and the call's context."""

_JSON_FIELDS = {"before": "before_json", "after": "after_json", "seen": "seen_json"}
"""Fields of any JSON type, which the API has as JSON text."""


def forwarded(kind: type[Request[A]], answer: Callable[[A], P], *none_if_empty: str) -> Method[P]:
    """A method that sends the request `kind`; `answer` makes the response of the service's answer.

    `none_if_empty`: optional fields of the request, of which the API's empty value stands for none; `"context.match"`
    is the field `match` of the field `context`.
    """

    def method(servicer: Any, request: Proto, context: grpc.ServicerContext) -> P:
        return answer(servicer._asker.ask(context, read(context, request, kind, none_if_empty)))

    method.__doc__ = kind.__doc__
    return method


def as_fields(response: Callable[[], P]) -> Callable[[Any], P]:
    """A response with the fields of the service's answer."""
    return lambda found: ParseDict(plain(msgspec.to_builtins(found)), response(), ignore_unknown_fields=True)


def as_field(response: Callable[[], P], field: str) -> Callable[[Any], P]:
    """A response with the service's answer as one field."""
    return lambda found: ParseDict({field: plain(msgspec.to_builtins(found))}, response(), ignore_unknown_fields=True)


def read(
    context: grpc.ServicerContext, request: Proto, kind: type[Request[A]], none_if_empty: tuple[str, ...] = ()
) -> Request[A]:
    """The contract's request. Refusal: `bad_request` for an invalid field."""
    fields: dict[str, Any] = MessageToDict(
        request, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    if fields.get("request_id"):
        fields["id"] = fields["request_id"]
    for path in none_if_empty:
        _clear_if_empty(fields, path)
    try:
        return msgspec.convert(fields, kind, strict=False)
    except msgspec.ValidationError as error:
        refuse(context, Refusal("bad_request", str(error)))


def _clear_if_empty(fields: dict[str, Any], path: str) -> None:
    """Replace an empty field by None. A message that was not sent has no fields to clear."""
    *outer, name = path.split(".")
    for each in outer:
        fields = fields.get(each, {})
    if fields.get(name) in ("", "0", 0):
        fields[name] = None


def plain(value: Any) -> Any:
    """The value as protobuf reads it: without null, and with JSON text for fields of any type."""
    if isinstance(value, list):
        return [plain(each) for each in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    for name, each in value.items():
        if name in _JSON_FIELDS:
            found[_JSON_FIELDS[name]] = json.dumps(each)
        elif each is not None:
            found[name] = plain(each)
    return found
