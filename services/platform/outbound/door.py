"""Sends to servers whose addresses come from outside, by HTTPS: to services of browsers' makers, to webhooks. Anybody
may name any address: a connection is made to one of the public network alone, no redirection is followed, and an answer
may be neither long nor slow (services/lobby/RULES.md §24, services/moderation/RULES.md §16)."""

import contextlib
import http.client
import os
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from services.kernel.public_addresses import may_connect_to
from services.platform.process.tasks import run_in_thread

ANSWER_BYTES_MAX = 4_096
_RESOLVED_S = 60.0
_RESOLVED_MAX = 1_000
_IDLE_S = 20.0
_IDLE_MAX = 4
"""Connections to one server that are kept open while nothing is sent."""
_RESOLVERS = 2

Resolve = Callable[[str, int], list[str]]


class Reply(NamedTuple):
    """A server's answer. `retry_after_s`: 0 without one."""

    status: int
    retry_after_s: int


class Unreachable(OSError):
    """The server's name has no address to which a connection may be made."""


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name, in the order of the system; on a thread of its own, for it blocks."""
    found = run_in_thread(socket.getaddrinfo, host, port, 0, socket.SOCK_STREAM)
    return list(dict.fromkeys(each[4][0] for each in found))


class Door:
    """Sends one request a time over each connection; used by many threads."""

    def __init__(
        self,
        own_hosts: frozenset[str] = frozenset(),
        timeout_s: float = 10.0,
        resolve: Resolve = resolve,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """`own_hosts`: names of the operator's own, which may be anywhere."""
        self._own_hosts = own_hosts
        self._timeout_s = timeout_s
        self._resolve = resolve
        self._tls = tls or ssl.create_default_context()
        self._resolvers = threading.Semaphore(_RESOLVERS)
        self._resolved: dict[tuple[str, int], tuple[float, list[str]]] = {}
        self._idle: dict[tuple[str, int], list[tuple[float, _Connection]]] = {}
        self._busy: dict[_Connection, float] = {}
        self._lock = threading.Lock()

    def post(self, endpoint: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Send a body.

        Raises:
            TimeoutError: it was silent or slow for too long.
            OSError, http.client.HTTPException: there is no answer, or none that can be read.
        """
        parts = urlsplit(endpoint)
        is_plain = parts.scheme == "http"
        place = (parts.hostname or "", parts.port or (80 if is_plain else 443))
        if is_plain and place[0] not in self._own_hosts:
            raise Unreachable("without TLS only to the operator's own")
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        kept = None if is_plain else self._take(place)
        if kept is not None:
            try:
                return self._send(place, kept, path, headers, body)
            except (http.client.RemoteDisconnected, ConnectionError, ssl.SSLEOFError):
                pass  # it was closed while it was idle
        return self._send(place, self._new(place, is_plain), path, headers, body)

    def abort_overdue(self, now_s: float) -> int:
        """Cut connections that take too long, however busy they look; returns how many."""
        with self._lock:
            overdue = [each for each, until_s in self._busy.items() if until_s < now_s]
        for connection in overdue:
            connection.cut()
        return len(overdue)

    def close(self) -> None:
        """Close the connections that are idle."""
        with self._lock:
            kept = [each for many in self._idle.values() for _, each in many]
            self._idle.clear()
        for connection in kept:
            connection.close()

    def _send(
        self, place: tuple[str, int], connection: "_Connection", path: str, headers: Mapping[str, str], body: bytes
    ) -> Reply:
        with self._lock:
            self._busy[connection] = time.monotonic() + self._timeout_s
        is_whole = False
        try:
            connection.request("POST", path, body=body, headers=dict(headers))
            answer = connection.getresponse()
            answer.read(ANSWER_BYTES_MAX)
            if connection.is_cut:
                raise OSError("the answer was cut")
            is_whole = answer.isclosed() and not answer.will_close
            return Reply(answer.status, _seconds(answer.getheader("Retry-After")))
        except (OSError, http.client.HTTPException) as error:
            if connection.is_cut:  # however it looks to who reads; and it is not sent a second time
                raise TimeoutError("no answer in time") from error
            raise
        finally:
            with self._lock:
                self._busy.pop(connection, None)
            if is_whole and connection.is_secure:
                self._keep(place, connection)
            else:
                connection.close()

    def _take(self, place: tuple[str, int]) -> "_Connection | None":
        stale = []
        found = None
        with self._lock:
            kept = self._idle.get(place, [])
            while kept and found is None:
                since_s, connection = kept.pop()
                if time.monotonic() - since_s < _IDLE_S:
                    found = connection
                else:
                    stale.append(connection)
        for connection in stale:
            connection.close()
        return found

    def _keep(self, place: tuple[str, int], connection: "_Connection") -> None:
        with self._lock:
            kept = self._idle.setdefault(place, [])
            if len(kept) < _IDLE_MAX and len(self._idle) <= _RESOLVED_MAX:
                kept.append((time.monotonic(), connection))
                return
        connection.close()

    def _new(self, place: tuple[str, int], is_plain: bool) -> "_Connection":
        return _Connection(place, self._addresses(place), self._timeout_s, None if is_plain else self._tls)

    def _addresses(self, place: tuple[str, int]) -> list[str]:
        """The addresses of a server. If one of several is not to be connected to, none is."""
        now_s = time.monotonic()
        found = self._resolved.get(place)
        if found is not None and now_s - found[0] < _RESOLVED_S:
            return found[1]
        if not self._resolvers.acquire(timeout=self._timeout_s):
            raise Unreachable("names are resolved too slowly")
        try:
            addresses = self._resolve(*place)
        finally:
            self._resolvers.release()
        is_own = place[0] in self._own_hosts
        if not addresses or not (is_own or all(map(may_connect_to, addresses))):
            raise Unreachable("no address of the public network")
        if len(self._resolved) >= _RESOLVED_MAX:
            self._resolved.clear()
        self._resolved[place] = (now_s, addresses)
        return addresses


class _Connection(http.client.HTTPSConnection):
    """A connection to one of the addresses that were checked, with the certificate of the name. `tls`: None for a
    server of the operator's own that has none."""

    def __init__(
        self, place: tuple[str, int], addresses: list[str], timeout_s: float, tls: ssl.SSLContext | None
    ) -> None:
        host, port = place
        super().__init__(host, port, timeout=timeout_s, context=tls)
        self._addresses = addresses
        self._own_tls = tls
        self.is_cut = False

    def connect(self) -> None:
        """Connect to the first that can be reached: the system may name one of a kind that has no way out from here.
        The name is not looked up again, for it could lead elsewhere by now."""
        raw = self._reach()
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._own_tls is None:
            self.sock = raw
            return
        try:
            self.sock = self._own_tls.wrap_socket(raw, server_hostname=self.host)
        except BaseException:
            raw.close()
            raise

    def _reach(self) -> socket.socket:
        for address in self._addresses[:-1]:
            with contextlib.suppress(OSError):
                return socket.create_connection((address, self.port), self.timeout)
        return socket.create_connection((self._addresses[-1], self.port), self.timeout)

    @property
    def is_secure(self) -> bool:
        """Whether it has TLS; only such connections are used again."""
        return self._own_tls is not None

    def cut(self) -> None:
        """End the connection under whoever reads from it."""
        self.is_cut = True
        sock = self.sock
        if sock is None:
            return
        try:
            with socket.socket(fileno=os.dup(sock.fileno())) as same:
                same.shutdown(socket.SHUT_RDWR)
        except OSError:
            return  # it has ended by itself


def _seconds(header: str | None) -> int:
    """`Retry-After` in seconds; a date, which few services send, counts as none."""
    return int(header) if header is not None and header.isascii() and header.isdigit() and len(header) <= 9 else 0
