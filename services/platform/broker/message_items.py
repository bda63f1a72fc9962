"""Decoding a message with many items, one by one if necessary, so that one unknown item does not affect the others.

In a rolling upgrade old processes receive messages of new ones. Most of such a message can be decoded; items of kinds
that this release does not know are set aside unchanged, for an operator or the next release.
"""

from typing import NamedTuple, TypeVar

import msgspec

T = TypeVar("T")


class Unreadable(NamedTuple):
    """An item (or a message that is not a list) as it was received, and why it cannot be decoded."""

    body: bytes
    reason: str


def read_items(
    body: bytes, whole: msgspec.json.Decoder[list[T]], single: msgspec.json.Decoder[T]
) -> tuple[list[T], list[Unreadable]]:
    """The items of a message that can be decoded, in order, and those that cannot. `whole` decodes a list of the type,
    which is fast, and `single` one item."""
    try:
        return whole.decode(body), []
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return _one_by_one(body, single, str(error))


def read_raw_items(items: list[msgspec.Raw], single: msgspec.json.Decoder[T]) -> tuple[list[T], list[Unreadable]]:
    """As `read_items`, for items that are separate already."""
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
