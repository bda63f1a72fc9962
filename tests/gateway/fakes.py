"""Doubles of what the gateway's parts stand on: a service's answers, a socket, a broker's link."""

import json
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from gateway.settings import GatewaySettings
from gateway.ws.connection.codec import Parser
from gateway.ws.connection.connection import Connection, State
from services.contracts.base import Done, Request
from services.contracts.lobby import open_tables, presence
from services.contracts.lobby.accounts import accounts
from services.contracts.ranking import ratings as ranking
from services.contracts.ranking import statistics
from services.contracts.wallet import balances as wallet
from services.kernel.refusal import Refusal
from services.platform.broker.link import BrokerDown

T = TypeVar("T")


class FakeRpc:
    """Answers by the request's class: a value, or a function of the request. Remembers what it was asked."""

    def __init__(self, **answers: Any) -> None:
        self.answers: dict[str, Any] = answers
        self.asked: list[Any] = []

    def call(self, request: Request[Any], timeout_ms: int | None = None) -> Any:
        self.asked.append(request)
        answer = self.answers.get(type(request).__name__, Refusal("service_unavailable"))
        if isinstance(answer, list):
            return answer.pop(0) if len(answer) > 1 else answer[0]
        return answer(request) if callable(answer) else answer

    def requests(self, kind: type) -> list[Any]:
        return [request for request in self.asked if isinstance(request, kind)]


class _OnLoop:
    def __init__(self, rpc: FakeRpc) -> None:
        self._rpc = rpc

    async def call(self, request: Request[Any], timeout_ms: int | None = None) -> Any:
        return self._rpc.call(request, timeout_ms)


def on_loop(rpc: FakeRpc) -> _OnLoop:
    """The same answers, for those who await them."""
    return _OnLoop(rpc)


def finish(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns that never waits for long: run to its end without a loop."""
    try:
        while True:
            work.send(None)
    except StopIteration as done:
        found: T = done.value
        return found


class FakeStream:
    """A socket's stand-in: what was sent, and whether it has ended."""

    def __init__(self) -> None:
        self.data = b""
        self.sends = 0
        self.ended = False
        self.finished = False
        self.waiting_bytes = self.waiting_frames = 0
        self.stalled = 0.0

    def start(self, on_data: Callable[[bytes], None], on_end: Callable[[], None]) -> None:
        self.feed, self.on_end = on_data, on_end

    def send(self, data: bytes) -> bool:
        assert not self.finished, "sent after the last words"
        self.data += data
        self.sends += 1
        return True

    def send_first(self, data: bytes) -> None:
        self.send(data)

    def stalled_s(self, _now_s: float) -> float:
        return self.stalled

    def finish(self, last: bytes, at_once: bool = False) -> None:
        self.data += last
        self.finished = True

    def abort(self) -> None:
        if not self.ended:
            self.ended = True
            self.on_end()


class FakeLink:
    """A link that keeps what is published."""

    def __init__(self) -> None:
        self.published: list[tuple[str, str, Any, dict[str, Any]]] = []
        self.bindings: list[str] = []
        self.down = 0
        self.is_up = True

    async def bind(self, _queue: str, _exchange: str, routing_key: str) -> None:
        if self.down:
            self.down -= 1
            raise BrokerDown("away")
        self.bindings.append(routing_key)

    def unbind(self, _queue: str, _exchange: str, routing_key: str) -> None:
        self.bindings.remove(routing_key)

    def publish(self, body: bytes, exchange: str, routing_key: str, **options: Any) -> None:
        if self.down:
            self.down -= 1
            raise BrokerDown("away")
        self.published.append((exchange, routing_key, json.loads(body), options))


def connection(conn_id: int = 1, deflates: bool = False, **settings: Any) -> Connection:
    """A connection on a fake stream, its messages going nowhere."""
    stream: Any = FakeStream()
    conn = Connection(conn_id, "192.0.2.1", stream, GatewaySettings(**settings), deflates)
    conn.start(lambda *_: None, lambda _: None)
    return conn


def greeted(conn_id: int = 1, account: str = "a-ann", **settings: Any) -> Connection:
    """A connection that is open."""
    conn = connection(conn_id, **settings)
    conn.account, conn.token, conn.state = account, "token", State.OPEN
    return conn


def sent(conn: Connection) -> list[dict[str, Any]]:
    """The frames that a connection was sent, control frames left out."""
    frames, data = [], conn.stream.data  # type: ignore[attr-defined]
    while data:
        opcode, payload, data = unpack(data)
        if opcode == 1:
            frames.append(json.loads(payload))
    return frames


def unpack(data: bytes) -> tuple[int, bytes, bytes]:
    """One frame of a server: opcode, payload, and what comes after it."""
    length, head = data[1], 2
    if length > 125:
        width = 2 if length == 126 else 8
        length, head = int.from_bytes(data[2 : 2 + width], "big"), 2 + width
    return data[0] & 0xF, data[head : head + length], data[head + length :]


def masked(payload: bytes, first: int = 0x81, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    """A frame as a client sends it."""
    length = len(payload)
    if length < 126:
        head = bytes((first, 0x80 | length))
    elif length < 65_536:
        head = bytes((first, 0xFE)) + length.to_bytes(2, "big")
    else:
        head = bytes((first, 0xFF)) + length.to_bytes(8, "big")
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def parse_all(data: bytes) -> list[bytes]:
    """The payloads of a client's frames."""
    messages, violation = Parser(1 << 20).feed(data)
    assert violation is None
    return [message.payload for message in messages]


ANN = accounts.Account(account="a-ann", name="ann", language="el", created_at_ms=1)


def line_of(account: str = "a-ann", elo: int = 1111, table: str | None = None) -> presence.PlayerLine:
    """A line of the players list."""
    return presence.PlayerLine(
        account=account, name=account[2:], status="online", group=1, login_at_ms=1, elo=elo, table=table
    )


def table_line(table: str = "t-1", game: str = "tavli") -> open_tables.TableLine:
    """A line of the tables list."""
    return open_tables.TableLine(
        table=table,
        name="Corner",
        game=game,
        options={"target": 5},
        stake_chips=10,
        mode="open",
        spectators=True,
        practice=False,
        state="filling",
        organizer="a-ann",
        seats=[open_tables.SeatLine(seat=0, name="ann", account="a-ann"), open_tables.SeatLine(seat=1)],
        created_at_ms=7,
    )


def room(me: accounts.Account = ANN) -> presence.Room:
    """A room with one player and one table."""
    return presence.Room(
        me=me, players=[line_of(me.account)], tables=[table_line()], chat=[], invitations=[], table=None
    )


def services(**answers: Any) -> FakeRpc:
    """Services that are well; some answers may be otherwise."""
    well = {
        "Connected": room(),
        "Disconnected": Done(),
        "Active": Done(),
        "NoteStaffRead": Done(),
        "CheckStanding": Done(),
        "WhoIs": ANN,
        "GetBalance": wallet.Balance(account="a-ann", chips=500),
        "GetRatings": ranking.Ratings(ratings=[ranking.Rating(account="a-ann", rating=1250, games=3, peak=1260)]),
        "GetQuintiles": statistics.Quintiles(
            quintiles=[statistics.QuintileChange(account="a-ann", pr=7, quintile=2, seq=1)]
        ),
        "ListTables": open_tables.Tables(tables=[table_line()]),
        "FindTable": lambda asked: table_line() if asked.table == "t-1" else Refusal("table_unknown"),
        "ListPlayers": presence.Players(players=[line_of(table="t-1")]),
    }
    return FakeRpc(**(well | answers))
