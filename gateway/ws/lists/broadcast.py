"""Frames for everybody, or for everybody in a hall: those of one moment go to each connection in one send.

Every line that changes goes to everybody in its hall, so the cost of a crowd's changes grows with its square: with two
thousand players who open a thousand tables, sends for the room left no time for moves (measured). So these frames may
take a tenth of the time: the more connections, the longer the moment. With few connections there is no delay.

A connection whose client has not read everything is left out, and later gets the newest state of what changed
(latest_lines.py), so its queue does not grow with the hall.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any, TypeVar

from gateway.metrics import counts
from gateway.ws.connection.connection import Connection
from gateway.ws.connection.connections import Connections
from gateway.ws.lists.latest_lines import LatestLines

_SENDS_IN_A_ROW = 200
_PAUSE_S_PER_CONNECTION = 0.000_15
"""About ten times what a send costs."""
_PAUSE_S_MAX = 1.0


T = TypeVar("T")
Later = Callable[[float, Callable[[], Awaitable[None]]], Any]
"""Calls an action after this many seconds."""


async def in_turns(sends: Iterable[T]) -> AsyncIterator[T]:
    """Yield the sends one by one, of which there may be thousands; other callbacks of the loop run in between."""
    for number, each in enumerate(sends, start=1):
        yield each
        if number % _SENDS_IN_A_ROW == 0:
            await asyncio.sleep(0)


class Broadcast:
    """The frames for everybody, or for everybody in a hall, in order. A connection that gets a frame of its own
    first gets the frames that it is owed."""

    def __init__(
        self,
        connections: Connections,
        later: Later | None = None,
        clock: Callable[[], float] = time.monotonic,
        hall: int | None = None,
    ) -> None:
        """`later` calls an action after this many seconds (on the loop); `clock` returns seconds. `hall`: only for
        connections in it; None: for all."""
        self._connections = connections
        self._hall = hall
        self._later = later or self._sleep_and_do
        self._sleeping: asyncio.Task[None] | None = None
        self._clock = clock
        self._waiting: list[bytes] = []
        self._had: dict[Connection, int] = {}
        """How many of the waiting frames a connection has received already."""
        self._behind: dict[Connection, int] = {}
        """Connections that were left out, and since which batch."""
        self._latest = LatestLines()
        self._batch = 0
        """The number of the batch that is being sent or was sent last."""
        self._leaving: list[bytes] = []
        self._owed: dict[Connection, int] = {}
        """Connections that have yet to get the batch that is being sent, and from which frame on."""
        self._next_s = 0.0
        self._is_planned = False

    def add(self, packed: bytes) -> None:
        """Add a frame; `flush` sends it when it is time."""
        self._waiting.append(packed)

    def take(self, conn: Connection) -> list[bytes]:
        """The frames that a connection is owed, which then count as sent. A connection that was left out gets them
        later."""
        found: list[bytes] = []
        if conn in self._behind:
            return found
        if conn in self._owed:
            found += self._leaving[self._owed.pop(conn) :]
        if self._waiting:
            found += self._waiting[self._had.get(conn, 0) :]
            self._had[conn] = len(self._waiting)
        return found

    def entered(self, conn: Connection) -> None:
        """A connection has received the room, which contains all changes so far."""
        self._behind.pop(conn, None)
        self._forget_unneeded()
        self.take(conn)

    def catch_up(self, conn: Connection) -> bool:
        """Send a connection that has read everything what it was left out of. Returns False if that is no longer
        known, so that it needs the room."""
        since = self._behind.pop(conn, None)
        frames = [] if since is None else self._latest.since(since, conn.deflates)
        self._forget_unneeded()
        if frames:
            counts.slow["caught_up"] += 1
            conn.send_packed(b"".join(frames), len(frames), "lobby")
        return frames is not None

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits and nothing is being sent."""
        return not (self._waiting or self._owed or self._leaving or self._is_planned)

    async def flush(self) -> None:
        """Send the waiting frames: now if nothing was sent for a moment, otherwise when the moment is over."""
        if not self._waiting or self._is_planned or self._owed:
            return
        early_s = self._next_s - self._clock()
        if early_s > 0:
            self._is_planned = True
            self._later(early_s, self._planned)
        else:
            await self._send()

    def _sleep_and_do(self, seconds: float, do: Callable[[], Awaitable[None]]) -> None:
        async def sleep_and_do() -> None:
            await asyncio.sleep(seconds)
            await do()

        self._sleeping = asyncio.get_running_loop().create_task(sleep_and_do())

    async def _planned(self) -> None:
        self._is_planned = False
        await self.flush()

    async def _send(self) -> None:
        conns = self._connections.admitted(self._hall)
        self._leaving, self._waiting = self._waiting, []
        self._batch += 1
        self._behind = {conn: since for conn, since in self._behind.items() if self._is_here(conn)}
        self._forget_unneeded()
        if self._behind:
            self._latest.add(self._batch, self._leaving)
        had, self._had = self._had, {}
        self._owed = {conn: had.get(conn, 0) for conn in conns}
        try:
            await self._send_all(conns)
        finally:
            self._leaving, self._owed = [], {}
            self._next_s = self._clock() + min(len(conns) * _PAUSE_S_PER_CONNECTION, _PAUSE_S_MAX)
        await self.flush()

    async def _send_all(self, conns: list[Connection]) -> None:
        whole, count = b"".join(self._leaving), len(self._leaving)
        async for conn in in_turns(conns):
            first = self._owed.pop(conn, count)
            if first >= count or not self._is_here(conn):
                continue
            if conn in self._behind or conn.is_behind:
                self._leave_out(conn)
                continue
            conn.send_packed(b"".join(self._leaving[first:]) if first else whole, count - first, "lobby")

    def _is_here(self, conn: Connection) -> bool:
        return conn.is_open and self._hall in (None, conn.hall)

    def _forget_unneeded(self) -> None:
        """Changes are kept only for connections that were left out."""
        if not self._behind:
            self._latest.clear()

    def _leave_out(self, conn: Connection) -> None:
        if not self._behind:
            self._latest.add(self._batch, self._leaving)
        if conn not in self._behind:
            counts.slow["behind"] += 1
            self._behind[conn] = self._batch


