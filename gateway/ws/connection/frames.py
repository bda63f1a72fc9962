"""Parsing of client frames and packing of server frames (services/contracts/client/frames.py)."""

from collections.abc import Iterable
from typing import Any

import msgspec

from gateway.ws.connection.codec import pack_text
from services.contracts.client import frames
from services.kernel.ids import COMMAND_ID_LENGTH_MAX
from services.platform.process.json import encode

_decoder: msgspec.json.Decoder[frames.FromClient] = msgspec.json.Decoder(frames.FromClient)


NESTING_MAX = 32
"""Levels of objects and lists in what a game or an option is. Commands of many players are sent in one message,
which must stay readable with all of them in it."""


class _WithId(msgspec.Struct):
    id: Any = None


_id_decoder = msgspec.json.Decoder(_WithId)


class BadFrame(msgspec.Struct, frozen=True):
    """A frame that cannot be carried out: `bad_frame` or `bad_id`, why, and its id if that could be read."""

    error: str
    detail: str
    id: str | None


def read(payload: bytes) -> frames.FromClient | BadFrame:
    """A client's frame, or the error in it. Never raises, whatever the bytes are."""
    try:
        frame = _decoder.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return BadFrame("bad_frame", str(error), read_id(payload))
    except RecursionError:
        return BadFrame("bad_frame", "nested too deeply", None)
    if payload.count(b"{") + payload.count(b"[") > NESTING_MAX and _is_too_deep(frame):
        return BadFrame("bad_frame", "nested too deeply", read_id(payload))
    command_id = getattr(frame, "id", None)
    if command_id is not None and not is_command_id(command_id):
        return BadFrame("bad_id", f"1 … {COMMAND_ID_LENGTH_MAX} printable ASCII characters", None)
    return frame


def _is_too_deep(frame: frames.FromClient) -> bool:
    """Whether the free part of a frame (a move, a table's options) has more than `NESTING_MAX` levels."""
    level: list[Any] = [getattr(frame, "move", None) or getattr(frame, "options", None)]
    for _ in range(NESTING_MAX + 1):
        level = [inner for value in level for inner in _inside(value)]
    return bool(level)


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def read_id(payload: bytes) -> str | None:
    """The id of a frame that cannot be read otherwise; None if it has no id that can be answered."""
    try:
        found = _id_decoder.decode(payload).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found if isinstance(found, str) and is_command_id(found) else None


def is_command_id(text: str) -> bool:
    """Whether a sender's id is allowed in queues and logs: it is the trace id of everything that follows from it."""
    return 0 < len(text) <= COMMAND_ID_LENGTH_MAX and text.isascii() and text.isprintable()


def pack(frame: frames.ServerFrame) -> bytes:
    """The bytes of a frame for the socket."""
    return pack_text(encode(frame))


def kind_of(frame: object) -> str:
    """The `t` of a frame, for metrics."""
    tag = type(frame).__struct_config__.tag if isinstance(frame, frames.ClientFrame) else "bad"
    return str(tag)
