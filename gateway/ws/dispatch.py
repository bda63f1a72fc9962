"""The frames of clients: parsed, counted, limited, and passed to the part that handles them."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, get_args

from gateway.metrics import counts
from gateway.ws.connection.connection import Connection, State
from gateway.ws.connection.frames import BadFrame, kind_of, read, read_id
from gateway.ws.connection.request_lanes import RequestLanes
from gateway.ws.lobby.list_pages import ListPages
from gateway.ws.lobby.lobby_frames import LobbyFrame, LobbyFrames
from gateway.ws.lobby.presence import Presence
from gateway.ws.tables.hidden_pages import HiddenPages
from gateway.ws.tables.table_frames import TableFrame, TableFrames
from services.contracts.client import frames
from services.contracts.client.token_scopes import check_frame
from services.kernel.clock import Clock

_Handler = Callable[[Connection, Any], None]

DEEDS = (
    frames.Acted,
    frames.MoveFrame,
    frames.ChooseFrame,
    frames.CreateTableFrame,
    frames.JoinTableFrame,
    frames.LeaveTableFrame,
    frames.StartTableFrame,
    frames.AnswerInvitationFrame,
    frames.GoToHallFrame,
    frames.SayFrame,
    frames.ReactFrame,
    frames.WriteFrame,
)
"""Frames that a person causes, which reset the timer of inactivity (services/lobby/RULES.md §1). Clients send the
others by themselves: when they come back, when a match begins, when a list is long."""


class Dispatch:
    """Dispatches the frames of all connections. Runs on the loop: nothing here may block."""

    def __init__(
        self,
        clock: Clock,
        lanes: RequestLanes,
        presence: Presence,
        table_frames: TableFrames,
        lobby_frames: LobbyFrames,
        pages: ListPages,
        burst: int,
        hidden_pages: HiddenPages,
    ) -> None:
        """`burst`: frames below zero credits at which a connection is closed."""
        self._clock = clock
        self._lanes = lanes
        self._presence = presence
        self._burst = burst
        self.acted: set[str] = set()
        """Accounts that have acted since the last report to the lobby."""
        self._handlers: dict[type, _Handler] = {frames.Beat: self._beat, frames.Acted: _ignore}
        self._handlers |= dict.fromkeys(get_args(TableFrame), table_frames.handle)
        self._handlers |= dict.fromkeys(get_args(LobbyFrame), lobby_frames.handle)
        self._handlers[frames.ListMoreFrame] = pages.handle
        self._handlers[frames.HiddenFrame] = hidden_pages.handle

    def on_message(self, conn: Connection, payload: bytes) -> None:
        """Handle one text of a client."""
        credits_left = conn.credits.take(conn.heard_s)
        if credits_left < 0:
            self._over_rate(conn, payload, credits_left)
            return
        frame = read(payload)
        counts.frames[kind_of(frame)] += 1
        if isinstance(frame, BadFrame):
            self._bad(conn, frame)
        elif conn.state is State.NEW:
            self._first(conn, frame)
        elif isinstance(frame, frames.Hello):
            self._bad(conn, BadFrame("bad_frame", "hello is said once", None))
        elif conn.is_open or isinstance(frame, frames.Beat):
            self._handle(conn, frame)
        else:
            conn.refuse("not_greeted", getattr(frame, "id", None))

    def _handle(self, conn: Connection, frame: frames.FromClient) -> None:
        if conn.scopes is not None and (refusal := check_frame(kind_of(frame), conn.scopes)):
            conn.refuse(refusal.error, getattr(frame, "id", None), refusal.detail)
            return
        if isinstance(frame, DEEDS) and conn.account is not None:
            self.acted.add(conn.account)
        self._handlers[type(frame)](conn, frame)

    def _first(self, conn: Connection, frame: frames.FromClient) -> None:
        if not isinstance(frame, frames.Hello):
            conn.close("hello_expected")
        elif frame.protocol != frames.PROTOCOL:
            conn.close("protocol_unsupported")
        else:
            conn.state = State.GREETING
            conn.token = frame.token
            self._lanes.submit(conn.lane, partial(self._presence.greet, conn))

    def _beat(self, conn: Connection, _frame: frames.Beat) -> None:
        conn.send(frames.BeatFrame(now_ms=self._clock.now_ms()))

    def _bad(self, conn: Connection, bad: BadFrame) -> None:
        if conn.state is State.NEW:
            conn.close("hello_expected")
        elif conn.bad.one_more(time.monotonic()):
            self._lanes.submit(conn.lane, partial(self._presence.end_session, conn))
            conn.close("protocol_abuse")
        else:
            conn.refuse(bad.error, bad.id, bad.detail)

    def _over_rate(self, conn: Connection, payload: bytes, credits_left: float) -> None:
        counts.frames["over_rate"] += 1
        if credits_left <= -self._burst:
            conn.close("rate_limited")
        else:
            conn.refuse("rate_limited", read_id(payload))


def _ignore(_conn: Connection, _frame: frames.Acted) -> None:
    """Nothing is answered; that it came is noted already."""