class Broadcasts:
    """One broadcast for everybody, and one for each hall of the connections here."""

    def __init__(self, connections: Connections, later: Later | None = None) -> None:
        """Nothing waits. `later`: as for each of them."""
        self._connections = connections
        self._later = later
        self._to_all = Broadcast(connections, later)
        self._to_halls: dict[int, Broadcast] = {}

    def add(self, packed: bytes, hall: int | None = None) -> None:
        """Something new for everybody, or for a hall; `flush` sends it when it is time."""
        if hall is None:
            self._to_all.add(packed)
            return
        if hall not in self._to_halls:
            self._to_halls[hall] = Broadcast(self._connections, self._later, hall=hall)
        self._to_halls[hall].add(packed)

    def take(self, conn: Connection) -> list[bytes]:
        """The frames that a connection is owed, which then count as sent."""
        return [packed for each in self._of(conn) for packed in each.take(conn)]

    def entered(self, conn: Connection) -> None:
        """A connection has received the room of its hall, which contains all changes so far."""
        for each in self._of(conn):
            each.entered(conn)

    def catch_up(self, conn: Connection) -> bool:
        """Bring a connection up to date that has read everything. Returns False if it needs the room."""
        caught_up = [each.catch_up(conn) for each in self._of(conn)]
        return all(caught_up)

    def __len__(self) -> int:
        """How many halls have a broadcast of their own."""
        return len(self._to_halls)

    def sweep(self) -> None:
        """Forget the halls that nobody here is in any more, once everything for them was sent."""
        needed = {conn.hall for conn in self._connections.admitted()}
        self._to_halls = {hall: each for hall, each in self._to_halls.items() if hall in needed or not each.is_idle}

    def _of(self, conn: Connection) -> list[Broadcast]:
        own = self._to_halls.get(conn.hall)
        return [self._to_all] if own is None else [self._to_all, own]

    async def flush(self) -> None:
        """Send the waiting frames, now or when it is time."""
        await self._to_all.flush()
        for each in list(self._to_halls.values()):
            await each.flush()
