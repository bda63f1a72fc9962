"""Players' frames for tables: sent to the queue of the table's shard, as commands
(services/contracts/tables/commands.py)."""

from functools import partial

from gateway.metrics import counts
from gateway.ws.connection.connection import Connection
from gateway.ws.connection.connections import Connections
from gateway.ws.connection.frames import kind_of
from gateway.ws.connection.request_lanes import RequestLanes
from gateway.ws.tables.commands import Commands
from gateway.ws.tables.directory import Directory, Place
from services.contracts.client import frames
from services.contracts.tables import commands as tables
from services.kernel.clock import Clock, TimeMs
from services.kernel.refusal import Refusal
from services.platform.process import tracing
from services.platform.process.tracing import is_traceparent

TableFrame = (
    frames.MoveFrame
    | frames.SeedFrame
    | frames.ChooseFrame
    | frames.WatchFrame
    | frames.UnwatchFrame
    | frames.LegalMovesFrame
)

OVERLOADED = "overloaded"
"""The refusal when too much waits in this gateway, or of this connection: try again in a moment."""


class TableFrames:
    """Makes commands of frames and sends them, stamped with the time of their arrival, whatever they wait for
    afterwards."""

    def __init__(
        self,
        connections: Connections,
        directory: Directory,
        commands: Commands,
        lanes: RequestLanes,
        clock: Clock,
        gateway: str,
        watches_max: int,
    ) -> None:
        """`gateway`: this process's id; `watches_max`: tables that a connection may view."""
        self._connections = connections
        self._directory = directory
        self._commands = commands
        self._lanes = lanes
        self._clock = clock
        self._gateway = gateway
        self._watches_max = watches_max

    def handle(self, conn: Connection, frame: TableFrame) -> None:
        """Send a frame: at once if the table's place is known."""
        at_ms = self._clock.now_ms()
        place = self._directory.place_of(frame.table)
        if place is not None and not conn.lookups:
            self._send(conn, frame, place, at_ms)
            return
        conn.lookups += 1
        if not self._lanes.submit(conn.lane, partial(self._look_up, conn, frame, at_ms)):
            conn.lookups -= 1
            conn.refuse(OVERLOADED, frame.id)

    async def _look_up(self, conn: Connection, frame: TableFrame, at_ms: TimeMs) -> None:
        """Look the table up, in the connection's lane so that its frames stay in order."""
        try:
            place = await self._directory.find(frame.table)
        finally:
            conn.lookups -= 1
        if isinstance(place, Refusal):
            conn.refuse(place.error, frame.id, place.detail)
        else:
            self._send(conn, frame, place, at_ms)

    def _send(self, conn: Connection, frame: TableFrame, place: Place, at_ms: TimeMs) -> None:
        if isinstance(frame, frames.WatchFrame) and not self._may_watch(conn, frame, place):
            return
        trace = frame.id if tracing.spans is None else _entered(tracing.spans, frame, place)
        command = to_command(frame, self._gateway, conn.id, conn.account or "", at_ms, trace)
        if not self._commands.put(place.queue, command, conn):
            if tracing.spans is not None:
                tracing.spans.end(trace, OVERLOADED)
            conn.refuse(OVERLOADED, frame.id)
        elif isinstance(frame, frames.WatchFrame):
            if conn.seat is None and frame.table not in conn.watching:
                counts.watches["begun"] += 1
            self._connections.watch(conn, frame.table)
        elif isinstance(frame, frames.UnwatchFrame):
            # A request to stop viewing always succeeds, so the table does not answer it.
            self._connections.unwatch(conn, frame.table)
            conn.send(frames.DoneFrame(id=frame.id))

    def _may_watch(self, conn: Connection, frame: frames.WatchFrame, place: Place) -> bool:
        if conn.is_closed:
            return False  # its tables have been notified that it is gone
        refusal = None
        if conn.seat not in (None, frame.table):
            refusal = Refusal("already_seated", {"table": conn.seat})
        elif place.house and not conn.may_bank:
            refusal = Refusal("age_restricted")
        elif len(conn.watching) >= self._watches_max and frame.table not in conn.watching:
            refusal = Refusal("too_many_watches", {"max": self._watches_max})
        if refusal is not None:
            counts.watches[refusal.error] += 1
            conn.refuse(refusal.error, frame.id, refusal.detail)
        return refusal is None


def _entered(recording: tracing.Spans, frame: TableFrame, place: Place) -> str:
    """The trace of a frame's command. If it is recorded, that is the span of its sending, which `Commands` ends."""
    trace = recording.enter(f"frame {kind_of(frame)}", frame.id)
    if not is_traceparent(trace):
        return trace
    sending = recording.begin(f"send {place.queue}", trace, tracing.PRODUCER, **{"kafeneio.table": frame.table})
    recording.end(trace)
    return sending


def to_command(
    frame: TableFrame, gateway: str, conn: int, account: str, at_ms: TimeMs, trace: str = ""
) -> tables.FromPlayer:
    """The command of a frame. `trace`: of all that follows from it; the frame's id, if none is named."""
    who = (frame.table, trace or frame.id, at_ms, gateway, conn, account, frame.id)
    match frame:
        case frames.MoveFrame():
            return tables.Move(*who, frame.match, frame.number, frame.move)
        case frames.SeedFrame():
            return tables.Seed(*who, frame.match, frame.seed)
        case frames.ChooseFrame():
            return tables.Choose(*who, frame.match, frame.choice, frame.seed)
        case frames.WatchFrame():
            return tables.Watch(*who, frame.version)
        case frames.UnwatchFrame():
            return tables.Unwatch(*who)
        case frames.LegalMovesFrame():
            return tables.AskLegal(*who)
