"""One AMQP connection as an asyncio protocol: handshake, requests and their answers, heartbeats, and one write for
all frames of a loop iteration."""

import asyncio
import ssl
from collections import deque
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
from pamqp import base, commands, header

from services.platform.broker.errors import BrokerDown
from services.platform.broker.loop import frames
from services.platform.broker.loop.frames import CONFIRMED, MESSAGES, FrameReader, Message

CONNECT_TIMEOUT_S = 5.0
_GOODBYE_S = 1.0
WAITING_BYTES_MAX = 64 * 1024 * 1024
"""The most bytes that wait to be written while the broker does not read."""
_SILENT_TICKS_MAX = 4
"""The time without data after which the connection is lost: two heartbeats, checked twice in each. A process that
did not run itself counts only one."""
_FRAME_MAX_BYTES = 131_072
_CLIENT: dict[str, Any] = {
    "product": "kafeneio",
    "capabilities": {
        "authentication_failure_close": True,
        "basic.nack": True,
        "connection.blocked": True,
        "consumer_cancel_notify": True,
        "publisher_confirms": True,
    },
}


class Address(msgspec.Struct, frozen=True):
    """The address of the broker, with user and password."""

    host: str
    port: int
    user: str
    password: str
    vhost: str
    secure: bool


def read_address(url: str) -> Address:
    """`amqp://user:password@host:port/vhost`; `amqps` for TLS. Missing parts have AMQP's defaults."""
    parts = urlsplit(url)
    secure = parts.scheme == "amqps"
    vhost = unquote(parts.path[1:]) or "/"
    return Address(
        parts.hostname or "127.0.0.1",
        parts.port or (5671 if secure else 5672),
        unquote(parts.username or "guest"),
        unquote(parts.password or "guest"),
        vhost,
        secure,
    )


