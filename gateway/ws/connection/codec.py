"""WebSocket frames (RFC 6455) as bytes: parsing those of clients, packing those of the server. It uses no sockets.

Written out rather than taken from a library: docs/LIBRARIES.md has the measured reasons. Compressed messages (RFC 7692)
are read here too, with the same limit for what they hold; `deflate.py` negotiates and packs them.
"""

import zlib
from collections.abc import Iterator
from typing import NamedTuple

TEXT = 0x1
BINARY = 0x2
CLOSE = 0x8
PING = 0x9
PONG = 0xA

_CONTINUATION = 0x0
_CONTROL_BIT = 0x8
_FINAL_BIT = 0x80
_MASK_BIT = 0x80
_RESERVED_BITS = 0x70
_COMPRESSED_BIT = 0x40
_INFLATE_TAIL = b"\x00\x00\xff\xff"
"""The end of each compressed message, which is not sent (RFC 7692 §7.2.2)."""
COMPRESSED_TEXT_BYTE = _FINAL_BIT | _COMPRESSED_BIT | TEXT
"""How a whole compressed text begins."""
_CONTROL_BYTES_MAX = 125
_FRAGMENTS_MAX = 64
_OPCODES = frozenset({_CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG})


class Message(NamedTuple):
    """A whole message: text (checked UTF-8) or a control frame."""

    opcode: int
    payload: bytes


class Violation(Exception):
    """The client broke the protocol; `reason` names an ending (close_reasons.py)."""

    def __init__(self, reason: str) -> None:
        """`reason` goes into the close frame."""
        super().__init__(reason)
        self.reason = reason


class Parser:
    """Parses the messages of one connection from its bytes."""

    __slots__ = ("_buffer", "_bytes_max", "_fragments", "_fragments_bytes", "_inflates", "_is_compressed")

    def __init__(self, bytes_max: int, inflates: bool = False) -> None:
        """`bytes_max`: the longest payload of a message, all its fragments together, on the wire and decompressed.
        `inflates`: whether the client may compress what it sends."""
        self._bytes_max = bytes_max
        self._inflates = inflates
        self._is_compressed = False
        self._buffer = b""
        self._fragments: list[bytes] | None = None
        self._fragments_bytes = 0

    def feed(self, data: bytes) -> tuple[list[Message], Violation | None]:
        """The messages that are complete now, followed by a violation of the protocol, if there was one."""
        if self._buffer:
            data = self._buffer + data
        messages: list[Message] = []
        at = 0
        try:
            while (end := self._read(data, at, messages)) is not None:
                at = end
        except Violation as violation:
            return messages, violation
        self._buffer = data[at:]
        return messages, None

    def _read(self, data: bytes, at: int, messages: list[Message]) -> int | None:
        """Read the frame at `at`; returns where it ends, None while it is not all there."""
        available = len(data)
        if available - at < 2:
            return None
        first, second = data[at], data[at + 1]
        head, length = at + 2, second & 0x7F
        if length > 125:
            width = 2 if length == 126 else 8
            if available - head < width:
                return None
            length = int.from_bytes(data[head : head + width], "big")
            head += width
        self._check(first, second, length)
        end = head + 4 + length
        if available < end:
            return None
        payload = unmask(data[head + 4 : end], data[head : head + 4])
        self._take(first, payload, messages)
        return end

    def _check(self, first: int, second: int, length: int) -> None:
        opcode = first & 0xF
        reserved = first & _RESERVED_BITS
        if (reserved and not self._may_mark(reserved, opcode)) or opcode not in _OPCODES or not second & _MASK_BIT:
            raise Violation("protocol_error")
        if opcode & _CONTROL_BIT:
            if length > _CONTROL_BYTES_MAX or not first & _FINAL_BIT:
                raise Violation("protocol_error")
            return
        if opcode == BINARY:
            raise Violation("binary_frame")
        if (opcode == _CONTINUATION) == (self._fragments is None):
            raise Violation("protocol_error")
        if length + self._fragments_bytes > self._bytes_max:
            raise Violation("frame_too_large")

    def _may_mark(self, reserved: int, opcode: int) -> bool:
        """Whether these reserved bits are allowed: the first frame of a message may be marked as compressed."""
        return self._inflates and reserved == _COMPRESSED_BIT and opcode == TEXT

    def _take(self, first: int, payload: bytes, messages: list[Message]) -> None:
        opcode = first & 0xF
        if opcode & _CONTROL_BIT:
            messages.append(Message(opcode, payload))
            return
        if opcode == TEXT:
            self._is_compressed = bool(first & _COMPRESSED_BIT)
        if self._fragments is None and first & _FINAL_BIT:
            messages.append(self._text(payload))
        else:
            self._take_fragment(payload, bool(first & _FINAL_BIT), messages)

    def _text(self, payload: bytes) -> Message:
        return Message(TEXT, checked_text(inflated(payload, self._bytes_max) if self._is_compressed else payload))

    def _take_fragment(self, payload: bytes, final: bool, messages: list[Message]) -> None:
        fragments = self._fragments = self._fragments or []
        fragments.append(payload)
        self._fragments_bytes += len(payload)
        if final:
            self._fragments, self._fragments_bytes = None, 0
            messages.append(self._text(b"".join(fragments)))
        elif len(fragments) >= _FRAGMENTS_MAX:
            raise Violation("protocol_error")


