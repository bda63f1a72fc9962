"""AMQP 0-9-1 frames as bytes: those that every message needs are read and written here, all others by pamqp.

A reader is fed whatever the socket had and calls back for each complete message or method; it keeps the rest.
"""

import struct
from collections.abc import Callable
from typing import Any

from pamqp import base, commands, frame, header

MESSAGES, CONFIRMED = 1, 2
"""The channels: one for deliveries and unconfirmed messages, one for messages that the broker confirms."""

_METHOD, _HEADER, _BODY, _HEARTBEAT = 1, 2, 3, 8
_END = 0xCE
_END_BYTE = b"\xce"
_FRAME = struct.Struct(">BHI")
_ACK = struct.Struct(">BHIHHQBB")
_DELIVER = 0x003C003C
_RETURN = 0x003C0032
_ACKED = 0x003C0050
_NACKED = 0x003C0078
_FRAME_OVERHEAD_BYTES = 8
HEARTBEAT = b"\x08\x00\x00\x00\x00\x00\x00\xce"


class FrameError(Exception):
    """The bytes are not AMQP frames."""


class Message:
    """A delivered message, or a returned one."""

    __slots__ = ("_head", "_method", "body", "channel", "delivery_tag", "redelivered")

    def __init__(self, method: bytes, delivery_tag: int, redelivered: bool) -> None:
        """Its method's arguments; head and body follow. `method`: kept to read exchange and routing key from."""
        self._method = method
        self._head = b""
        self.delivery_tag = delivery_tag
        self.redelivered = redelivered
        self.body = b""
        self.channel: Any = None

    @property
    def routing_key(self) -> str:
        """The routing key with which it was published."""
        return str(self._read_method().routing_key)

    @property
    def exchange(self) -> str:
        """The exchange to which it was published."""
        return str(self._read_method().exchange)

    @property
    def properties(self) -> commands.Basic.Properties:
        """All of its properties."""
        read = header.ContentHeader()
        read.unmarshal(self._head)
        return read.properties

    @property
    def headers(self) -> dict[str, Any]:
        """Its headers."""
        return dict(self.properties.headers or {})

    def _read_method(self) -> Any:
        method = commands.INDEX_MAPPING[int.from_bytes(self._method[:4], "big")]()
        method.unmarshal(self._method[4:])
        return method


class FrameReader:
    """Takes bytes in any portions and calls back for what is complete, in order."""

    def __init__(
        self,
        on_deliver: Callable[[bytes, Message], None],
        on_return: Callable[[Message], None],
        on_confirm: Callable[[int, bool, bool], None],
        on_method: Callable[[int, base.Frame], None],
    ) -> None:
        """`on_deliver` gets the consumer tag too; `on_confirm` delivery tag, whether all up to it, whether accepted;
        `on_method` the channel and every other method."""
        self._on_deliver = on_deliver
        self._on_return = on_return
        self._on_confirm = on_confirm
        self._on_method = on_method
        self._rest = b""
        self._message: Message | None = None
        self._tag: bytes | None = None
        """The consumer tag of `_message`; None: it was returned."""
        self._missing_bytes = 0
        self._pieces: list[bytes] = []

    def feed(self, data: bytes) -> None:
        """Read further bytes.

        Raises:
            FrameError: this is not AMQP, or frames come in an order that cannot be.
        """
        if self._rest:
            data = self._rest + data
        at, end = 0, len(data)
        while end - at >= _FRAME_OVERHEAD_BYTES:
            kind, channel, size = _FRAME.unpack_from(data, at)
            start, stop = at + 7, at + 7 + size
            if stop >= end:
                break
            if data[stop] != _END:
                raise FrameError("a frame does not end where it should")
            if kind == _METHOD:
                self._method(channel, data, at, start, stop)
            elif kind == _HEADER:
                self._head(data, start, stop)
            elif kind == _BODY:
                self._body(data[start:stop])
            elif kind != _HEARTBEAT:
                raise FrameError(f"frame type {kind}")
            at = stop + 1
        self._rest = data[at:] if at < end else b""

    def _method(self, channel: int, data: bytes, at: int, start: int, stop: int) -> None:
        index = int.from_bytes(data[start : start + 4], "big")
        if index == _DELIVER:
            number = start + 5 + data[start + 4]
            self._tag = data[start + 5 : number]
            delivery_tag = int.from_bytes(data[number : number + 8], "big")
            self._message = Message(data[start:stop], delivery_tag, data[number + 8] != 0)
        elif index == _RETURN:
            self._tag = None
            self._message = Message(data[start:stop], 0, False)
        elif index in (_ACKED, _NACKED):
            delivery_tag = int.from_bytes(data[start + 4 : start + 12], "big")
            self._on_confirm(delivery_tag, data[start + 12] & 1 != 0, index == _ACKED)
        else:
            self._on_method(channel, _decode(data[at : stop + 1]))

    def _head(self, data: bytes, start: int, stop: int) -> None:
        if self._message is None:
            raise FrameError("the head of no message")
        self._message._head = data[start:stop]
        self._missing_bytes = int.from_bytes(data[start + 4 : start + 12], "big")
        self._pieces = []
        if not self._missing_bytes:
            self._complete(b"")

    def _body(self, piece: bytes) -> None:
        if self._message is None or len(piece) > self._missing_bytes:
            raise FrameError("a body that belongs to no message")
        self._missing_bytes -= len(piece)
        if self._missing_bytes:
            self._pieces.append(piece)
        elif self._pieces:
            self._complete(b"".join((*self._pieces, piece)))
        else:
            self._complete(piece)

    def _complete(self, body: bytes) -> None:
        message, self._message = self._message, None
        assert message is not None
        message.body = body
        if self._tag is None:
            self._on_return(message)
        else:
            self._on_deliver(self._tag, message)


def _decode(data: bytes) -> base.Frame:
    _size, _channel, method = frame.unmarshal(data)
    if not isinstance(method, base.Frame):
        raise FrameError("not a method")
    return method


def method_frame(channel: int, method: base.Frame) -> bytes:
    """Any method, by pamqp."""
    return bytes(frame.marshal(method, channel))


def ack_frame(delivery_tag: int, multiple: bool) -> bytes:
    """An acknowledgement on the channel of deliveries."""
    return _ACK.pack(_METHOD, MESSAGES, 13, 60, 80, delivery_tag, multiple, _END)


class Route:
    """All bytes of a publish that depend only on where it goes and with which properties."""

    __slots__ = ("_before", "_between", "_body_head")

    def __init__(
        self, channel: int, exchange: str, routing_key: str, mandatory: bool, properties: commands.Basic.Properties
    ) -> None:
        """Computed once for many messages."""
        method = commands.Basic.Publish(exchange=exchange, routing_key=routing_key, mandatory=mandatory)
        head = bytes(frame.marshal(header.ContentHeader(0, 0, properties), channel))
        self._before = method_frame(channel, method) + head[:11]
        self._between = head[19:]
        self._body_head = _FRAME.pack(_BODY, channel, 0)[:3]

    def frames(self, body: bytes, body_max: int) -> bytes:
        """A message's frames; `body_max`: how many bytes of a body fit into one frame."""
        size = len(body)
        head = self._before + size.to_bytes(8, "big") + self._between
        if size <= body_max:
            if not size:
                return head
            return b"".join((head, self._body_head, size.to_bytes(4, "big"), body, _END_BYTE))
        parts = [head]
        for at in range(0, size, body_max):
            piece = body[at : at + body_max]
            parts += (self._body_head, len(piece).to_bytes(4, "big"), piece, _END_BYTE)
        return b"".join(parts)
