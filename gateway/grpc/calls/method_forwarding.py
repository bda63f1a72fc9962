"""Methods that forward to one service call: each is declared in a line, by its contract and the form of its response.

Fields of the API's message and of the contract's request that have the same name are the same field; an enum that is
not set is left out.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import grpc
import msgspec
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message as Proto

from gateway.grpc.calls.message_conversion import fill, read_times, read_words
from gateway.grpc.calls.service_calls import refuse
from services.contracts.base import Request
from services.kernel.refusal import Refusal

A = TypeVar("A")
P = TypeVar("P", bound=Proto)

Method = Callable[[Any, Any, grpc.ServicerContext], P]
"""A servicer's method: the servicer, which has an `_asker`, the API's message, and the call's context."""


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
    return lambda found: fill(response(), found)


def as_field(response: Callable[[], P], field: str) -> Callable[[Any], P]:
    """A response with the service's answer as one field."""
    return lambda found: fill(response(), {field: found})


def read(
    context: grpc.ServicerContext, request: Proto, kind: type[Request[A]], none_if_empty: tuple[str, ...] = ()
) -> Request[A]:
    """The contract's request. Refusal: `bad_request` for an invalid field."""
    times = read_times(context, request, kind)
    plain = MessageToDict(request, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)
    enums = {field.name for field in request.DESCRIPTOR.fields if field.enum_type is not None}
    fields: dict[str, Any] = times | {name: plain[name] for name in plain if name not in enums} | read_words(request)
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
