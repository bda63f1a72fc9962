"""/ws as a WSGI application under eventlet.wsgi: the handshake, then a connection until its end."""

import socket
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from eventlet import wsgi
from eventlet.event import Event
from eventlet.greenio import shutdown_safe

from gateway.addresses import client_address, rate_key
from gateway.limits import Buckets
from gateway.settings import GatewaySettings
from gateway.ws import handshake
from gateway.ws.connection import Connection
from gateway.ws.connections import Connections
from gateway.ws.strangers import Strangers
from gateway.ws.stream import Stream
from services.kernel.refusal import Refusal
from services.plumbing.logs import get_logger

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


class Endpoint:
    """Takes sockets in until told to stop."""

    def __init__(
        self,
        settings: GatewaySettings,
        connections: Connections,
        on_message: Callable[[Connection, bytes], None],
        on_gone: Callable[[Connection], None],
    ) -> None:
        """`on_message` and `on_gone` as `Connection.start` wants them."""
        self._settings = settings
        self._connections = connections
        self._on_message = on_message
        self._on_gone = on_gone
        per_s = settings.gateway_handshakes_per_s
        self._handshakes = Buckets(per_s, per_s * 2, settings.gateway_addresses_max)
        self._strangers = Strangers(settings.gateway_strangers_per_address_max)
        self.draining = False

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Serve one socket; returns when it has ended."""
        address = client_address(environ, self._settings.gateway_proxy_hops)
        refused = self._refusal(environ, address)
        if refused is not None:
            return _refuse(refused, start_response)
        self._serve_on(environ["eventlet.input"].get_socket(), environ, address)
        wsgi.WSGI_LOCAL.already_handled = True
        return []

    def adopt(self, environ: dict[str, Any], green: Any) -> None:
        """Serve one socket whose handshake another process has read; returns when it has ended."""
        address = client_address(environ, self._settings.gateway_proxy_hops)
        try:
            refused = self._refusal(environ, address)
            if refused is None:
                self._serve_on(green, environ, address)
            else:
                green.sendall(_raw_refusal(refused))
        except OSError as error:
            log.debug("adopted_socket_gone", error=str(error))
        finally:
            shutdown_safe(green)
            green.close()

    def _refusal(self, environ: dict[str, Any], address: str) -> Refusal | None:
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

    def _serve_on(self, green: Any, environ: dict[str, Any], address: str) -> None:
        green.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        green.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._settings.gateway_send_buffer_bytes)
        green.sendall(handshake.answer(environ))
        stream = Stream(
            green.fd, self._settings.gateway_send_queue_frames_max, self._settings.gateway_send_queue_bytes_max
        )
        over = Event()
        stream.on_over = over.send
        conn = Connection(self._connections.next_id(), address, stream, self._settings)
        _forget_headers(environ)
        self._connections.enter(conn)
        self._strangers.add(conn)
        conn.start(self._on_message, self._on_gone)
        try:
            over.wait()
        finally:
            stream.abort()
            self._connections.leaving.discard(conn)


def _forget_headers(environ: dict[str, Any]) -> None:
    """They would live as long as the connection, which holds on to the rest of the request."""
    for name in [name for name in environ if name.startswith(("HTTP_", "headers_"))]:
        del environ[name]


def _refuse(refusal: Refusal, start_response: Callable[..., Any]) -> Iterable[bytes]:
    start_response(_STATUS[refusal.error], _refusal_headers(refusal))
    return [msgspec.json.encode(refusal)]


def _refusal_headers(refusal: Refusal) -> list[tuple[str, str]]:
    headers = [*_REFUSAL_HEADERS]
    if refusal.error == "version_unsupported":
        headers.append(("Sec-WebSocket-Version", handshake.VERSION))
    return headers


def _raw_refusal(refusal: Refusal) -> bytes:
    """The same answer as `_refuse`, where no server writes it."""
    body = msgspec.json.encode(refusal)
    headers = [*_refusal_headers(refusal), ("Content-Length", str(len(body)))]
    lines = [f"HTTP/1.1 {_STATUS[refusal.error]}", *(f"{name}: {text}" for name, text in headers), "", ""]
    return "\r\n".join(lines).encode() + body
