"""One AMQP channel on an asyncio loop: publish, consume and acknowledge, and nothing else.

py-amqp connects, declares and subscribes while it blocks; then the loop takes over the socket. What is written within
one iteration of the loop leaves in one system call.
"""

import asyncio
import struct
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote, urlsplit

import amqp

PERSISTENT, TRANSIENT = 2, 1

_FRAME_METHOD, _FRAME_HEADER, _FRAME_BODY = 1, 2, 3
_FRAME_END = b"\xce"
_FRAME_START = struct.Struct(">BHI")
_FRAME_OVERHEAD_BYTES = 8
_BASIC_DELIVER = b"\x00\x3c\x00\x3c"
_CONTENT_HEADER = struct.Struct(">HHQH")
_HAS_DELIVERY_MODE = 0x1000

OnMessage = Callable[[int, bytes], None]
"""Gets a delivery tag and a body."""


class Channel(asyncio.Protocol):
    """A connection with one channel. `on_message` runs on the loop for every delivery."""

    def __init__(self, connection: amqp.Connection, channel_id: int, on_message: OnMessage) -> None:
        """Use `open_channel`."""
        self._connection = connection
        self._channel_id = channel_id
        self._on_message = on_message
        self._body_bytes_max = (connection.frame_max or 131_072) - _FRAME_OVERHEAD_BYTES
        self._loop = asyncio.get_running_loop()
        self._received = b""
        self._unsent: list[bytes] = []
        self._flush_is_planned = False
        self._publish_frames: dict[str, bytes] = {}
        self._delivery_tag = 0
        self._missing_bytes = 0
        self._parts: list[bytes] = []
        self._transport: Any = None

    def publish(self, queue: str, body: bytes, delivery_mode: int) -> None:
        """Send a message to a queue, without asking for a confirm."""
        head = self._publish_frames.get(queue)
        if head is None:
            head = self._publish_frames[queue] = _publish_frame(self._channel_id, queue)
        header = _CONTENT_HEADER.pack(60, 0, len(body), _HAS_DELIVERY_MODE) + bytes((delivery_mode,))
        self._unsent += (head, _frame(_FRAME_HEADER, self._channel_id, header))
        for start in range(0, len(body), self._body_bytes_max):
            piece = body[start : start + self._body_bytes_max]
            self._unsent.append(_frame(_FRAME_BODY, self._channel_id, piece))
        self._plan_flush()

    def acknowledge(self, delivery_tag: int) -> None:
        """Acknowledge this delivery and all before it."""
        method = struct.pack(">HHQB", 60, 80, delivery_tag, 1)
        self._unsent.append(_frame(_FRAME_METHOD, self._channel_id, method))
        self._plan_flush()

    # --- asyncio.Protocol ---

    def connection_made(self, transport: Any) -> None:
        """Keep the transport."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Take every whole frame; keep what is left for the next time."""
        received = self._received + data if self._received else data
        at, available = 0, len(received)
        while available - at >= _FRAME_OVERHEAD_BYTES:
            kind, _channel_id, size = _FRAME_START.unpack_from(received, at)
            if available - at < size + _FRAME_OVERHEAD_BYTES:
                break
            self._take(kind, received[at + 7 : at + 7 + size])
            at += size + _FRAME_OVERHEAD_BYTES
        self._received = received[at:]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == _FRAME_METHOD:
            if payload.startswith(_BASIC_DELIVER):
                at = 5 + payload[4]  # after the consumer tag
                self._delivery_tag = int.from_bytes(payload[at : at + 8], "big")
        elif kind == _FRAME_HEADER:
            self._missing_bytes = int.from_bytes(payload[4:12], "big")
            self._parts = []
        elif kind == _FRAME_BODY:
            self._parts.append(payload)
            self._missing_bytes -= len(payload)
            if not self._missing_bytes:
                self._on_message(self._delivery_tag, b"".join(self._parts))

    def _plan_flush(self) -> None:
        if not self._flush_is_planned:
            self._flush_is_planned = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._flush_is_planned = False
        data, self._unsent = b"".join(self._unsent), []
        self._transport.write(data)


def _frame(kind: int, channel_id: int, payload: bytes) -> bytes:
    return b"".join((_FRAME_START.pack(kind, channel_id, len(payload)), payload, _FRAME_END))


def _publish_frame(channel_id: int, queue: str) -> bytes:
    """`basic.publish` to the default exchange, not mandatory."""
    routing_key = queue.encode()
    method = struct.pack(">HHHBB", 60, 40, 0, 0, len(routing_key)) + routing_key + b"\x00"
    return _frame(_FRAME_METHOD, channel_id, method)


async def open_channel(url: str, set_up: Callable[[amqp.Channel], None], on_message: OnMessage) -> Channel:
    """Connect to `amqp://…`; `set_up` declares queues and subscribes, before the loop reads anything."""
    where = urlsplit(url)
    connection = amqp.Connection(
        f"{where.hostname}:{where.port}",
        userid=unquote(where.username or ""),
        password=unquote(where.password or ""),
        virtual_host=unquote(where.path[1:]) or "/",
        heartbeat=0,
    )
    connection.connect()
    blocking = connection.channel()
    set_up(blocking)
    channel = Channel(connection, blocking.channel_id, on_message)
    sock = connection.transport.sock.dup()
    sock.setblocking(False)
    read_already = bytes(connection.transport._read_buffer)
    await asyncio.get_running_loop().connect_accepted_socket(lambda: channel, sock)
    if read_already:
        channel.data_received(read_already)
    return channel
