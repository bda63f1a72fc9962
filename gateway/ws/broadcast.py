"""News for everybody in the room: what comes within a moment goes to each connection in one send.

Every line that changes goes to everybody, so a crowd's news cost the square of the crowd: with two thousand players who
open a thousand tables, sends for the room left no time for moves (measured). So the room's news may take a tenth of
the time: the more connections, the longer the moment. In a small house there is none.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import eventlet

from gateway.ws.connection import Connection
from gateway.ws.connections import Connections

_SENDS_IN_A_ROW = 200
_PAUSE_S_PER_CONNECTION = 0.000_15
"""About ten times what a send costs."""
_PAUSE_S_MAX = 1.0


T = TypeVar("T")


def in_turns(sends: Iterable[T]) -> Iterator[T]:
    """Each of what is to be sent, which may be to thousands: the sockets get their turn in between."""
    for number, each in enumerate(sends, start=1):
        yield each
        if number % _SENDS_IN_A_ROW == 0:
            time.sleep(0)


class Broadcast:
    """What everybody is to get, in order; whoever gets something of their own before gets first what they are owed."""

    def __init__(
        self,
        connections: Connections,
        later: Callable[[float, Callable[[], None]], Any] = eventlet.spawn_after,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`later` does something after so many seconds; `clock` tells seconds."""
        self._connections = connections
        self._later = later
        self._clock = clock
        self._waiting: list[bytes] = []
        self._had: dict[Connection, int] = {}
        """How many of those that wait a connection has had already."""
        self._leaving: list[bytes] = []
        self._owed: dict[Connection, int] = {}
        """Who has yet to get what leaves now, and from which one on."""
        self._next_s = 0.0
        self._is_planned = False

    def add(self, packed: bytes) -> None:
        """Something new; `flush` sends it when it is time."""
        self._waiting.append(packed)

    def take(self, conn: Connection) -> list[bytes]:
        """What a connection is owed; it counts as sent."""
        found: list[bytes] = []
        if conn in self._owed:
            found += self._leaving[self._owed.pop(conn) :]
        if self._waiting:
            found += self._waiting[self._had.get(conn, 0) :]
            self._had[conn] = len(self._waiting)
        return found

    def flush(self) -> None:
        """Send what waits, now if nothing was sent for a moment, or when the moment is over."""
        if not self._waiting or self._is_planned or self._owed:
            return
        early_s = self._next_s - self._clock()
        if early_s > 0:
            self._is_planned = True
            self._later(early_s, self._planned)
        else:
            self._send()

    def _planned(self) -> None:
        self._is_planned = False
        self.flush()

    def _send(self) -> None:
        conns = self._connections.admitted()
        self._leaving, self._waiting = self._waiting, []
        had, self._had = self._had, {}
        self._owed = {conn: had.get(conn, 0) for conn in conns}
        try:
            self._send_all(conns)
        finally:
            self._leaving, self._owed = [], {}
            self._next_s = self._clock() + min(len(conns) * _PAUSE_S_PER_CONNECTION, _PAUSE_S_MAX)
        self.flush()

    def _send_all(self, conns: list[Connection]) -> None:
        whole, count = b"".join(self._leaving), len(self._leaving)
        for conn in in_turns(conns):
            first = self._owed.pop(conn, count)
            if first < count:
                data = b"".join(self._leaving[first:]) if first else whole
                conn.send_packed(data, count - first, "lobby")
