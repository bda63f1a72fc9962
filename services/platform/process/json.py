"""JSON in one form everywhere: msgspec with keys and sets in a fixed order, so that equal values are equal bytes.

A message with many items is decoded one by one if necessary, so that one unknown item does not affect the others: in a
rolling upgrade old processes receive messages of new ones. Items of kinds that this release does not know are set aside
unchanged, for an operator or the next release.
"""

from typing import Any, NamedTuple, TypeVar

import msgspec

_encoder = msgspec.json.Encoder(order="deterministic")
decode = msgspec.json.decode
T = TypeVar("T")


def encode(value: Any) -> bytes:
    """Anything plain, or a Struct, as JSON bytes."""
    try:
        return _encoder.encode(value)
    except TypeError:  # msgspec orders only keys that are text; a seat's number is one for us too
        plain = msgspec.to_builtins(value, str_keys=True, order="deterministic", enc_hook=_decoded)
        return _encoder.encode(plain)


def _decoded(value: Any) -> Any:
    """A part that is JSON already, amid others that have to be put in order first."""
    if isinstance(value, msgspec.Raw):
        return decode(value)
    raise TypeError(type(value).__name__)


def encode_text(value: Any) -> str:
    """Anything plain, or a Struct, as JSON text."""
    return encode(value).decode()


def join_array(parts: list[bytes]) -> bytes:
    """JSON texts as one JSON array."""
    return b"[" + b",".join(parts) + b"]"


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
