"""Pages that are out of sight, and turns that wait at them (services/lobby/RULES.md §24).

Frames of tables pass through here unread, but for those of pages that have said that they are hidden: they are read for
the viewer's own turn. While no page is hidden, a delivery costs the look at an empty dictionary.
"""

import time
from collections.abc import Callable
from functools import partial

import msgspec

from gateway.rpc import LoopRpc
from gateway.ws.connection.connection import Connection
from gateway.ws.connection.request_lanes import RequestLanes
from services.contracts.base import Done, Request
from services.contracts.client import frames
from services.contracts.lobby.people import push

WAITS_S = 10.0
"""How long it has been one's turn at a hidden page before the lobby is asked to call."""


class Turn(msgspec.Struct, frozen=True):
    """A decision that a player owes."""

    table: str
    match: str
    number: int


class _Due(msgspec.Struct):
    seat: int
    number: int


class _View(msgspec.Struct):
    table: str
    match: str
    phase: str
    you: int | None
    due: list[_Due]


class _Seen(msgspec.Struct):
    """What of a frame with a table is read."""

    view: _View | None = None


_decoder = msgspec.json.Decoder(_Seen)


class _Hidden:
    """What is known of a hidden page: the turn that waits there, since when, and whether the lobby knows of it."""

    __slots__ = ("is_noted", "since_s", "turn")

    def __init__(self) -> None:
        self.turn: Turn | None = None
        self.since_s = 0.0
        self.is_noted = False


def turn_of(frame: bytes | memoryview | msgspec.Raw) -> tuple[str, Turn | None] | None:
    """The table that a frame shows, and its viewer's turn there, if it is one; None: the frame shows no table."""
    view = _decoder.decode(frame).view
    if view is None:
        return None
    if view.phase != "playing" or view.you is None:
        return view.table, None
    number = next((due.number for due in view.due if due.seat == view.you), None)
    return view.table, None if number is None else Turn(view.table, view.match, number)


class HiddenPages:
    """The hidden pages of this gateway. Runs on the loop."""

    def __init__(self, rpc: LoopRpc, lanes: RequestLanes, now_s: Callable[[], float] = time.monotonic) -> None:
        """No page is hidden."""
        self._rpc = rpc
        self._lanes = lanes
        self._now_s = now_s
        self.pages: dict[Connection, _Hidden] = {}

    def handle(self, conn: Connection, frame: frames.HiddenFrame) -> None:
        """A page is out of sight from now on, or is seen again. A turn that it names is its own affair: it can bring
        nothing but a notice to its own player."""
        self.forget(conn)
        if not frame.hidden or conn.account is None:
            return
        page = self.pages[conn] = _Hidden()
        if conn.seat is not None and frame.match is not None and frame.number is not None:
            page.turn, page.since_s = Turn(conn.seat, frame.match, frame.number), self._now_s()

    def on_frame(self, conn: Connection, frame: msgspec.Raw) -> None:
        """A hidden page gets a frame of a table."""
        page = self.pages.get(conn)
        shown = None if page is None else turn_of(frame)
        if page is None or shown is None or shown[0] != conn.seat or shown[1] == page.turn:
            return
        self._end(conn, page)
        page.turn, page.since_s, page.is_noted = shown[1], self._now_s(), False

    def forget(self, conn: Connection) -> None:
        """The page is seen again, or gone. What was noted of one that is gone stays: its player is away."""
        page = self.pages.pop(conn, None)
        if page is not None and not conn.is_closed:
            self._end(conn, page)

    def sweep(self) -> None:
        """Note turns that have waited for long enough."""
        now_s = self._now_s()
        for conn, page in self.pages.items():
            turn = page.turn
            if turn is None or page.is_noted or now_s - page.since_s < WAITS_S or conn.account is None:
                continue
            page.is_noted = True
            note = push.NoteTurn(account=conn.account, table=turn.table, match=turn.match, number=turn.number)
            self._ask(conn, note)

    def _end(self, conn: Connection, page: _Hidden) -> None:
        if page.is_noted and page.turn is not None and conn.account is not None:
            self._ask(conn, push.EndTurn(account=conn.account, match=page.turn.match, number=page.turn.number))

    def _ask(self, conn: Connection, request: Request[Done]) -> None:
        self._lanes.submit(conn.lane, partial(self._rpc.call, request))
