"""The gateway: one port for sockets, REST and the web client. Everything here runs on one asyncio loop and never waits.

REST has a process of its own (`http/transport/child.py`), except in `kafeneio up`, where it has green threads on the
same loop (`http/transport/green_server.py`).
"""

import asyncio
import resource
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from gateway.background import in_background
from gateway.http.transport.channel import Received, socket_of
from gateway.port.public_port import METRICS, PROBES, SOCKETS, Address, Port, listen
from gateway.port.stream import send_last
from gateway.settings import GatewaySettings
from gateway.ws.connection.handshake import PATH
from gateway.ws.socket_server import SocketServer
from services.platform.process.health import Health
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings

log = get_logger(__name__)

_SPARE_DESCRIPTORS = 100
_METRICS = "/metrics"
_HEADERS = (("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"), ("Connection", "close"))
_UNAVAILABLE = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Probes:
    """/healthz, /readyz and /metrics on the public port, where REST has a process of its own: answers one request of a
    connection and closes it."""

    def __init__(self, health: Health, settings: GatewaySettings) -> None:
        """`health`: makes the answers."""
        self._health = health
        self._close_s = settings.gateway_close_timeout_s

    def take(self, sock: Any, environ: dict[str, str]) -> None:
        """Respond to the request of this socket, which is owned here from now on."""
        if environ["PATH_INFO"] == _METRICS:
            # Writing the metrics takes milliseconds, for which sockets must not wait.
            in_background(partial(self._answer, environ)).add_done_callback(partial(self._say_result, sock))
        else:
            self._say(sock, self._answer(environ))

    def _say_result(self, sock: Any, done: "asyncio.Future[bytes]") -> None:
        error = done.exception()
        if error is not None:
            log.error("metrics_failed", error=f"{type(error).__name__}: {error}")
        self._say(sock, _UNAVAILABLE if error is not None else done.result())

    def _say(self, sock: Any, answer: bytes) -> None:
        send_last(sock, answer, self._close_s)

    def _answer(self, environ: dict[str, str]) -> bytes:
        head: list[str] = []
        body = b"".join(self._health.app(environ, partial(_write_head, head)))
        head += [f"Content-Length: {len(body)}", "", ""]
        return "\r\n".join(head).encode() + body


def _write_head(head: list[str], status: str, headers: list[tuple[str, str]]) -> None:
    head.append(f"HTTP/1.1 {status}")
    head.extend(f"{name}: {text}" for name, text in (*headers, *_HEADERS))


class Http(Protocol):
    """The part that serves ordinary requests."""

    on_returned: Callable[[Received], None]
    """Called with connections that ask to become sockets after other requests, or are to be sent frames of a table."""

    @property
    def pid(self) -> int | None:
        """The id of its process, if it has one and that runs."""
        ...

    def start(self) -> None:
        """Start."""
        ...

    def give(self, sock: Any, address: Address) -> bool:
        """Take a connection over; False: not now."""
        ...

    async def stop(self, deadline_s: float) -> None:
        """Let requests finish, until `time.monotonic()` has reached it."""
        ...


class Gateway:
    """Sockets, and the port that REST and the web client share with them. For the loop of this thread."""

    def __init__(
        self, common: CommonSettings, settings: GatewaySettings, health: Health, http: Http, *, answers_probes: bool
    ) -> None:
        """`health`: the process's, so that /readyz says the same on every port; the gateway adds its own check.
        `answers_probes`: /healthz, /readyz and /metrics are answered here and not by `http`."""
        self._common = common
        self._settings = settings
        self.health = health
        self.health.add("gateway", self.is_ready)
        self.http = http
        http.on_returned = self._adopt
        self._own = SOCKETS + (PROBES if answers_probes else ())
        if answers_probes and settings.gateway_metrics_on_port:
            self._own += METRICS
        self._probes = Probes(health, settings)
        self._socket_server = SocketServer(common, settings)
        self._port: Port | None = None

    @property
    def port(self) -> int:
        """The port it listens on, once started."""
        assert self._port is not None, "not started"
        return self._port.number

    def start(self) -> None:
        """Listen, connect, serve; returns at once. It is ready when the broker has been reached."""
        settings = self._settings
        _check_descriptors(settings)
        listening = listen(settings.gateway_host, settings.gateway_port)
        self.http.start()
        self._socket_server.start()
        self._port = Port(listening, settings, self._own, self._take, self.http.give)
        self._port.start()
        log.info("gateway_listening", host=settings.gateway_host, port=self.port, queue=self._socket_server.queue)

    async def stop(self) -> None:
        """Drain: accept no connection, close the open ones, let requests finish; within the drain time."""
        deadline_s = time.monotonic() + self._common.drain_ms / 1000
        self.health.draining = True
        await self._socket_server.stop(deadline_s)
        if self._port is not None:
            self._port.close()
        await self.http.stop(deadline_s)

    def is_ready(self) -> bool:
        """Whether clients can be served now."""
        return self._port is not None and not self._socket_server.endpoint.draining and self._socket_server.link.is_up

    def _take(self, sock: Any, environ: dict[str, str], early: bytes) -> None:
        if environ["PATH_INFO"] == PATH:
            self._socket_server.endpoint.take(sock, environ, early)
        else:
            self._probes.take(sock, environ)

    def _adopt(self, received: Received) -> None:
        """Take over a connection that REST has returned: it asks to become a socket, or for the stream of a table.
        Called on the loop."""
        sock = socket_of(received.descriptor)
        sock.setblocking(False)
        server, what = self._socket_server, received.what
        if what.stream is None:
            server.endpoint.take(sock, what.environ)
        else:
            server.table_streams.take(sock, what.environ, what.stream, draining=server.endpoint.draining)


def _check_descriptors(settings: GatewaySettings) -> None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = settings.gateway_connections_max + settings.gateway_http_connections_max + _SPARE_DESCRIPTORS
    if soft != resource.RLIM_INFINITY and soft < needed:
        log.warning("too_few_descriptors", allowed=soft, needed=needed)
