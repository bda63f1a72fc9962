"""The gateway: one port for sockets, REST and the web client. Everything here runs on one asyncio loop and never waits.

REST has a process of its own (`http/transport/child.py`), except in `kafeneio up`, where it has green threads on the
same loop (`http/transport/green_server.py`).
"""

import resource
import time
from collections.abc import Callable
from typing import Any, Protocol

from gateway.http.transport.channel import Received, socket_of
from gateway.port.probes import Probes
from gateway.port.public_port import METRICS, PROBES, SOCKETS, Address, Port, listen
from gateway.settings import GatewaySettings
from gateway.ws.connection.handshake import PATH
from gateway.ws.socket_server import SocketServer
from services.platform.process.health import Health
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings

log = get_logger(__name__)

_SPARE_DESCRIPTORS = 100


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
