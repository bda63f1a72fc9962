"""Client frames as they are read and server frames as they are packed (services/contracts/frames.py)."""

from typing import Any

import msgspec

from gateway.ws.codec import pack_text
from services.contracts import frames
from services.kernel.ids import COMMAND_ID_LENGTH_MAX
from services.plumbing.json import encode

_decoder: msgspec.json.Decoder[frames.FromClient] = msgspec.json.Decoder(frames.FromClient)


class _WithId(msgspec.Struct):
    id: Any = None


_id_decoder = msgspec.json.Decoder(_WithId)


class BadFrame(msgspec.Struct, frozen=True):
    """A frame that cannot be carried out: `bad_frame` or `bad_id`, why, and its id if that could be read."""

    error: str
    detail: str
    id: str | None


def read(payload: bytes) -> frames.FromClient | BadFrame:
    """A client's frame, or what is wrong with it. Never raises, whatever the bytes are."""
    try:
        frame = _decoder.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return BadFrame("bad_frame", str(error), read_id(payload))
    except RecursionError:
        return BadFrame("bad_frame", "nested too deeply", None)
    command_id = getattr(frame, "id", None)
    if command_id is not None and not is_command_id(command_id):
        return BadFrame("bad_id", f"1 … {COMMAND_ID_LENGTH_MAX} printable ASCII characters", None)
    return frame


def read_id(payload: bytes) -> str | None:
    """The id of a frame of which nothing else is known; None if there is none that could be answered to."""
    try:
        found = _id_decoder.decode(payload).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found if isinstance(found, str) and is_command_id(found) else None


def is_command_id(text: str) -> bool:
    """Whether a sender's id may travel through queues and logs: it is the trace id of all it causes."""
    return 0 < len(text) <= COMMAND_ID_LENGTH_MAX and text.isascii() and text.isprintable()


def pack(frame: frames.ServerFrame) -> bytes:
    """A frame ready for the socket."""
    return pack_text(encode(frame))


def kind_of(frame: object) -> str:
    """The `t` of a frame, for metrics."""
    tag = type(frame).__struct_config__.tag if isinstance(frame, frames.ClientFrame) else "bad"
    return str(tag)
