"""The public port: connections are accepted on the loop, which looks at their first request and passes them to the part
that serves it.

What begins with an ordinary request goes to REST, untouched: nothing has been read from it. Sockets are this process's
own, and so are probes and metrics where REST has a process of its own.
"""

import _socket
import asyncio
import errno
import socket
import time
from collections import deque
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from gateway.port.stream import send_last
from gateway.settings import GatewaySettings
from services.platform.process.logs import get_logger

log = get_logger(__name__)

OUT_OF_RESOURCES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.ECONNABORTED})
SOCKETS = (b"GET /ws ", b"GET /ws?")
PROBES = (b"GET /healthz ", b"GET /healthz?", b"GET /readyz ", b"GET /readyz?")
METRICS = (b"GET /metrics ", b"GET /metrics?")
_BACKLOG = 1_024
_LOOKED_AT_BYTES = 32
_ACCEPTED_IN_A_ROW = 64
_ACCEPT_AGAIN_S = 0.1
_LOOK_AGAIN_S = 0.02
_GIVE_AGAIN_S = 0.05
_CLOSE_S = 2.0
_UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

Address = tuple[str, int]
OnRequest = Callable[[Any, dict[str, str], bytes], None]
"""Called with a socket, its first request as WSGI names the parts, and the bytes after the request's head."""
HEAD_END = b"\r\n\r\n"
HEAD_BYTES_MAX = 16_384


def is_own(begin: bytes, own: tuple[bytes, ...]) -> bool | None:
    """Whether a connection that begins with these bytes is served by this process; None while that is not known."""
    if begin.startswith(own):
        return True
    return None if any(each.startswith(begin) for each in own) else False


def listen(host: str, port: int) -> Any:
    """A socket of the operating system that listens, whatever this process's sockets are."""
    sock = _socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.setblocking(False)
    sock.bind((host, port))
    sock.listen(_BACKLOG)
    return sock


class Port:
    """Accepts connections. Until they are passed on, they are at most `gateway_http_connections_max`."""

    def __init__(
        self,
        listening: Any,
        settings: GatewaySettings,
        own: tuple[bytes, ...],
        on_own: OnRequest,
        give: Callable[[Any, Address], bool],
    ) -> None:
        """`own`: the first bytes of connections for `on_own`. `give` takes any other one over; False: not now."""
        self._socket = listening
        self._own = own
        self._on_own = on_own
        self._give = give
        self._silent_s = settings.gateway_keepalive_s
        self._waiting_max = settings.gateway_http_connections_max
        self._loop = asyncio.get_event_loop()
        self._looked_at: dict[Any, asyncio.TimerHandle] = {}
        """Connections that have not sent enough yet, with the timers that end them."""
        self._heads: dict[Any, bytes] = {}
        """The received parts of the heads that are being read."""
        self._refused: deque[tuple[Any, Address, float]] = deque()
        """Connections that REST does not take now, and when waiting for it ends."""
        self._is_accepting = False

    @property
    def number(self) -> int:
        """The port's number."""
        return int(self._socket.getsockname()[1])

    def start(self) -> None:
        """Start accepting."""
        self._is_accepting = True
        self._loop.add_reader(self._socket.fileno(), self._accept_some)

    def close(self) -> None:
        """Stop accepting; connections that have sent nothing yet are closed."""
        self._pause()
        for sock in list(self._looked_at):
            self._cut_off(sock)
        while self._refused:
            self._refused.popleft()[0].close()
        self._socket.close()

    # --- accepting ---

    def _accept_some(self) -> None:
        for _ in range(_ACCEPTED_IN_A_ROW):
            if len(self._looked_at) + len(self._refused) >= self._waiting_max:
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
            sock = _socket.socket(fileno=descriptor)
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

    # --- looking at the first bytes ---

    def _look_at(self, sock: Any, address: Address) -> None:
        self._looked_at[sock] = self._loop.call_later(self._silent_s, self._cut_off, sock)
        if not self._look(sock, address):
            self._loop.add_reader(sock.fileno(), self._look, sock, address)

    def _look(self, sock: Any, address: Address) -> bool:
        """Look at the first bytes of a connection; returns whether it has been dealt with."""
        if sock not in self._looked_at:
            return True
        try:
            begin = sock.recv(_LOOKED_AT_BYTES, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            begin = b""
        own = is_own(begin, self._own) if begin else False
        self._loop.remove_reader(sock.fileno())
        if own is None:  # it stays readable, so the loop would call again and again
            self._loop.call_later(_LOOK_AGAIN_S, self._look_again, sock, address)
        elif own:
            self._heads[sock] = b""
            if not self._read(sock, address):
                self._loop.add_reader(sock.fileno(), self._read, sock, address)
        elif begin:
            self._forget(sock)
            self._hand_on(sock, address)
        else:
            self._cut_off(sock)
        return True

    def _look_again(self, sock: Any, address: Address) -> None:
        if sock in self._looked_at and not self._look(sock, address):
            self._loop.add_reader(sock.fileno(), self._look, sock, address)

    # --- reading the head of a request of our own ---

    def _read(self, sock: Any, address: Address) -> bool:
        """Continue reading; returns whether the head has been dealt with."""
        try:
            data = sock.recv(HEAD_BYTES_MAX)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            self._cut_off(sock)
            return True
        data = self._heads[sock] = self._heads[sock] + data
        head, end, rest = data.partition(HEAD_END)
        if not end:
            if len(data) > HEAD_BYTES_MAX:
                self._cut_off(sock)
            return len(data) > HEAD_BYTES_MAX
        environ = read_head(head, address[0])
        self._forget(sock)
        if environ is None:
            send_last(sock, _UNREADABLE, _CLOSE_S)
        else:
            self._on_own(sock, environ, rest)
        return True

    # --- passing on ---

    def _hand_on(self, sock: Any, address: Address) -> None:
        if self._refused or not self._give(sock, address):
            if not self._refused:
                self._loop.call_later(_GIVE_AGAIN_S, self._give_again)
            self._refused.append((sock, address, time.monotonic() + self._silent_s))

    def _give_again(self) -> None:
        """Try again to pass on connections that REST could not take, in order, until their time is over."""
        while self._refused:
            sock, address, until_s = self._refused[0]
            if not self._give(sock, address):
                if time.monotonic() < until_s:
                    self._loop.call_later(_GIVE_AGAIN_S, self._give_again)
                    return
                sock.close()
            self._refused.popleft()

    def _cut_off(self, sock: Any) -> None:
        self._forget(sock)
        sock.close()

    def _forget(self, sock: Any) -> None:
        self._looked_at.pop(sock).cancel()
        self._heads.pop(sock, None)
        self._loop.remove_reader(sock.fileno())


def read_head(head: bytes, address: str) -> dict[str, str] | None:
    """The request as WSGI names its parts; None where it cannot be read. `head`: up to the empty line."""
    first, *lines = head.decode("latin-1").split("\r\n")
    parts = first.split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        return None
    path, _, query = parts[1].partition("?")
    found = {"REQUEST_METHOD": parts[0], "PATH_INFO": unquote(path), "QUERY_STRING": query, "REMOTE_ADDR": address}
    for line in lines:
        name, colon, text = line.partition(":")
        if not colon or not name or name != name.strip():
            return None
        key = "HTTP_" + name.upper().replace("-", "_")
        found[key] = f"{found[key]},{text.strip()}" if key in found else text.strip()
    return found
