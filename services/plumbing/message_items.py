"""Reading a message that carries many items, one by one where it has to be: what is new must not take the rest along.

In a rolling upgrade old processes get messages of new ones. Most of a message can be read then, and is; items of a kind
that this release does not know are set aside as they came, for an operator or the next release.
"""

from typing import NamedTuple, TypeVar

import msgspec

T = TypeVar("T")


class Unreadable(NamedTuple):
    """An item (or a message that is no list) as it came, and why it cannot be read."""

    body: bytes
    reason: str


def read_items(
    body: bytes, whole: msgspec.json.Decoder[list[T]], single: msgspec.json.Decoder[T]
) -> tuple[list[T], list[Unreadable]]:
    """The items of a message that can be read, in order, and those that cannot. `whole` and `single` read the same
    type: as a list, which is fast, and alone."""
    try:
        return whole.decode(body), []
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return _one_by_one(body, single, str(error))


def read_raw_items(items: list[msgspec.Raw], single: msgspec.json.Decoder[T]) -> tuple[list[T], list[Unreadable]]:
    """As `read_items`, for items that have been split already."""
    read: list[T] = []
    unreadable: list[Unreadable] = []
    for item in items:
        try:
            read.append(single.decode(item))
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            unreadable.append(Unreadable(bytes(item), str(error)))
    return read, unreadable


def _one_by_one(body: bytes, single: msgspec.json.Decoder[T], reason: str) -> tuple[list[T], list[Unreadable]]:
    try:
        items = msgspec.json.decode(body, type=list[msgspec.Raw])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return [], [Unreadable(body, reason)]
    return read_raw_items(items, single)
