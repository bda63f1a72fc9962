"""JSON in one form everywhere: msgspec with keys and sets in a fixed order, so that equal values are equal bytes."""

from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="deterministic")
decode = msgspec.json.decode


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