class Connection(asyncio.Protocol):
    """A connection with two channels, the second in confirm mode. It is never used again once it is lost."""

    def __init__(self, heartbeat_s: int) -> None:
        """Not connected before `connect`."""
        self.consumers: dict[bytes, Callable[[Message], None]] = {}
        self.on_return: Callable[[Message], None] = _ignore
        self.on_confirm: Callable[[int, bool, bool], None] = _ignore
        self.is_blocked = False
        self.body_max = _FRAME_MAX_BYTES - 8
        self.published = 0
        """The number of messages on the confirming channel so far, which the broker counts too."""
        self._heartbeat_s = heartbeat_s
        self._loop = asyncio.get_running_loop()
        self.lost: asyncio.Future[None] = self._loop.create_future()
        """A future that is done when the connection has ended."""
        self.reason = ""
        """The reason of its end, if it is known."""
        self._transport: Any = None
        self._reader = FrameReader(self._delivered, self._returned, self._confirmed, self._answered)
        self._out: list[bytes] = []
        self._waiting: deque[tuple[int, type[base.Frame], asyncio.Future[Any]]] = deque()
        self._silent_ticks = 0
        self._has_written = False
        self._ticker: asyncio.TimerHandle | None = None

    # --- start and stop ---

    @classmethod
    async def connect(cls, address: Address, heartbeat_s: int) -> "Connection":
        """Connect, authenticate, open both channels.

        Raises:
            BrokerDown: refused, or lost on the way. OSError, TimeoutError: the broker cannot be reached.
        """
        loop = asyncio.get_running_loop()
        context = ssl.create_default_context() if address.secure else None
        connection = cls(heartbeat_s)
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT_S):
                await loop.create_connection(lambda: connection, address.host, address.port, ssl=context)
                await connection._open(address)
        except BaseException:
            connection.abort("not opened")
            raise
        return connection

    async def _open(self, address: Address) -> None:
        started = self._expect(0, commands.Connection.Start)
        self._write(header.ProtocolHeader(0, 9, 1).marshal())
        await started
        secret = f"\0{address.user}\0{address.password}"
        tune = await self._ask(
            0, commands.Connection.StartOk(_CLIENT, "PLAIN", secret, "en_US"), commands.Connection.Tune
        )
        frame_max = min(tune.frame_max or _FRAME_MAX_BYTES, _FRAME_MAX_BYTES)
        self.body_max = frame_max - 8
        heartbeat_s = min(self._heartbeat_s, tune.heartbeat or self._heartbeat_s)
        self._write(frames.method_frame(0, commands.Connection.TuneOk(tune.channel_max, frame_max, heartbeat_s)))
        await self._ask(0, commands.Connection.Open(address.vhost), commands.Connection.OpenOk)
        await asyncio.gather(
            self._ask(MESSAGES, commands.Channel.Open(), commands.Channel.OpenOk),
            self._ask(CONFIRMED, commands.Channel.Open(), commands.Channel.OpenOk),
            self._ask(CONFIRMED, commands.Confirm.Select(), commands.Confirm.SelectOk),
        )
        if heartbeat_s:
            self._heartbeat_s = heartbeat_s
            self._ticker = self._loop.call_later(heartbeat_s / 2, self._tick)

    def close(self) -> None:
        """Send what waits and close; the connection ends with the broker's answer, or soon without. Closing at once,
        with unread data, could lose what was sent last."""
        if self._transport is not None and not self.lost.done():
            self.consumers.clear()
            self._write(frames.method_frame(0, commands.Connection.Close(200, "", 0, 0)))
            self._flush()
            self._loop.call_later(_GOODBYE_S, self.abort, "no goodbye")

    def abort(self, reason: str) -> None:
        """End the connection at once; `lost` is then done."""
        self.reason = self.reason or reason
        if self._transport is not None:
            self._transport.abort()

    # --- requests ---

    def ask(self, method: base.Frame, answer: type[base.Frame]) -> "asyncio.Future[Any]":
        """Send a request on the channel of deliveries; returns a future of its answer. The next one may follow at
        once."""
        return self._ask(MESSAGES, method, answer)

    async def answered(self) -> None:
        """Wait until all requests so far have been answered."""
        await asyncio.gather(*(future for _channel, _answer, future in self._waiting))

    def send_method(self, method: base.Frame) -> None:
        """Send a method that has no answer."""
        self._write(frames.method_frame(MESSAGES, method))

    def send(self, data: bytes) -> None:
        """Send frames in the loop's next iteration.

        Raises:
            BrokerDown: too much waits already.
        """
        if self.is_blocked and self._transport.get_write_buffer_size() > WAITING_BYTES_MAX:
            raise BrokerDown("the broker does not read")
        self._write(data)

    def _ask(self, channel: int, method: base.Frame, answer: type[base.Frame]) -> "asyncio.Future[Any]":
        expected = self._expect(channel, answer)
        self._write(frames.method_frame(channel, method))
        return expected

    def _expect(self, channel: int, answer: type[base.Frame]) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = self._loop.create_future()
        future.add_done_callback(_retrieve)
        if self.lost.done():
            future.set_exception(BrokerDown(self.reason or "connection lost"))
        else:
            self._waiting.append((channel, answer, future))
        return future

    def _write(self, data: bytes) -> None:
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out.append(data)

    def _flush(self) -> None:
        out, self._out = self._out, []
        if out and self._transport is not None:
            self._has_written = True
            self._transport.write(b"".join(out) if len(out) > 1 else out[0])

    def _tick(self) -> None:
        """Runs twice a heartbeat: send a heartbeat, and check whether the broker has sent data."""
        self._silent_ticks += 1
        if self._silent_ticks > _SILENT_TICKS_MAX:
            self.abort("missed heartbeats")
            return
        if not self._has_written:
            self._write(frames.HEARTBEAT)
        self._has_written = False
        self._ticker = self._loop.call_later(self._heartbeat_s / 2, self._tick)

    # --- asyncio's calls ---

    def connection_made(self, transport: Any) -> None:
        """Connected, not yet authenticated."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Data from the socket."""
        self._silent_ticks = 0
        try:
            self._reader.feed(data)
        except frames.FrameError as error:
            self.abort(f"not AMQP: {error}")

    def connection_lost(self, error: Exception | None) -> None:
        """The connection has ended; all waiting futures fail."""
        self.reason = self.reason or (f"{type(error).__name__}: {error}" if error else "closed by the broker")
        if self._ticker is not None:
            self._ticker.cancel()
        waiting, self._waiting = self._waiting, deque()
        for _channel, _answer, future in waiting:
            if not future.done():
                future.set_exception(BrokerDown(self.reason))
        if not self.lost.done():
            self.lost.set_result(None)

    # --- received frames ---

    def _delivered(self, tag: bytes, message: Message) -> None:
        consumer = self.consumers.get(tag)
        if consumer is not None:  # a cancelled consumer may still get messages
            message.channel = self
            consumer(message)

    def _returned(self, message: Message) -> None:
        self.on_return(message)

    def _confirmed(self, delivery_tag: int, multiple: bool, accepted: bool) -> None:
        self.on_confirm(delivery_tag, multiple, accepted)

    def _answered(self, channel: int, method: base.Frame) -> None:
        if isinstance(method, commands.Connection.Close | commands.Channel.Close):
            self.abort(f"{method.reply_code} {method.reply_text}")
        elif isinstance(method, commands.Connection.Blocked):
            self.is_blocked = True
        elif isinstance(method, commands.Connection.Unblocked):
            self.is_blocked = False
        elif isinstance(method, commands.Basic.Cancel):
            self.abort(f"the broker cancelled {method.consumer_tag}")
        elif isinstance(method, commands.Connection.CloseOk):
            self.abort("closed")
        else:
            self._settle(channel, method)

    def _settle(self, channel: int, method: base.Frame) -> None:
        """Give an answer to its request. Answers of one kind arrive in order, those of different kinds perhaps not:
        queues confirm subscriptions themselves."""
        for index, (asked_channel, answer, future) in enumerate(self._waiting):
            if asked_channel != channel or not isinstance(method, answer):
                continue
            del self._waiting[index]
            if not future.done():
                future.set_result(method)
            return
        self.abort(f"unexpected {method.name}")


def _ignore(*_args: object) -> None:
    """The callback where none is set."""


def _retrieve(future: "asyncio.Future[Any]") -> None:
    """Ignore a failure that no caller waits for: the end of the connection is logged."""
    if not future.cancelled():
        future.exception()