def unmask(payload: bytes, mask: bytes) -> bytes:
    """The payload without its mask (masking it again is the same): one exclusive-or of two long integers."""
    length = len(payload)
    repeated = (mask * ((length + 3) // 4))[:length]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(repeated, "little")).to_bytes(length, "little")


def inflated(payload: bytes, bytes_max: int) -> bytes:
    """Decompress a message. No more than `bytes_max` bytes are ever made of it.

    Raises:
        Violation: it is longer (`frame_too_large`), or no compressed message (`protocol_error`).
    """
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        found = inflater.decompress(payload + _INFLATE_TAIL, bytes_max + 1)
    except zlib.error:
        raise Violation("protocol_error") from None
    if len(found) > bytes_max:
        raise Violation("frame_too_large")
    return found


def checked_text(payload: bytes) -> bytes:
    """The payload, if it is UTF-8.

    Raises:
        Violation: it is not.
    """
    if not payload.isascii():
        try:
            payload.decode()
        except UnicodeDecodeError:
            raise Violation("invalid_text") from None
    return payload


def pack_text(payload: bytes | memoryview) -> bytes:
    """A text frame; the same bytes for every connection that gets it."""
    return b"".join((pack_head(_FINAL_BIT | TEXT, len(payload)), payload))


def pack_head(first: int, length: int) -> bytes:
    """The head of a server's frame with a payload of `length` bytes; `first`: its opcode and flags."""
    if length < 126:
        return b"%c%c" % (first, length)
    if length < 65_536:
        return b"%c\x7e" % first + length.to_bytes(2, "big")
    return b"%c\x7f" % first + length.to_bytes(8, "big")


def payload_of(packed: bytes) -> bytes:
    """The payload of one text frame of `pack_text`."""
    return packed[2 + {126: 2, 127: 8}.get(packed[1], 0) :]


def payloads_of(packed: bytes) -> Iterator[bytes]:
    """The payloads of text frames of `pack_text`, one after the other in one send."""
    while packed:
        width = {126: 2, 127: 8}.get(packed[1], 0)
        length = int.from_bytes(packed[2 : 2 + width], "big") if width else packed[1]
        yield packed[2 + width : 2 + width + length]
        packed = packed[2 + width + length :]


def pack_close(code: int, reason: str) -> bytes:
    """A close frame; the reason is cut to what fits."""
    payload = code.to_bytes(2, "big") + reason.encode()[: _CONTROL_BYTES_MAX - 2]
    return b"\x88%c%b" % (len(payload), payload)


PACKED_PING = b"\x89\x00"
"""A ping without a payload, to which any pong is an answer."""


def pack_pong(payload: bytes) -> bytes:
    """The answer to a ping."""
    return b"\x8a%c%b" % (len(payload), payload)
