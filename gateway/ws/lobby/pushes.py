"""The lobby's pushes: frames for accounts, wherever they are, and the ends of sessions."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

import msgspec

from gateway.metrics import counts
from gateway.ws.connection.close_reasons import ending_of
from gateway.ws.connection.codec import pack_text
from gateway.ws.connection.connection import Connection
from gateway.ws.connection.connections import Connections
from gateway.ws.lists.broadcast import Broadcasts, in_turns
from gateway.ws.tables.directory import Directory
from services.contracts.client.pushes import Push
from services.contracts.client.token_scopes import may_hear

_decoder = msgspec.json.Decoder(list[Push])


class _Sent(msgspec.Struct):
    """The needed field of a `sent` frame."""

    table: str | None = None


Replay = Literal["complete", "incomplete", "session_in_doubt"]
"""Whether a connection missed nothing; or some pushes are no longer known; or it was notified of an end that may have
meant an older connection or token, so that the lobby must be asked."""


LIST_KINDS = frozenset({"players", "tables"})
"""Kinds of frames with lines of a hall's lists."""


class _Kept(msgspec.Struct, frozen=True):
    number: int
    push: Push
    packed: bytes


class Recent:
    """The pushes of the last moments, kept only while somebody is being greeted.

    The lobby's room is of the moment of the request. A connection is admitted only with the answer and would miss the
    pushes in between, so it gets these after its room, in order.
    """

    def __init__(self, kept_max: int) -> None:
        """`kept_max`: pushes kept; a connection that would need older ones must connect again."""
        self._kept: deque[_Kept] = deque(maxlen=kept_max)
        self._last = 0
        self._greeting = 0

    def begin(self) -> int:
        """A greeting begins. Returns the mark for `since`."""
        self._greeting += 1
        return self._last

    def end(self) -> None:
        """A greeting has ended."""
        self._greeting -= 1
        if not self._greeting:
            self._kept.clear()

    def add(self, push: Push, packed: bytes) -> None:
        """Keep a push."""
        self._last += 1
        if self._greeting:
            self._kept.append(_Kept(self._last, push, packed))

    def since(self, mark: int) -> list[tuple[Push, bytes]] | None:
        """The pushes after the mark; None if some of them are no longer kept."""
        found = [(kept.push, kept.packed) for kept in self._kept if kept.number > mark]
        return found if len(found) == self._last - mark else None


