"""REST's connections in green threads: in the REST process, and in the single process of `kafeneio up`."""

import os
import socket
import time
from collections.abc import Callable, Iterable
from typing import Any

import eventlet
import msgspec
from eventlet import wsgi
from eventlet.greenio import GreenSocket, shutdown_safe

from gateway.http.app import make_app
from gateway.http.rest import TABLE_STREAM
from gateway.http.routes.streams import EventStreams
from gateway.http.transport.channel import Handed, Received
from gateway.public_events.event_log import EventLog
from gateway.rates.shared_rates import SharedRates
from gateway.rpc import Cached, Rpc
from gateway.settings import GatewaySettings
from gateway.ws.connection import handshake
from services.contracts.lobby import open_tables as lobby
from services.platform.process.health import Health

_ADDRESS_BYTES_MAX = 65_536
"""Of a request's first line. How long a query may be is said by its contract, with a documented code."""
_KEPT = ("REQUEST_METHOD", "PATH_INFO", "REMOTE_ADDR")


class GreenServer:
    """Serves connections that were accepted elsewhere, each in a green thread of its own, as `wsgi.server` would."""

    def __init__(
        self,
        settings: GatewaySettings,
        rpc: Rpc,
        health: Health,
        give_back: Callable[[Handed, int], bool],
        rates: SharedRates | None = None,
        events: EventLog | None = None,
    ) -> None:
        """`give_back` gets the request and the descriptor of a connection that asks to become a socket after other
        requests; the descriptor stays ours. False: it cannot be taken. `rates`, `events`: as `make_app` has them."""
        tables = Cached(rpc, lobby.ListTables(), settings.gateway_lists_age_s)
        self._streams = EventStreams(rpc, settings, events)
        self._rest = make_app(settings, rpc, tables, health, rates, self._streams)
        self._give_back = give_back
        self._keepalive_s = settings.gateway_keepalive_s
        self._pool = eventlet.GreenPool(settings.gateway_http_connections_max)
        self._connections: list[list[Any]] = []
        """The open connections, each as `wsgi.Server` describes it: address, socket, state."""
        self._server = wsgi.Server(
            None,
            ("", 0),
            self._app,
            keepalive=self._keepalive_s,
            socket_timeout=self._keepalive_s,
            log_output=False,
            debug=False,
            url_length_limit=_ADDRESS_BYTES_MAX,
        )

    @property
    def is_full(self) -> bool:
        """Whether a further connection would have to wait."""
        return self._pool.free() <= 0

    def serve(self, descriptor: int, address: tuple[str, int]) -> None:
        """Serve the connection with this descriptor, which is owned here from now on; waits while there are too
        many."""
        sock = GreenSocket(fileno=descriptor)
        sock.settimeout(self._keepalive_s)
        self._pool.spawn_n(self._serve_one, [address, sock, wsgi.STATE_IDLE])

    def stop(self, deadline_s: float) -> None:
        """Let requests finish, until `time.monotonic()` has reached it; streams end."""
        self._streams.end()
        for connection in self._connections:
            if connection[2] == wsgi.STATE_IDLE:
                shutdown_safe(connection[1])
        while self._pool.running() and time.monotonic() < deadline_s:
            eventlet.sleep(0.02)

    def _serve_one(self, connection: list[Any]) -> None:
        """All requests of a connection."""
        self._connections.append(connection)
        try:
            self._server.process_request(connection)
        finally:
            self._connections.remove(connection)
            shutdown_safe(connection[1])
            connection[1].close()

    def _app(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ.get("PATH_INFO") == handshake.PATH:
            return self._return(Handed(environ=_kept(environ)), environ, start_response)
        headers: list[tuple[str, str]] = []

        def note(status: str, found: list[tuple[str, str]], *more: Any) -> Any:
            headers[:] = found
            return start_response(status, found, *more)

        environ["eventlet.minimum_write_chunk_size"] = 1  # a line leaves when it is there
        answer = self._rest(environ, note)
        stream = environ.get(TABLE_STREAM)
        if stream is None:
            return answer
        what = Handed(environ=_kept(environ), stream=msgspec.structs.replace(stream, headers=headers))
        return self._return(what, environ, start_response)

    def _return(self, what: Handed, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Return a connection that asks to become a socket after other requests, or to be sent frames of a table."""
        green = environ["eventlet.input"].get_socket()
        if not self._give_back(what, green.fileno()):
            start_response("503 Service Unavailable", [("Connection", "close")])
            return [b""]
        # The server shuts this descriptor down on return, and with it the connection; so the gateway gets a copy.
        placeholder, other = socket.socketpair()
        os.dup2(placeholder.fileno(), green.fileno())
        placeholder.close()
        other.close()
        wsgi.WSGI_LOCAL.already_handled = True
        return []


def _kept(environ: dict[str, Any]) -> dict[str, str]:
    """What the gateway needs of a request that has been read."""
    return {name: text for name, text in environ.items() if name in _KEPT or name.startswith("HTTP_")}


class InProcess:
    """Serves the port's ordinary requests; the interface is `gateway.server.Http`."""

    pid = None

    def __init__(self, settings: GatewaySettings, rpc: Rpc, health: Health, events: EventLog) -> None:
        """`rpc` is started and stopped by whoever made it; `events`: the log of public events."""
        self._server = GreenServer(settings, rpc, health, self._return, events=events)
        self.on_returned: Callable[[Received], None] = _ignore

    def start(self) -> None:
        """Nothing to do."""

    def give(self, sock: Any, address: tuple[str, int]) -> bool:
        """Take a connection over; False: there are too many."""
        if self._server.is_full:
            return False
        self._server.serve(sock.detach(), address)
        return True

    async def stop(self, deadline_s: float) -> None:
        """Let requests finish, until `time.monotonic()` has reached it; in the background, for green threads wait."""
        eventlet.spawn_n(self._server.stop, deadline_s)

    def _return(self, what: Handed, descriptor: int) -> bool:
        self.on_returned(Received(what, os.dup(descriptor)))
        return True


def _ignore(received: Received) -> None:
    os.close(received.descriptor)
