"""The REST process itself (`kafeneio run http`, started by the gateway): serves the connections that it is handed."""

import os
import socket
import time
from collections.abc import Callable, Iterable
from typing import Any

import eventlet
from eventlet import wsgi
from eventlet.greenio import GreenSocket, shutdown_safe
from eventlet.hubs import trampoline
from prometheus_client import REGISTRY, generate_latest

from gateway.http.app import make_app
from gateway.http.channel import Channel, Ended, Handed, socket_of
from gateway.http.worker_process import DESCRIPTOR_VARIABLE
from gateway.rpc import Cached, Rpc
from gateway.settings import GatewaySettings
from gateway.ws import handshake
from services.contracts import lobby
from services.plumbing.health import Health
from services.plumbing.settings import CommonSettings

_KEPT = ("REQUEST_METHOD", "PATH_INFO", "REMOTE_ADDR")


class HttpWorker:
    """Serves until the gateway closes the channel."""

    def __init__(
        self,
        common: CommonSettings,
        settings: GatewaySettings,
        rpc: Rpc,
        health: Health,
        on_end: Callable[[], None],
    ) -> None:
        """`on_end` is called when there will be no more connections: the gateway stops, or is gone."""
        descriptor = int(os.environ[DESCRIPTOR_VARIABLE])
        self._channel = Channel(socket_of(descriptor))
        self._common = common
        self._settings = settings
        self._on_end = on_end
        self._rest = make_app(settings, rpc, Cached(rpc, lobby.ListTables(), settings.gateway_lists_age_s), health)
        self._pool = eventlet.GreenPool(settings.gateway_http_connections_max)
        self._connections: list[list[Any]] = []
        """Those that are open, each as `wsgi.Server` describes it: address, socket, state."""

    def start(self) -> None:
        """Serve from now on; returns at once."""
        eventlet.spawn(self._serve)

    def stop(self) -> None:
        """Let requests finish, within the drain time."""
        for connection in self._connections:
            if connection[2] == wsgi.STATE_IDLE:
                shutdown_safe(connection[1])
        deadline_s = time.monotonic() + self._common.drain_ms / 1000
        while self._pool.running() and time.monotonic() < deadline_s:
            eventlet.sleep(0.02)

    def _serve(self) -> None:
        """Each connection in a green thread of its own, as `wsgi.server` would."""
        server = wsgi.Server(
            None,
            ("", 0),
            self._app,
            keepalive=self._settings.gateway_keepalive_s,
            socket_timeout=self._settings.gateway_keepalive_s,
            log_output=False,
            debug=False,
        )
        try:
            while True:
                sock, address = self._accept()
                sock.settimeout(self._settings.gateway_keepalive_s)
                self._pool.spawn_n(self._serve_one, server, [address, sock, wsgi.STATE_IDLE])
        except Ended:
            self._on_end()

    def _serve_one(self, server: wsgi.Server, connection: list[Any]) -> None:
        """All requests of a connection."""
        self._connections.append(connection)
        try:
            server.process_request(connection)
        finally:
            self._connections.remove(connection)
            shutdown_safe(connection[1])
            connection[1].close()

    def _accept(self) -> tuple[GreenSocket, tuple[str, int]]:
        while True:
            received = self._channel.receive()
            if received is None:
                trampoline(self._channel.fileno(), read=True)
            elif received.what.is_scrape:
                eventlet.spawn_n(_write_metrics, GreenSocket(socket_of(received.descriptor)))
            else:
                return GreenSocket(socket_of(received.descriptor)), received.what.address

    def _app(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ.get("PATH_INFO") == handshake.PATH:
            return self._give_back(environ, start_response)
        return self._rest(environ, start_response)

    def _give_back(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """A connection that asks to become a socket after other requests: that is the gateway's."""
        green = environ["eventlet.input"].get_socket()
        fields = {name: text for name, text in environ.items() if name in _KEPT or name.startswith(("HTTP_",))}
        if not self._channel.send(Handed(environ=fields), green.fileno()):
            start_response("503 Service Unavailable", [("Connection", "close")])
            return [b""]
        # The server shuts our descriptor down when we return, and with it the connection; so it gets another one.
        placeholder, other = socket.socketpair()
        os.dup2(placeholder.fileno(), green.fileno())
        placeholder.close()
        other.close()
        wsgi.WSGI_LOCAL.already_handled = True
        return []


def _write_metrics(sock: GreenSocket) -> None:
    try:
        sock.sendall(generate_latest(REGISTRY))
    except OSError:
        return  # the gateway has not waited so long
    finally:
        sock.close()
