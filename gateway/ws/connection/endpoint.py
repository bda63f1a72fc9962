"""/ws: the handshake, then a connection until its end. Everything runs on the loop, and nothing blocks."""

import socket
import time
from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from gateway.port.addresses import client_address, rate_key
from gateway.port.stream import Socket, Stream, send_last
from gateway.rates.shared_rates import SharedRates
from gateway.rates.token_buckets import Buckets
from gateway.settings import GatewaySettings
from gateway.ws.connection import handshake
from gateway.ws.connection.connection import Connection
from gateway.ws.connection.connections import Connections
from services.kernel.refusal import Refusal
from services.platform.process.logs import get_logger

log = get_logger(__name__)
_STATUS = {
    "upgrade_expected": "400 Bad Request",
    "version_unsupported": "426 Upgrade Required",
    "origin_forbidden": "403 Forbidden",
    "rate_limited": "429 Too Many Requests",
    "too_many_connections": "503 Service Unavailable",
    "gateway_stopping": "503 Service Unavailable",
}
_REFUSAL_HEADERS = (
    ("Content-Type", "application/json"),
    ("X-Content-Type-Options", "nosniff"),
    ("Connection", "close"),
    ("Cache-Control", "no-store"),
)


class Strangers:
    """Sockets of each address (IPv4, or IPv6 /64) from their handshake until they are greeted or gone, with their
    limit: each costs as much as a player's. That state is looked up, not reported."""

    def __init__(self, most: int) -> None:
        """`most` from one address; 0: no limit."""
        self._most = most
        self._at: dict[str, list[Connection]] = {}
        self.elsewhere: Callable[[str], int] = lambda _key: 0
        """How many strangers of an address other gateways have."""

    def is_full(self, address: str) -> bool:
        """Whether an address has as many strangers as are allowed."""
        if not self._most:
            return False
        key = rate_key(address)
        return self._count(key) + self.elsewhere(key) >= self._most

    def counts(self) -> dict[str, int]:
        """The present numbers by address."""
        return {key: count for key in list(self._at) if (count := self._count(key))}

    def _count(self, key: str) -> int:
        waiting = [conn for conn in self._at.get(key, ()) if conn.is_stranger]
        if waiting:
            self._at[key] = waiting
        else:
            self._at.pop(key, None)
        return len(waiting)

    def add(self, conn: Connection) -> None:
        """Add one, after `is_full` has allowed it."""
        if self._most:
            self._at.setdefault(rate_key(conn.address), []).append(conn)


class Endpoint:
    """Accepts sockets until it is stopped."""

    def __init__(
        self,
        settings: GatewaySettings,
        connections: Connections,
        on_message: Callable[[Connection, bytes], None],
        on_gone: Callable[[Connection], None],
        on_drained: Callable[[Connection, bool], None],
        rates: SharedRates,
    ) -> None:
        """`on_message` and `on_gone` as `Connection.start` wants them; `on_drained` as `Stream` calls it, with the
        connection; `rates`: the rates shared by all gateways."""
        self._settings = settings
        self._connections = connections
        self._on_message = on_message
        self._on_gone = on_gone
        self._on_drained = on_drained
        per_s = settings.gateway_handshakes_per_s
        self._handshakes = Buckets(per_s, per_s * 2, settings.gateway_addresses_max)
        rates.share("handshakes", self._handshakes)
        self._strangers = Strangers(settings.gateway_strangers_per_address_max)
        self._strangers.elsewhere = rates.share_count("strangers", self._strangers.counts)
        self.draining = False

    def take(self, sock: Socket, environ: dict[str, str], early: bytes = b"") -> None:
        """Handle a request for /ws on this socket, which is owned here from now on; `early`: what came after its head.

        The socket does not block. `environ`: the request as WSGI names its parts.
        """
        address = client_address(environ, self._settings.gateway_proxy_hops)
        refused = self._refusal(environ, address)
        try:
            if refused is None:
                self._open(sock, environ, address, early)
            else:
                send_last(sock, _raw_refusal(refused), self._settings.gateway_close_timeout_s)
        except OSError as error:
            log.debug("socket_gone", error=str(error))
            sock.close()

    def _refusal(self, environ: Mapping[str, str], address: str) -> Refusal | None:
        return (
            self._full(address)
            or self._too_fast(address)
            or handshake.refusal(environ, self._settings.gateway_allowed_origins)
        )

    def _full(self, address: str) -> Refusal | None:
        if self.draining:
            return Refusal("gateway_stopping")
        per_address = self._settings.gateway_connections_per_address_max
        if len(self._connections) >= self._settings.gateway_connections_max or (
            per_address and self._connections.at_address(address) >= per_address
        ):
            return Refusal("too_many_connections")
        return Refusal("too_many_connections") if self._strangers.is_full(address) else None

    def _too_fast(self, address: str) -> Refusal | None:
        within = self._handshakes.allows(rate_key(address), time.monotonic())
        return None if within else Refusal("rate_limited")

    def _open(self, sock: Socket, environ: dict[str, str], address: str, early: bytes) -> None:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._settings.gateway_send_buffer_bytes)
        extension = handshake.extension(environ)
        answer = handshake.answer(environ, extension)
        if sock.send(answer) < len(answer):
            raise OSError("not even the handshake was taken")
        stream = Stream(sock, self._settings.gateway_send_queue_frames_max, self._settings.gateway_send_queue_bytes_max)
        conn = Connection(self._connections.next_id(), address, stream, self._settings, extension is not None)
        stream.on_over = partial(self._close, conn, sock)
        stream.on_drained = partial(self._on_drained, conn)
        self._connections.enter(conn)
        self._strangers.add(conn)
        conn.start(self._on_message, self._on_gone, early)

    def _close(self, conn: Connection, sock: Socket) -> None:
        self._connections.leaving.discard(conn)
        sock.close()


def _raw_refusal(refusal: Refusal) -> bytes:
    body = msgspec.json.encode(refusal)
    headers = [*_REFUSAL_HEADERS, ("Content-Length", str(len(body)))]
    if refusal.error == "version_unsupported":
        headers.append(("Sec-WebSocket-Version", handshake.VERSION))
    lines = [f"HTTP/1.1 {_STATUS[refusal.error]}", *(f"{name}: {text}" for name, text in headers), "", ""]
    return "\r\n".join(lines).encode() + body
