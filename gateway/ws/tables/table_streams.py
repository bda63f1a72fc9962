"""Streams of tables over HTTP: what a socket that views a table is sent of it, one frame a line
(gateway/README.md, "Streams").

REST has checked who asks and hands the connection over. It views the table like a socket does, with the same commands
and deliveries; it is sent nothing else, and nothing that it sends is read. It lives as long as its client's system
acknowledges what it is sent, which is at least an empty line every few seconds.
"""

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from itertools import count
from typing import Any

import msgspec

from gateway.metrics import counts, streams_ended, streams_open
from gateway.port.addresses import client_address
from gateway.port.statuses import status_of
from gateway.port.stream import Stream
from gateway.rpc import LoopRpc
from gateway.settings import GatewaySettings
from gateway.ws.connection.codec import payloads_of
from gateway.ws.connection.connection import Connection, State
from gateway.ws.connection.connections import Connections
from gateway.ws.connection.request_lanes import RequestLanes
from gateway.ws.tables.table_frames import TableFrames
from services.contracts.client import frames
from services.contracts.lobby import open_tables
from services.contracts.lobby.accounts import accounts
from services.kernel.refusal import Refusal
from services.platform.process.json import encode
from services.platform.process.logs import get_logger

log = get_logger(__name__)

_KIND = "table"
_LOOK_S = 1.0
_OF_TABLES = frozenset({"table", "update"})
_ENDS = frozenset({"closed", "stopped"})
"""Phases of a table after which nothing comes."""
_LAST_CHUNK = b"0\r\n\r\n"
_IN_DOUBT = frozenset({"service_unavailable", "internal_error"})


class _View(msgspec.Struct):
    phase: str


class _Frame(msgspec.Struct):
    """What of a frame is read."""

    t: str
    view: _View | None = None
    error: str = ""
    detail: Any = None


_decoder = msgspec.json.Decoder(_Frame)


