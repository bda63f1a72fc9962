"""JSON as everything here writes it: msgspec, keys and sets in a fixed order, so that equal things are equal bytes."""

from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="deterministic")
encode = _encoder.encode
"""Anything plain, or a Struct, as JSON bytes."""
decode = msgspec.json.decode


def encode_text(value: Any) -> str:
    """Anything plain, or a Struct, as JSON text."""
    return _encoder.encode(value).decode()


def join_array(parts: list[bytes]) -> bytes:
    """JSON texts as one JSON array."""
    return b"[" + b",".join(parts) + b"]"
