"""REST in the same process as the sockets, in `kafeneio up`: green threads on the loop that the sockets use."""

import os
from collections.abc import Callable
from typing import Any

import eventlet

from gateway.http.transport.channel import Handed, Received
from gateway.http.transport.green_server import GreenServer
from gateway.rpc import Rpc
from gateway.settings import GatewaySettings
from services.platform.process.health import Health


class InProcess:
    """Serves the port's ordinary requests; the interface is `gateway.server.Http`."""

    pid = None

    def __init__(self, settings: GatewaySettings, rpc: Rpc, health: Health) -> None:
        """`rpc` is started and stopped by whoever made it."""
        self._server = GreenServer(settings, rpc, health, self._return)
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
