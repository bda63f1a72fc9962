"""The gateway process: one port for REST, web client and sockets, under eventlet (patched by services/main.py).

REST has a process of its own beside it (`http/worker_process.py`), except in `kafeneio up`, where everything is in one.
"""

import errno
import resource
import socket
import time
from collections.abc import Callable, Iterable
from typing import Any

import eventlet
from eventlet import wsgi
from eventlet.greenio import GreenSocket

from gateway.http.app import make_app
from gateway.http.channel import Received, socket_of
from gateway.http.worker_process import WorkerProcess
from gateway.port import Port
from gateway.rpc import Cached, Rpc
from gateway.settings import GatewaySettings
from gateway.ws.handshake import PATH
from gateway.ws.socket_server import SocketServer
from services.contracts import lobby
from services.plumbing.health import Health
from services.plumbing.logs import get_logger
from services.plumbing.settings import CommonSettings

log = get_logger(__name__)

_BACKLOG = 1_024
_OUT_OF_RESOURCES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.ECONNABORTED})
_SPARE_DESCRIPTORS = 100


class Gateway:
    """Sockets, REST and the web client. `rpc` is started and stopped by whoever made it."""

    def __init__(
        self,
        common: CommonSettings,
        settings: GatewaySettings,
        rpc: Rpc,
        health: Health | None = None,
        *,
        http_process: bool = False,
    ) -> None:
        """`health`: the process's, so that /readyz says the same on every port; the gateway adds its own checks.
        `http_process`: whether REST gets a process of its own; with a broker that other processes reach."""
        self._common = common
        self._settings = settings
        self.health = health or Health()
        self.health.add("gateway", self.is_ready)
        tables = Cached(rpc, lobby.ListTables(), settings.gateway_lists_age_s)
        self._socket_server = SocketServer(common, settings, rpc, tables)
        self._rest = make_app(settings, rpc, tables, self.health)
        self._listener: _Listener | Port | None = None
        self.http = WorkerProcess(self._adopt) if http_process else None
        if self.http is not None:
            self.health.metrics = self.http.metrics
        self._server: Any = None
        self._pool = _Pool(settings.gateway_connections_max + settings.gateway_http_connections_max)

    @property
    def port(self) -> int:
        """The port it listens on, once started."""
        assert self._listener is not None, "not started"
        return int(self._listener.getsockname()[1])

    def start(self) -> None:
        """Listen, connect, serve; returns at once. It is ready when the broker has been reached."""
        _check_descriptors(self._settings)
        listening = _listen(self._settings)
        if self.http is None:
            self._listener = _Listener(listening)
        else:
            self.http.start()
            self._listener = Port(listening, self._settings, self.http.give)
            self._listener.start()
        self._socket_server.start()
        self._server = eventlet.spawn(self._serve, self._listener)
        log.info("gateway_listening", host=self._settings.gateway_host, port=self.port, queue=self._socket_server.queue)

    def stop(self) -> None:
        """Drain: take nobody in, send everybody away, let requests finish, leave; within the drain time."""
        deadline_s = time.monotonic() + self._common.drain_ms / 1000
        self.health.draining = True
        self._socket_server.stop(deadline_s)
        if self._server is not None:
            self._server.kill()
        if self.http is not None:
            self.http.stop(deadline_s)
        with eventlet.Timeout(max(deadline_s - time.monotonic(), 0.1), False):
            self._pool.waitall_really()

    def is_ready(self) -> bool:
        """Whether clients can be served now."""
        return self._server is not None and not self._socket_server.endpoint.draining and self._socket_server.link.is_up

    def app(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """The WSGI application of the port."""
        if environ.get("PATH_INFO") == PATH:
            return self._socket_server.endpoint(environ, start_response)
        return self._rest(environ, start_response)

    def _adopt(self, received: Received) -> None:
        """A connection that the REST process has given back, because it asks to become a socket. On the loop."""
        environ: dict[str, Any] = dict(received.what.environ)
        eventlet.spawn_n(self._socket_server.endpoint.adopt, environ, GreenSocket(socket_of(received.descriptor)))

    def _serve(self, listener: "_Listener | Port") -> None:
        settings = self._settings
        wsgi.server(
            listener,
            self.app,
            custom_pool=self._pool,
            keepalive=settings.gateway_keepalive_s,
            socket_timeout=settings.gateway_keepalive_s,
            log_output=False,
            debug=False,
        )


class _Pool(eventlet.GreenPool):
    """A pool that wsgi.server does not wait for when it stops: sockets end by themselves."""

    def waitall(self) -> None:
        """Return at once."""

    def waitall_really(self) -> None:
        """Wait until nothing is served any more."""
        super().waitall()


class _Listener:
    """A listening socket that outlives a lack of descriptors: wsgi.server would stop accepting for good."""

    def __init__(self, sock: Any) -> None:
        self._socket = sock

    def accept(self) -> Any:
        """The next connection."""
        while True:
            try:
                return self._socket.accept()
            except OSError as error:
                if error.errno not in _OUT_OF_RESOURCES:
                    raise
                log.error("accept_failed", error=str(error))
                eventlet.sleep(0.1)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)


def _listen(settings: GatewaySettings) -> Any:
    host = settings.gateway_host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return eventlet.listen((host, settings.gateway_port), family=family, backlog=_BACKLOG)


def _check_descriptors(settings: GatewaySettings) -> None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = settings.gateway_connections_max + settings.gateway_http_connections_max + _SPARE_DESCRIPTORS
    if soft != resource.RLIM_INFINITY and soft < needed:
        log.warning("too_few_descriptors", allowed=soft, needed=needed)
