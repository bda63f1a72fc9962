"""The channel between a platform in one process (`kafeneio up`) and its gRPC front, which has to be another process: a
gRPC server hangs where eventlet has patched sockets. The front asks services by it; the platform's end is served by
green threads (`grpc/embedded_front.py`). It is a pair of sockets, so that nobody else can ask, and each end sees the
other one go.
"""

import itertools
import os
import socket
import struct
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from services.contracts.base import Request, service_of, wire_name
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import read_reply
from services.platform.process.settings import CommonSettings
from services.platform.process.tasks import spawn

A = TypeVar("A")

DESCRIPTOR_VARIABLE = "KAFENEIO_GRPC_CHANNEL"
"""The environment variable with the descriptor of the front's end."""
_LENGTH = struct.Struct("!I")
_GRACE_S = 1.0
"""How much longer than a request's own deadline its reply is waited for."""


class Asked(msgspec.Struct, array_like=True):
    """A request on its way to a service."""

    number: int
    service: str
    method: str
    request: Any
    timeout_ms: int


class Replied(msgspec.Struct, array_like=True):
    """A reply as the service sent it, as text; None: none came in time."""

    number: int
    body: str | None


class Frames:
    """Whole messages over a socket, from many threads."""

    def __init__(self, sock: Any) -> None:
        """`sock`: one end of the pair."""
        self._sock = sock
        self._sending = threading.Lock()

    def send(self, message: msgspec.Struct) -> None:
        """Send one message.

        Raises:
            OSError: the other end has gone.
        """
        body = msgspec.json.encode(message)
        with self._sending:
            self._sock.sendall(_LENGTH.pack(len(body)) + body)

    def receive(self) -> bytes | None:
        """The next message; None: the other end has gone."""
        head = self._exactly(_LENGTH.size)
        return None if head is None else self._exactly(_LENGTH.unpack(head)[0])

    def close(self) -> None:
        """Close this end."""
        self._sock.close()

    def _exactly(self, size: int) -> bytes | None:
        parts = bytearray()
        while len(parts) < size:
            try:
                part = self._sock.recv(size - len(parts))
            except OSError:
                return None
            if not part:
                return None
            parts += part
        return bytes(parts)


class ChannelRpc:
    """The front's end: an RPC client (`gateway.rpc.Rpc`) for real threads."""

    def __init__(self, settings: CommonSettings, on_gone: Callable[[], None]) -> None:
        """`on_gone`: called when the platform has gone. The descriptor is in the environment."""
        self._timeout_ms = settings.rpc_timeout_ms
        sock = socket.socket(fileno=int(os.environ[DESCRIPTOR_VARIABLE]))
        sock.setblocking(True)  # green threads have made it so that it does not
        self._frames = Frames(sock)
        self._on_gone = on_gone
        self._numbers = itertools.count()
        self._waiting: dict[int, _Waiting] = {}

    def start(self) -> "ChannelRpc":
        """Read replies from now on."""
        spawn("grpc-channel", self._read)
        return self

    def stop(self) -> None:
        """Ask no more."""
        self._frames.close()

    def call(self, request: Request[A], timeout_ms: int | None = None) -> A | Refusal:
        """The service's answer or refusal; `service_unavailable` when none came in time."""
        timeout_ms = timeout_ms or self._timeout_ms
        number, waiting = next(self._numbers), _Waiting()
        self._waiting[number] = waiting
        kind = type(request)
        try:
            self._frames.send(
                Asked(number, service_of(kind), wire_name(kind), msgspec.to_builtins(request), timeout_ms)
            )
            waiting.done.wait(timeout_ms / 1000 + _GRACE_S)
        except OSError:
            pass  # the platform is going, and so are we
        finally:
            self._waiting.pop(number, None)
        return read_reply(waiting.body, request)

    def _read(self) -> None:
        while (frame := self._frames.receive()) is not None:
            reply = msgspec.json.decode(frame, type=Replied)
            waiting = self._waiting.get(reply.number)
            if waiting is not None:
                waiting.body = None if reply.body is None else reply.body.encode()
                waiting.done.set()
        self._on_gone()


class _Waiting:
    """A request whose reply is waited for."""

    __slots__ = ("body", "done")

    def __init__(self) -> None:
        self.done = threading.Event()
        self.body: bytes | None = None
