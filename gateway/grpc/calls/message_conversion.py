"""Conversion between the API's messages and the contracts': fields of the same names are copied, the others are
named.

An enum's value is the contract's word (`open`) after the enum's name (`TABLE_MODE_OPEN`). Times are milliseconds in the
contracts and `google.protobuf.Timestamp` in the API, under names of their own (AIP-142); a contract's field `NAME` of
any JSON type is `NAME_json` in the API; as bytes it is empty where there is none.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar

import grpc
import msgspec
from google.protobuf import struct_pb2
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message as Proto
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp

from gateway.grpc.calls.service_calls import refuse
from gateway.ws.connection.frames import is_command_id
from services.kernel.refusal import Refusal

P = TypeVar("P", bound=Proto)
R = TypeVar("R", bound=msgspec.Struct)

TIMES: Mapping[str, str] = {
    "created_at_ms": "create_time",
    "asked_at_ms": "ask_time",
    "imported_at_ms": "import_time",
    "ready_at_ms": "ready_time",
    "done_at_ms": "finish_time",
    "at_ms": "event_time",
    "login_at_ms": "login_time",
    "from_ms": "start_time",
    "until_ms": "end_time",
    "decided_at_ms": "decide_time",
    "opened_at_ms": "open_time",
    "opens_at_ms": "open_time",
    "closes_at_ms": "close_time",
    "closed_at_ms": "close_time",
    "ruled_at_ms": "rule_time",
    "starts_at_ms": "start_time",
    "ends_at_ms": "end_time",
    "last_end_ms": "last_end_time",
    "started_at_ms": "start_time",
    "ended_at_ms": "end_time",
    "called_at_ms": "call_time",
    "since_ms": "since_time",
    "sent_at_ms": "send_time",
    "seen_at_ms": "seen_time",
    "joined_at_ms": "join_time",
    "evening_at_ms": "evening_time",
    "changed_at_ms": "change_time",
    "as_of_ms": "as_of_time",
    "next_opens_at_ms": "next_open_time",
    "muted_until_ms": "mute_end_time",
    "founded_at_ms": "found_time",
    "failing_since_ms": "fail_time",
    "next_try_at_ms": "retry_time",
    "chat_closed_until_ms": "chat_open_time",
    "earned_at_ms": "earn_time",
}
"""The name of a time in the contracts, and in the API."""
_WORD_START = re.compile(r"(?<!^)(?=[A-Z])")
_LATEST_MS = 253_402_300_799_999
"""The last moment that a Timestamp can have: the end of the year 9999."""


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
    """An API message with the fields of a contract's message that both have; null is left unset. `more`: fields in
    addition, or instead."""
    fields = {**msgspec.to_builtins(answer), **more}
    message.MergeFrom(_message_of_api(message.DESCRIPTOR, fields))
    return message


class _Conversion(NamedTuple):
    """What becomes of a contract's field: the name in the API and the function that makes the value; None: it is the
    same."""

    name: str
    convert: Callable[[Any], Any] | None


@cache
def _conversions(descriptor: Descriptor) -> dict[str, _Conversion]:
    """What becomes of the contracts' fields in an API message of this type, by their names."""
    found = {}
    for field in descriptor.fields:
        found[field.name] = _Conversion(field.name, _conversion_of(field))
        if field.name.endswith("_json"):
            encode = msgspec.json.encode if field.type == FieldDescriptor.TYPE_BYTES else json.dumps
            found[field.name.removesuffix("_json")] = _Conversion(field.name, encode)
        else:
            found |= {name: _Conversion(field.name, time_of) for name, time in TIMES.items() if time == field.name}
    return found


def _conversion_of(field: FieldDescriptor) -> Callable[[Any], Any] | None:
    kind = field.message_type
    if field.enum_type is not None:
        return partial(_number_of, _numbers_of(field.enum_type))
    if kind is None:
        return None
    if kind.GetOptions().map_entry:
        of_value = _conversion_of(kind.fields_by_name["value"])
        return of_value and (lambda value: {key: of_value(each) for key, each in value.items()})
    of_message = _message_of_api if kind.full_name.startswith("kafeneio.") else _message_of_json
    if field.is_repeated:
        return lambda value: [of_message(kind, each) for each in value]
    return lambda value: of_message(kind, value)


def _number_of(numbers: dict[str, int], word: str | int) -> int:
    """The enum's number for a contract's word, or for a value's name or number; 0, unspecified, for a word that the API
    does not have yet."""
    return word if isinstance(word, int) else numbers.get(word, 0)


def _numbers_of(enum: Any) -> dict[str, int]:
    """The enum's numbers by contracts' words, and by names of its values."""
    names = {value.name: value.number for value in enum.values}
    return names | {_word_of(enum, name): number for name, number in names.items()}


def _word_of(enum: Any, name: str) -> str:
    """The contract's word for a value's name: `open` for `TABLE_MODE_OPEN` of `TableMode`."""
    return name.removeprefix(f"{_WORD_START.sub('_', enum.name).upper()}_").lower()


def _message_of_api(kind: Any, fields: dict[str, Any]) -> Any:
    """An API message of this type, from the fields of the contract's message."""
    known, found = _conversions(kind), dict[str, Any]()
    for name, value in fields.items():
        conversion = known.get(name)
        if conversion is not None and (value is not None or conversion.convert is json.dumps):
            found[conversion.name] = value if conversion.convert is None else conversion.convert(value)
    return GetMessageClass(kind)(**found)


def _message_of_json(kind: Descriptor, value: Any) -> Proto:
    """A message of protobuf's own for JSON of any shape: a Struct, a Value."""
    return ParseDict(without_null(value), GetMessageClass(kind)())


def time_of(at_ms: int | None) -> Timestamp | None:
    """A moment; None where there is none, or one that a Timestamp cannot have."""
    if at_ms is None or not 0 <= at_ms <= _LATEST_MS:
        return None
    time = Timestamp()
    time.FromMilliseconds(at_ms)
    return time


def read_times(context: grpc.ServicerContext, message: Proto, kind: type[msgspec.Struct]) -> dict[str, int]:
    """The times that are set in an API message, by the names of the contract's `kind`. Refusal: `bad_request` for a
    time that does not exist."""
    known = message.DESCRIPTOR.fields_by_name
    names = [name for name in kind.__struct_fields__ if TIMES.get(name) in known]
    try:
        return {name: getattr(message, TIMES[name]).ToMilliseconds() for name in names if message.HasField(TIMES[name])}
    except ValueError as error:
        refuse(context, Refusal("bad_request", str(error)))


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


def enum_word(enum: Any, value: int) -> str:
    """The contract's word for an enum's value; for an unknown value of a newer client `unspecified`, which no contract
    has."""
    found = enum.values_by_number.get(value)
    return "unspecified" if found is None else _word_of(enum, found.name)


def read_words(message: Proto) -> dict[str, str]:
    """The contracts' words of the enums that are set in an API message."""
    words = {}
    for field in message.DESCRIPTOR.fields:
        if field.enum_type is not None and not field.is_repeated and getattr(message, field.name):
            words[field.name] = enum_word(field.enum_type, getattr(message, field.name))
    return words
