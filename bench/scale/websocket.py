"""The websocket protocol and the bandwidth limit of the clients of `make bench-scale`. Pure: bytes in, values out.

Twenty thousand clients share the machine with the platform, so a client costs as little as possible: of most frames
only the first bytes are looked at.
"""

import struct
import zlib

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
_COMPRESSED = 0x40
BEGINNING_BYTES = 64
"""So much of a compressed message is inflated: its kind is seen there."""
_FIN, _MASKED = 0x80, 0x80
_UP_TO_64_KIB, _LONGER = 126, 127
_NO_MASK = bytes(4)
"""A mask of zeros, which changes nothing."""


class FrameReader:
    """Divides what a server sends into frames, however the network has cut it."""

    def __init__(self) -> None:
        """Nothing has come yet."""
        self._waiting = bytearray()

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """The frames that are complete with this data: opcode and payload of each; of a compressed one the beginning
        of the payload."""
        self._waiting += data
        found: list[tuple[int, bytes]] = []
        at = 0
        while (borders := _payload_at(self._waiting, at)) is not None:
            begin, end = borders
            payload = bytes(self._waiting[begin:end])
            if self._waiting[at] & _COMPRESSED:
                payload = zlib.decompressobj(-zlib.MAX_WBITS).decompress(payload, BEGINNING_BYTES)
            found.append((self._waiting[at] & 0x0F, payload))
            at = end
        del self._waiting[:at]
        return found


def _payload_at(data: bytearray, at: int) -> tuple[int, int] | None:
    """Where the payload of the frame that begins at `at` begins and ends; None: the frame is not complete."""
    if len(data) < at + 2:
        return None
    length, begin = data[at + 1] & 0x7F, at + 2
    if length == _UP_TO_64_KIB:
        begin += 2
    elif length == _LONGER:
        begin += 8
    if len(data) < begin:
        return None
    if begin > at + 2:
        length = int.from_bytes(data[at + 2 : begin], "big")
    return (begin, begin + length) if len(data) >= begin + length else None


def client_frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """A frame as a client sends it. Payloads of clients are shorter than 64 KiB."""
    if len(payload) < _UP_TO_64_KIB:
        head = bytes((_FIN | opcode, _MASKED | len(payload)))
    else:
        head = struct.pack("!BBH", _FIN | opcode, _MASKED | _UP_TO_64_KIB, len(payload))
    return head + _NO_MASK + payload


def upgrade_request(host: str) -> bytes:
    """The HTTP request that opens the socket, and offers compression as browsers do."""
    return (
        f"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n"
    ).encode()


class Bandwidth:
    """How many bytes a second a client reads. One second's bytes can be saved up."""

    def __init__(self, bytes_per_s: float, now_s: float) -> None:
        """Full at first."""
        self._bytes_per_s = bytes_per_s
        self._left, self._at_s = bytes_per_s, now_s

    def wait_s(self, received: int, now_s: float) -> float:
        """How long the client must not read after these bytes; 0: it may go on."""
        saved = self._left + (now_s - self._at_s) * self._bytes_per_s
        self._left, self._at_s = min(self._bytes_per_s, saved) - received, now_s
        return max(0.0, -self._left / self._bytes_per_s)
