"""Fields that the API has twice: under the name and in the form that its first version gave them, now deprecated, and
as Google's AIPs ask for (`google.protobuf.Timestamp`, `google.protobuf.Duration`, `request_id`).

The servicers know the deprecated ones alone. Before a request reaches its servicer, what it says in a newer field is
written into the older one; before an answer leaves, the newer fields are filled from the older ones.
"""

from functools import cache
from typing import Any, NamedTuple

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

TIMES = {
    "created_at_ms": "create_time",
    "asked_at_ms": "ask_time",
    "ready_at_ms": "ready_time",
    "done_at_ms": "finish_time",
    "at_ms": "event_time",
    "login_at_ms": "login_time",
    "from_ms": "start_time",
    "until_ms": "end_time",
    "decided_at_ms": "decide_time",
    "opened_at_ms": "open_time",
    "opens_at_ms": "open_time",
    "closed_at_ms": "close_time",
    "ruled_at_ms": "rule_time",
    "starts_at_ms": "start_time",
    "ends_at_ms": "end_time",
    "last_end_ms": "last_end_time",
    "started_at_ms": "start_time",
    "ended_at_ms": "end_time",
    "called_at_ms": "call_time",
    "since_ms": "since_time",
    "expected_ms": "expected_wait",
}
"""Milliseconds, and the newer field with the same time."""
IDS = frozenset({"id", "key"})
"""Older names of `request_id`, where they are deprecated."""
_LATEST_MS = 253_402_300_799_999
"""The last moment that a Timestamp can have: the end of the year 9999."""


class _Twin(NamedTuple):
    older: str
    newer: str
    has_presence: bool
    """Whether the older field can be unset."""


class _Plan(NamedTuple):
    """The conversion of messages of a type: its own twins, and the fields whose messages have some."""

    twins: tuple[_Twin, ...]
    inside: tuple[FieldDescriptor, ...]


def twins_of(descriptor: Descriptor) -> tuple[_Twin, ...]:
    """The pairs of a message type."""
    found = []
    for field in descriptor.fields:
        newer = TIMES.get(field.name)
        if newer is None and field.name in IDS and field.GetOptions().deprecated:
            newer = "request_id"
        if newer is not None and newer in descriptor.fields_by_name:
            found.append(_Twin(field.name, newer, field.has_presence))
    return tuple(found)


def read(request: Message) -> None:
    """Write what a request says in newer fields into the older ones.

    Raises:
        ValueError: a time that does not exist.
    """
    plan = _plan(request.DESCRIPTOR)
    for twin in plan.twins:
        if twin.newer == "request_id":
            setattr(request, twin.older, getattr(request, twin.newer) or getattr(request, twin.older))
        elif request.HasField(twin.newer):
            setattr(request, twin.older, getattr(request, twin.newer).ToMilliseconds())
    for message in _messages(request, plan):
        read(message)


def fill(answer: Message) -> None:
    """Fill the newer fields of an answer; 0 and what is unset stays unset."""
    plan = _plan(answer.DESCRIPTOR)
    for twin in plan.twins:
        value = getattr(answer, twin.older)
        if twin.newer == "request_id" or (twin.has_presence and not answer.HasField(twin.older)):
            continue
        if 0 < value <= _LATEST_MS or (twin.has_presence and value == 0):
            getattr(answer, twin.newer).FromMilliseconds(value)
    for message in _messages(answer, plan):
        fill(message)


def _messages(message: Any, plan: _Plan) -> Any:
    for field in plan.inside:
        if field.is_repeated:
            yield from getattr(message, field.name)
        elif message.HasField(field.name):
            yield getattr(message, field.name)


@cache
def _plan(descriptor: Descriptor) -> _Plan:
    """No message of the API contains itself, and no map has messages with twins."""
    own = [field for field in descriptor.fields if _is_ours(field.message_type)]
    inside = [field for field in own if any(_plan(field.message_type))]
    return _Plan(twins_of(descriptor), tuple(inside))


def _is_ours(found: Descriptor | None) -> bool:
    return found is not None and found.full_name.startswith("kafeneio.") and not found.GetOptions().map_entry