class LineConnection(Connection):
    """A client that is sent frames of a table as lines of an HTTP answer, whose head goes with the first of them."""

    __slots__ = ("headers", "is_begun", "operation", "table", "why")

    headers: list[tuple[str, str]]
    operation: str
    table: str

    def begin(self, account: str, token: str, operation: str, table: str, headers: list[tuple[str, str]]) -> None:
        """It views this table; `token` opens the operation to the account."""
        self.account, self.token, self.state = account, token, State.GREETING
        self.operation, self.table, self.headers = operation, table, headers
        self.is_begun = False
        self.may_bank = True  # the lobby has been asked about this very table
        self.why = "client"

    def send_packed(self, data: bytes, frames_count: int, origin: str) -> None:
        """Pass on what is of the table."""
        for payload in payloads_of(data):
            if not self.is_closed:
                self._take(payload, origin)

    def ping(self, now_s: float) -> None:
        """An empty line; the client's system is there as long as it acknowledges them (TCP_USER_TIMEOUT)."""
        self.pinged_s = now_s
        if not self.is_begun:
            self.end(Refusal("service_unavailable"), "table")
        elif not self.stream.waiting_bytes:
            self.heard_s = now_s
            self._write(b"\n")

    def close(self, reason: str, error: str | None = None) -> None:
        """End it, for a reason of close_reasons.py or one of a stream's own."""
        self.end(Refusal("service_unavailable"), reason)

    def end(self, refusal: Refusal, why: str) -> None:
        """End it; with a refusal, if nothing was sent yet."""
        if self.is_closed:
            return
        counts.closed[why] += 1
        self.why, self.closed_s = why, time.monotonic()
        self.stream.finish(_LAST_CHUNK if self.is_begun else self._refused(refusal))
        self._leave()

    def _take(self, payload: bytes, origin: str) -> None:
        frame = _decoder.decode(payload)
        if frame.t == "refused":
            self.end(Refusal(frame.error, frame.detail), "refused")
        elif frame.t in _OF_TABLES:
            counts.sent_frames[origin] += 1
            if not self.is_begun:
                self.is_begun = True
                self.stream.send(_head(HTTPStatus.OK, [*self.headers, ("Transfer-Encoding", "chunked")]))
            self._write(payload + b"\n")
            if frame.view is not None and frame.view.phase in _ENDS:
                self.end(Refusal("table_unknown"), "table")

    def _write(self, line: bytes) -> None:
        chunk = b"%x\r\n%b\r\n" % (len(line), line)
        counts.bytes["out"] += len(chunk)
        if not self.stream.send(chunk):
            counts.slow_dropped += not self.stream.ended
            self.why = "slow"
            self.stream.abort()

    def _refused(self, refusal: Refusal) -> bytes:
        counts.refused[refusal.error] += 1
        body = encode({"error": refusal.error, "detail": refusal.detail})
        kept = [(name, text) for name, text in self.headers if name.lower() != "content-type"]
        own = [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
        status = HTTPStatus(status_of(refusal.error))
        return _head(status, [*kept, *own, *([("Retry-After", "1")] if status in (429, 503) else [])]) + body

    def _on_data(self, _data: bytes) -> None:
        self.heard_s = time.monotonic()


class TableStreams:
    """The open streams of tables of this process. Runs on the loop."""

    def __init__(
        self,
        settings: GatewaySettings,
        rpc: LoopRpc,
        lanes: RequestLanes,
        connections: Connections,
        table_frames: TableFrames,
        gateway: str,
        gone: Callable[[Connection], None],
    ) -> None:
        """`rpc` says whether a stream may go on, in the lane of its connection; `gone` is called once for each that has
        ended; `gateway`: this process's id."""
        self._settings = settings
        self._rpc = rpc
        self._lanes = lanes
        self._connections = connections
        self._table_frames = table_frames
        self._gateway = gateway
        self._gone = gone
        self._numbers = count(1)
        self._open: dict[LineConnection, float] = {}
        """With the time of the last look whether they may go on."""

    def start(self) -> None:
        """Look after streams from now on."""
        self._looking = asyncio.get_event_loop().create_task(self._look_after(), name="gateway-streams")

    def stop(self) -> None:
        """Look after them no more."""
        self._looking.cancel()

    def take(self, sock: Any, environ: dict[str, str], asked: Any, *, draining: bool) -> None:
        """Begin the stream of a request (`channel.TableStream`) on this socket, which is owned here from now on."""
        settings = self._settings
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(settings.heartbeat_lost_s * 1000))
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, settings.gateway_send_buffer_bytes)
        stream = Stream(sock, settings.gateway_send_queue_frames_max, settings.gateway_send_queue_bytes_max)
        address = client_address(environ, settings.gateway_proxy_hops)
        conn = LineConnection(self._connections.next_id(), address, stream, settings)
        conn.begin(asked.account, asked.token, asked.operation, asked.table, asked.headers)
        conn.seat = asked.table if asked.is_seated else None
        refused = Refusal("service_unavailable") if draining else self._full(asked.account)
        stream.on_over = partial(self._over, conn, sock)
        self._connections.enter(conn)
        self._open[conn] = time.monotonic()
        self._count()
        conn.start(lambda _conn, _payload: None, self._ended)
        if refused is not None:
            conn.end(refused, "refused")
            return
        watch = frames.WatchFrame(id=f"{self._gateway}.s{next(self._numbers)}", table=asked.table, version=-1)
        self._table_frames.handle(conn, watch)

    def _full(self, account: str) -> Refusal | None:
        of_account = Counter(conn.account for conn in self._open)
        settings = self._settings
        is_full = (
            len(self._open) >= settings.gateway_streams_max
            or len(self._connections) >= settings.gateway_connections_max
            or of_account[account] >= settings.gateway_streams_per_account_max
        )
        return Refusal("streams_busy") if is_full else None

    def _ended(self, conn: Connection) -> None:
        assert isinstance(conn, LineConnection)
        if self._open.pop(conn, None) is not None:
            streams_ended.labels(_KIND, conn.why).inc()
            self._count()
        conn.token = ""  # of no connection that the lobby knows
        self._gone(conn)

    def _over(self, conn: Connection, sock: Any) -> None:
        self._connections.leaving.discard(conn)
        sock.close()

    def _count(self) -> None:
        streams_open.labels(_KIND).set(len(self._open))

    # --- may they go on? ---

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_S)
            self.look(time.monotonic())

    def look(self, now_s: float) -> None:
        """End streams that are old, and ask about those that were not asked about for long."""
        for conn, asked_s in list(self._open.items()):
            if now_s - conn.opened_s > self._settings.gateway_stream_age_s:
                conn.end(Refusal("service_unavailable"), "age")
            elif now_s - asked_s > self._settings.gateway_stream_check_s:
                self._open[conn] = now_s
                self._lanes.submit(conn.lane, partial(self._check, conn))

    async def _check(self, conn: LineConnection) -> None:
        """End a stream whose token opens it no more, or whose account may not view the table any more."""
        account = conn.account or ""
        for why, request in (
            ("token", accounts.WhoIs(token=conn.token, active=False, operation=conn.operation)),
            ("table", open_tables.ViewTable(account=account, table=conn.table)),
        ):
            if conn.is_closed:
                return
            found: Any = await self._rpc.call(request)
            if isinstance(found, Refusal) and found.error not in _IN_DOUBT:
                conn.end(found, why)


def _head(status: HTTPStatus, headers: list[tuple[str, str]]) -> bytes:
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{name}: {text}" for name, text in headers)]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1")
