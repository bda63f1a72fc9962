"""Conversion between the API's messages and the contracts': fields of the same names are copied, the others are
named."""

from typing import Any, TypeVar

import grpc
import msgspec
from google.protobuf import struct_pb2
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message as Proto

from gateway.grpc.calls.service_calls import refuse
from gateway.ws.connection.frames import is_command_id
from services.kernel.refusal import Refusal

P = TypeVar("P", bound=Proto)
R = TypeVar("R", bound=msgspec.Struct)


def request_of(context: grpc.ServicerContext, kind: type[R], **fields: Any) -> R:
    """A contract's request, or a part of one. Refusal: `bad_request` for an invalid field."""
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        refuse(context, Refusal("bad_request", str(error)))


def checked_request_id(context: grpc.ServicerContext, request_id: str) -> str:
    """The caller's id of a change. Refusal: `request_id_invalid`."""
    if not is_command_id(request_id):
        refuse(context, Refusal("request_id_invalid"))
    return request_id


def id_of(context: grpc.ServicerContext, request: Any) -> str | None:
    """The id of a change whose callers may omit it; None: they have. Refusal: `request_id_invalid`."""
    return checked_request_id(context, request.request_id) if request.request_id else None


def fill(message: P, answer: Any, **more: Any) -> P:
    """An API message with the fields of a contract's message that both have; null is left unset."""
    fields = msgspec.to_builtins(answer)
    return ParseDict(without_null({**fields, **more}), message, ignore_unknown_fields=True)


def without_null(value: Any) -> Any:
    """The value without null in its objects, however deep."""
    if isinstance(value, list):
        return [without_null(each) for each in value]
    if isinstance(value, dict):
        return {name: without_null(each) for name, each in value.items() if each is not None}
    return value


def struct_of(values: dict[str, Any]) -> struct_pb2.Struct:
    """A JSON object."""
    struct = struct_pb2.Struct()
    struct.update(values)
    return struct


def object_of(struct: struct_pb2.Struct) -> dict[str, Any]:
    """A JSON object as Python has it: whole numbers are integers, while a Struct has only floats."""
    found: dict[str, Any] = _whole(MessageToDict(struct))
    return found


def _whole(value: Any) -> Any:
    if isinstance(value, list):
        return [_whole(each) for each in value]
    if isinstance(value, dict):
        return {name: _whole(each) for name, each in value.items()}
    return int(value) if isinstance(value, float) and value.is_integer() else value


def enum_value(enum: Any, prefix: str, word: str) -> Any:
    """The enum's value for a contract's text; unspecified for text that the API does not have yet."""
    name = f"{prefix}_{word.upper()}"
    return enum.Value(name) if name in enum.keys() else enum.Value(f"{prefix}_UNSPECIFIED")  # noqa: SIM118


def enum_word(enum: Any, prefix: str, value: int) -> str:
    """The contract's text for an enum's value; for an unknown value of a newer client, text that no contract has."""
    name = enum.Name(value) if value in enum.values() else f"{prefix}_UNSPECIFIED"
    return str(name).removeprefix(f"{prefix}_").lower()
