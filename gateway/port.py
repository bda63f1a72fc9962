"""The public port: connections are accepted and looked at on the loop, and served by whom their first request concerns.

What begins with an ordinary request goes to the REST process; sockets, probes and metrics are this process's own. So is
everything that the REST process cannot take. Nothing is read from a connection: whoever gets it finds it untouched.
"""

import asyncio
import errno
import socket
from collections import deque
from collections.abc import Callable
from typing import Any

from eventlet.greenio import GreenSocket

from gateway.http.channel import real_socket, socket_of
from gateway.settings import GatewaySettings
from services.plumbing.logs import get_logger
from services.plumbing.loop import Signal

log = get_logger(__name__)

OUT_OF_RESOURCES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.ECONNABORTED})
OWN = (b"GET /ws", b"GET /healthz", b"GET /readyz", b"GET /metrics")
"""What connections begin with that stay here."""
_LOOKED_AT_BYTES = max(map(len, OWN))
_ACCEPTED_IN_A_ROW = 64
_ACCEPT_AGAIN_S = 0.1
_LOOK_AGAIN_S = 0.02

Address = tuple[str, int]


def is_own(begin: bytes) -> bool | None:
    """Whether a connection that begins like this is this process's; None while that cannot be said."""
    if begin.startswith(OWN):
        return True
    return None if any(own.startswith(begin) for own in OWN) else False


class Port:
    """Stands in for the listening socket of `wsgi.server`, which gets this process's own connections."""

    def __init__(self, listening: Any, settings: GatewaySettings, give: Callable[[Any, Address], bool]) -> None:
        """`give` hands a connection to the REST process; False: it cannot take it."""
        self._green = listening
        self._socket = real_socket(listening)
        self._give = give
        self._silent_s = settings.gateway_keepalive_s
        self._waiting_max = settings.gateway_http_connections_max
        self._loop = asyncio.get_event_loop()
        self._looked_at: dict[Any, asyncio.TimerHandle] = {}
        """Connections that have not said enough yet, with what ends them if they never do."""
        self._own: deque[tuple[GreenSocket, Address]] = deque()
        self._signal = Signal()
        self._is_accepting = False

    def start(self) -> None:
        """Accept from now on."""
        self._is_accepting = True
        self._loop.add_reader(self._socket.fileno(), self._accept_some)

    def accept(self) -> tuple[GreenSocket, Address]:
        """The next connection that is this process's own; for a green thread."""
        while not self._own:
            self._signal.wait()
        return self._own.popleft()

    def __getattr__(self, name: str) -> Any:
        """What else a server asks of its listening socket."""
        return getattr(self._green, name)

    def close(self) -> None:
        """Accept no more; who has said nothing yet is cut off."""
        self._pause()
        for sock in list(self._looked_at):
            self._forget(sock)
            sock.close()
        self._green.close()

    # --- accepting ---

    def _accept_some(self) -> None:
        for _ in range(_ACCEPTED_IN_A_ROW):
            if len(self._looked_at) >= self._waiting_max:
                self._pause_for_a_moment()
                return
            try:
                descriptor, address = self._socket._accept()
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno not in OUT_OF_RESOURCES:
                    raise
                log.error("accept_failed", error=str(error))
                self._pause_for_a_moment()
                return
            sock = socket_of(descriptor)
            sock.setblocking(False)
            self._look_at(sock, (str(address[0]), int(address[1])))

    def _pause(self) -> None:
        if self._is_accepting:
            self._is_accepting = False
            self._loop.remove_reader(self._socket.fileno())

    def _pause_for_a_moment(self) -> None:
        self._pause()
        self._loop.call_later(_ACCEPT_AGAIN_S, self._accept_again)

    def _accept_again(self) -> None:
        if self._socket.fileno() >= 0:
            self.start()

    # --- looking ---

    def _look_at(self, sock: Any, address: Address) -> None:
        self._looked_at[sock] = self._loop.call_later(self._silent_s, self._cut_off, sock)
        if not self._look(sock, address):
            self._loop.add_reader(sock.fileno(), self._look, sock, address)

    def _look(self, sock: Any, address: Address) -> bool:
        """See what it begins with; whether it has been dealt with."""
        if sock not in self._looked_at:
            return True
        try:
            begin = sock.recv(_LOOKED_AT_BYTES, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            begin = b""
        own = is_own(begin) if begin else False
        if own is None:  # it stays readable, so the loop would call without an end
            self._loop.remove_reader(sock.fileno())
            self._loop.call_later(_LOOK_AGAIN_S, self._look_again, sock, address)
            return True
        self._forget(sock)
        if begin:
            self._hand_on(sock, address, own)
        else:
            sock.close()
        return True

    def _look_again(self, sock: Any, address: Address) -> None:
        if sock in self._looked_at and not self._look(sock, address):
            self._loop.add_reader(sock.fileno(), self._look, sock, address)

    def _hand_on(self, sock: Any, address: Address, own: bool) -> None:
        if not own and self._give(sock, address):
            sock.close()  # the other process has its own descriptor of it
        else:
            self._own.append((GreenSocket(sock), address))
            self._signal.set()

    def _cut_off(self, sock: Any) -> None:
        self._forget(sock)
        sock.close()

    def _forget(self, sock: Any) -> None:
        self._looked_at.pop(sock).cancel()
        self._loop.remove_reader(sock.fileno())