class Pushes:
    """Sends pushes to their connections."""

    def __init__(
        self,
        connections: Connections,
        directory: Directory,
        recent: Recent,
        gateway: str,
        seated: Callable[[Connection, str | None], None] = lambda _conn, _table: None,
        broadcasts: Broadcasts | None = None,
        staff_second_factor: bool = False,
        room_again: Callable[[Connection], None] = lambda _conn: None,
    ) -> None:
        """`gateway`: this process's id; `seated` is called with the table where a connection's player sits from now on,
        `room_again` with a connection that is to get the whole room again;
        `staff_second_factor`: frames for staff go only to sessions that were opened with a second factor."""
        self._connections = connections
        self._directory = directory
        self._recent = recent
        self._gateway = gateway
        self._seated = seated
        self._broadcasts = Broadcasts(connections) if broadcasts is None else broadcasts
        self._room_again = room_again
        self._staff_second_factor = staff_second_factor

    async def on_message(self, body: bytes) -> None:
        """Handle a message of pushes: those for one connection are one send, those for all are sent by broadcast.py."""
        outgoing: dict[Connection, list[bytes]] = {}
        closes: list[tuple[Connection, str]] = []
        for push in self._without_rooms(_decoder.decode(body)):
            kind = self._directory.overhear(push.frame)
            packed = pack_text(memoryview(push.frame))
            self._recent.add(push, packed)
            if push.accounts is None and push.close is None and push.except_conn is None:
                self._broadcasts.add(packed, push.hall)
                continue
            targets = self._targets(push)
            targets = [conn for conn in targets if self._may_hear(kind, conn)]
            if kind == "sent":
                self._seat(push, targets)
            for conn in targets:
                outgoing.setdefault(conn, []).append(packed)
                if push.close is not None:
                    closes.append((conn, push.close))
        async for conn, own in in_turns(outgoing.items()):
            packed_frames = self._broadcasts.take(conn) + own
            conn.send_packed(b"".join(packed_frames), len(packed_frames), "lobby")
        for conn, error in closes:
            conn.close(ending_of(error), error)
        await self._broadcasts.flush()

    def _without_rooms(self, pushes: Iterable[Push]) -> Iterator[Push]:
        """The pushes of frames; connections that have to get the room again are notified separately."""
        for push in pushes:
            if not push.room_again:
                yield push
                continue
            for conn in self._targets(push):
                self._room_again(conn)

    def sweep_halls(self) -> None:
        """Forget the halls that nobody here is in any more."""
        self._broadcasts.sweep()

    def drained(self, conn: Connection) -> bool:
        """A connection has read everything that waited: send it the changes of its hall meanwhile. Returns False if
        it needs the room."""
        return self._broadcasts.catch_up(conn)

    def replay(self, conn: Connection, mark: int) -> Replay:
        """Send a connection that has just received its room the pushes since the mark."""
        self._broadcasts.entered(conn)
        pushes = self._recent.since(mark)
        if pushes is None:
            counts.lost["replay"] += 1
            return "incomplete"
        mine = [(push, packed) for push, packed in pushes if self._is_for(push, conn)]
        for push, packed in tuple(mine):
            kind = self._directory.overhear(push.frame)
            if kind == "sent":
                self._seat(push, [conn])
            if not self._may_hear(kind, conn):
                mine.remove((push, packed))
        if mine:
            conn.send_packed(b"".join(packed for _, packed in mine), len(mine), "lobby")
        return self._end_named(conn, [push for push, _ in mine])

    def _end_named(self, conn: Connection, mine: list[Push]) -> Replay:
        """Close a connection that one of these pushes has ended by name; an end without one leaves a doubt, and so
        does a resync, which the session's present token may have come after."""
        ends = [push for push in mine if push.close is not None]
        for push in ends:
            named = push.conn is not None or push.session == conn.session != ""
            if push.close is not None and push.close != "resync_needed" and named:
                conn.close(ending_of(push.close), push.close)
                return "complete"
        return "session_in_doubt" if ends else "complete"

    def replay_lines(self, conn: Connection, mark: int) -> bool:
        """Repeat the lines of the hall's lists that were pushed since the mark, to a connection that has just
        received lines which may be older. Returns False if some are no longer known."""
        pushes = self._recent.since(mark)
        if pushes is None:
            counts.lost["replay"] += 1
            return False
        packed_frames = [
            packed
            for push, packed in pushes
            if self._is_for(push, conn) and self._directory.overhear(push.frame) in LIST_KINDS
        ]
        if packed_frames:
            conn.send_packed(b"".join(packed_frames), len(packed_frames), "lobby")
        return True

    def _may_hear(self, kind: str, conn: Connection) -> bool:
        """Whether a connection is sent a frame of this kind that is addressed to its account: what is for staff, only
        in a session that is fit for it; a program, only what its token opens."""
        if kind == "staff" and self._staff_second_factor and not conn.second_factor:
            return False
        return conn.scopes is None or may_hear(kind, conn.scopes)

    def _seat(self, push: Push, conns: Iterable[Connection]) -> None:
        table = msgspec.json.decode(push.frame, type=_Sent).table
        for conn in conns:
            self._seated(conn, table)

    def _targets(self, push: Push) -> list[Connection]:
        candidates: Iterable[Connection]
        if push.accounts is None:
            candidates = self._connections.admitted(push.hall)
        else:
            candidates = [conn for account in push.accounts for conn in self._connections.of_account(account)]
        if push.table is not None and push.accounts is not None:
            candidates = dict.fromkeys([*candidates, *self._connections.watchers(push.table)])
        return [conn for conn in candidates if not self._is_spared(push, conn)]

    def _is_for(self, push: Push, conn: Connection) -> bool:
        if push.accounts is None:
            named = push.hall in (None, conn.hall)
        else:
            named = conn.account in push.accounts or push.table in conn.watching
        return named and not self._is_spared(push, conn)

    def _is_spared(self, push: Push, conn: Connection) -> bool:
        """Whether a connection is excepted from a push: it is for another session or connection, or this one is
        named as spared, or players of a table from a push to its spectators."""
        here = (self._gateway, conn.id)
        if push.except_conn == here or (push.conn is not None and push.conn != here):
            return True
        if push.session and conn.session and push.session != conn.session:
            return True
        return push.spectators and conn.seat == push.table
