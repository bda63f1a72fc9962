"""Compression of messages (permessage-deflate, RFC 7692): its negotiation, and packing and reading one message.

Neither side keeps its window from one message to the next, so a connection costs no memory for it, and parts of a
message that are the same for many readers are compressed once: each part begins anew and ends on a whole byte, so that
parts can be put together in any order. Only long frames are compressed. What belongs to one reader alone, such as a
token, is stored as it is: a compressed length would say something about a secret that stands beside what others wrote.
"""

import zlib
from collections.abc import Iterable

from gateway.ws.connection.codec import COMPRESSED_TEXT_BYTE, pack_head, pack_text

EXTENSION = "permessage-deflate"
ACCEPTED = f"{EXTENSION}; server_no_context_takeover; client_no_context_takeover"
_WINDOW_BITS = 15
_LEVEL = 1
"""The compression level, 0 to 9: level 6 takes twice the time for a tenth fewer bytes (docs/PERFORMANCE.md)."""
_EMPTY_BLOCK = b"\x00"
"""A stored block without data; RFC 7692 §7.2.1 leaves its length away."""
_STORED_BYTES_MAX = 65_535
_LONG_BYTES = 4_096


def accepted(offers: str) -> str | None:
    """The extension as the server accepts it, None where none can be. `offers`: the client's
    `Sec-WebSocket-Extensions`, the most wanted first."""
    for offer in offers.split(","):
        name, *parameters = (part.strip() for part in offer.split(";"))
        if name.lower() == EXTENSION:
            answer = _answer([_parameter(each) for each in parameters])
            if answer is not None:
                return answer
    return None


def _parameter(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name.strip().lower(), value.strip().strip('"')


def _answer(parameters: list[tuple[str, str]]) -> str | None:
    """The answer to one offer; None if it cannot be accepted: an unknown, repeated or wrong parameter, or a window
    of the server that is smaller than the one with which shared parts are compressed."""
    if len(dict(parameters)) != len(parameters):
        return None
    answer = ACCEPTED
    for name, value in parameters:
        match name, value:
            case (("server_no_context_takeover" | "client_no_context_takeover" | "client_max_window_bits"), ""):
                continue
            case "client_max_window_bits", bits if bits in _BITS:
                continue
            case "server_max_window_bits", bits if bits == str(_WINDOW_BITS):
                answer += f"; server_max_window_bits={_WINDOW_BITS}"
            case _:
                return None
    return answer


_BITS = frozenset(str(bits) for bits in range(8, _WINDOW_BITS + 1))


def compressed(part: bytes) -> bytes:
    """A part of a message that several readers may have, compressed."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -_WINDOW_BITS)
    return packer.compress(part) + packer.flush(zlib.Z_SYNC_FLUSH)


def stored(part: bytes) -> bytes:
    """A part of a message as it is, in blocks that an inflater copies."""
    found = []
    for start in range(0, len(part), _STORED_BYTES_MAX):
        block = part[start : start + _STORED_BYTES_MAX]
        length = len(block)
        found += [b"\x00", length.to_bytes(2, "little"), (length ^ 0xFFFF).to_bytes(2, "little"), block]
    return b"".join(found)


def pack_long(body: bytes, deflates: bool) -> bytes:
    """One text message of a single reader, compressed if it is long and the reader inflates."""
    if deflates and len(body) >= _LONG_BYTES:
        return pack_parts([compressed(body)])
    return pack_text(body)


def pack_parts(parts: Iterable[bytes]) -> bytes:
    """One text message, ready for the socket, of parts made by `compressed` and `stored`."""
    payload = b"".join([*parts, _EMPTY_BLOCK])
    return pack_head(COMPRESSED_TEXT_BYTE, len(payload)) + payload
