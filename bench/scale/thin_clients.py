"""Many clients with little bandwidth in one process, for `make bench-scale`.

The process is started by `scale/crowd.py`. It reads lines from stdin and answers each with a line of JSON: first the
`Plan`, then `enter N` (until N clients are in), `read` (the counts since the start) and `stop`.
"""

import asyncio
import contextlib
import itertools
import random
import socket
import sys
from collections import Counter
from collections.abc import Coroutine
from typing import Any, cast

import msgspec
import uvloop

from bench.robots import wire
from bench.scale.lobby_bench import raise_descriptors
from bench.scale.websocket import CLOSE, PING, PONG, TEXT, Bandwidth, FrameReader, client_frame, upgrade_request
from services.contracts.client.frames import SayFrame

BEAT_PHASES = 50
"""A fiftieth of the clients beats every 100 ms, so that each beats every 5 s."""
BEAT_PAUSE_S = 0.1
SOURCE_ADDRESSES = 8
RECEIVE_BUFFER_BYTES = 16_384
ENTERING_AT_ONCE = 64
"""Of one process. With fewer, the bandwidth of those who are entering decides how fast all of them come in."""
ENTER_TIMEOUT_S = 30.0
ANSWER_TIMEOUT_S = 30.0
LIFE_PERIOD_S = 12.0
"""In this time an active client says a line of chat, opens a table and gets up from it."""

_BEAT = client_frame(wire.BEAT)
_HEAD_END = b"\r\n\r\n"


class Plan(msgspec.Struct, frozen=True):
    """Who the clients of this process are."""

    ports: list[int]
    """Of the gateways; the clients take turns."""
    tokens: list[str]
    """One live session for each client, in the order in which they enter."""
    active_every: int
    """Every so many-th client talks and takes seats, the others only listen."""
    bytes_per_s: float
    """The most that a client reads."""


class Counts(msgspec.Struct):
    """What has happened to the clients of this process so far."""

    open: int = 0
    """Sockets that have the room and are open."""
    bytes_received: int = 0
    frames_received: int = 0
    pauses: int = 0
    """How often a client had to stop reading because of its bandwidth."""
    commands_done: int = 0
    dropped: dict[str, int] = msgspec.field(default_factory=Counter)
    """Why sockets were closed by the server, or never got in → how many."""
    refused: dict[str, int] = msgspec.field(default_factory=Counter)
    """Codes of commands that were refused."""


class Answer(msgspec.Struct):
    """`done` or `refused`."""

    id: str | None = None
    error: str = ""
    data: Any = None


_read_answer = msgspec.json.Decoder(Answer).decode


class Client(asyncio.Protocol):
    """One socket: enters, beats, reads no faster than it may, and counts."""

    def __init__(self, number: int, token: str, plan: Plan, counts: Counts) -> None:
        """Not yet connected."""
        self._number, self._token, self._plan, self._counts = number, token, plan, counts
        self._loop = asyncio.get_running_loop()
        self._bandwidth = Bandwidth(plan.bytes_per_s, self._loop.time())
        self._reader = FrameReader()
        self._head: bytes | None = b""
        """The answer to the HTTP request as far as it has come; None: the socket is open."""
        self._transport: asyncio.Transport | None = None
        self._asked: dict[str, asyncio.Future[Answer]] = {}
        self._ids = itertools.count(1)
        self._bye = ""
        self.entered: asyncio.Future[None] = self._loop.create_future()
        """Resolved when the client has its room, or when it has been turned away."""
        self.stopped = False

    # --- the socket ---

    async def connect(self) -> None:
        """Open the socket from one of the source addresses."""
        sock = socket.socket()
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((f"127.0.0.{1 + self._number % SOURCE_ADDRESSES}", 0))
        port = self._plan.ports[self._number % len(self._plan.ports)]
        try:
            await self._loop.sock_connect(sock, ("127.0.0.1", port))
            await self._loop.create_connection(lambda: self, sock=sock)
        except OSError as error:
            sock.close()
            self._end(f"not connected: {error.strerror}")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a websocket, and say who we are without waiting for the answer."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are not derived from it
        hello = wire.pack(wire.Hello(token=self._token, protocol=wire.PROTOCOL))
        self._transport.write(upgrade_request("127.0.0.1") + client_frame(hello))

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is closed; by the server unless we are leaving."""
        if self.is_in:
            self._counts.open -= 1
        self._transport = None
        self._end(self._bye or (str(exc) if exc else "closed"))

    def _end(self, reason: str) -> None:
        if not self.stopped:
            self._counts.dropped[reason] += 1
        if not self.entered.done():
            self.entered.cancel()

    def data_received(self, data: bytes) -> None:
        """Count, stop reading for a while where that was too fast, and look at the frames."""
        self._counts.bytes_received += len(data)
        pause_s = self._bandwidth.wait_s(len(data), self._loop.time())
        if pause_s and self._transport is not None:
            self._counts.pauses += 1
            self._transport.pause_reading()
            self._loop.call_later(pause_s, self._resume)
        if self._head is not None:
            self._head += data
            if _HEAD_END not in self._head:
                return
            data, self._head = self._head.partition(_HEAD_END)[2], None
        for opcode, payload in self._reader.feed(data):
            self._counts.frames_received += 1
            self._on_frame(opcode, payload)

    def _resume(self) -> None:
        if self._transport is not None:
            self._transport.resume_reading()

    def _on_frame(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self._on_text(payload)
        elif self._transport is not None and opcode in (PING, CLOSE):
            self._transport.write(client_frame(payload, PONG if opcode == PING else CLOSE))

    def _on_text(self, payload: bytes) -> None:
        if payload.startswith((b'{"t":"done"', b'{"t":"refused"')):
            answer = _read_answer(payload)
            asked = self._asked.pop(answer.id or "", None)
            if asked is not None and not asked.done():
                asked.set_result(answer)
        elif payload.startswith(b'{"t":"room"') and not self.entered.done():
            self._counts.open += 1
            self.entered.set_result(None)
        elif payload.startswith(b'{"t":"bye"'):
            self._bye = payload.decode()

    # --- what it does ---

    @property
    def is_in(self) -> bool:
        """Whether it has its room and its socket is open."""
        return self._transport is not None and self.entered.done() and not self.entered.cancelled()

    def beat(self) -> None:
        """Say that we are alive."""
        if self.is_in and self._transport is not None:
            self._transport.write(_BEAT)

    def stop(self) -> None:
        """Go, which is not counted as dropped."""
        self.stopped = True
        if self._transport is not None:
            self._transport.abort()

    async def live(self) -> None:
        """Say a line, open a table, get up, again and again, at an even pace that begins at a moment of its own."""
        pause_s = LIFE_PERIOD_S / 3
        await asyncio.sleep(LIFE_PERIOD_S * random.Random(self._number).random())
        while self.is_in:
            await self._ask(SayFrame(id=self._new_id(), room="lobby", text=f"Line of client {self._number}"))
            await asyncio.sleep(pause_s)
            name = f"Table of client {self._number}"
            created = await self._ask(
                wire.CreateTableFrame(id=self._new_id(), name=name, game="tictactoe", options={"size": 3})
            )
            await asyncio.sleep(pause_s)
            if created is not None:
                await self._ask(wire.LeaveTableFrame(id=self._new_id(), table=created["table"]))
            await asyncio.sleep(pause_s)

    def _new_id(self) -> str:
        return f"scale-{self._number}-{next(self._ids)}"

    async def _ask(self, frame: SayFrame | wire.CreateTableFrame | wire.LeaveTableFrame) -> Any:
        """Send a command; the `data` of its answer, None where it was refused or not answered."""
        if self._transport is None:
            return None
        self._asked[frame.id] = self._loop.create_future()
        asked = self._asked[frame.id]
        self._transport.write(client_frame(wire.pack(frame)))
        try:
            answer = await asyncio.wait_for(asked, ANSWER_TIMEOUT_S)
        except TimeoutError:
            self._counts.refused["not answered"] += 1
            return None
        if answer.error:
            self._counts.refused[answer.error] += 1
            return None
        self._counts.commands_done += 1
        return answer.data


class Group:
    """The clients of this process."""

    def __init__(self, plan: Plan) -> None:
        """Nobody is in."""
        self._plan = plan
        self.counts = Counts()
        self._clients: list[Client] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def enter(self, count: int) -> None:
        """More clients, a few at a time, until so many have tried to get in."""
        gate = asyncio.Semaphore(ENTERING_AT_ONCE)
        await asyncio.gather(*(self._enter_one(number, gate) for number in range(len(self._clients), count)))

    async def _enter_one(self, number: int, gate: asyncio.Semaphore) -> None:
        async with gate:
            client = Client(number, self._plan.tokens[number], self._plan, self.counts)
            self._clients.append(client)
            await client.connect()
            with contextlib.suppress(asyncio.CancelledError):
                try:
                    await asyncio.wait_for(client.entered, ENTER_TIMEOUT_S)
                except TimeoutError:
                    self.counts.dropped["no room in time"] += 1
        if not client.is_in:
            client.stop()
        elif number % self._plan.active_every == 0:
            self.run(client.live())

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Let it run until `stop`."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def beat(self) -> None:
        """A share of the clients at every tick."""
        for phase in itertools.cycle(range(BEAT_PHASES)):
            for client in self._clients[phase::BEAT_PHASES]:
                client.beat()
            await asyncio.sleep(BEAT_PAUSE_S)

    async def stop(self) -> None:
        """Everybody goes."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for client in self._clients:
            client.stop()


async def serve() -> None:
    """Carry out what is read from stdin until `stop` or its end."""
    loop = asyncio.get_running_loop()

    async def next_line() -> str:
        return (await loop.run_in_executor(None, sys.stdin.readline)).strip()

    group = Group(msgspec.json.decode(await next_line(), type=Plan))
    group.run(group.beat())
    _answer(group.counts)
    while (line := await next_line()) not in ("", "stop"):
        word, _, count = line.partition(" ")
        if word == "enter":
            await group.enter(int(count))
        _answer(group.counts)
    await group.stop()


def _answer(counts: Counts) -> None:
    print(msgspec.json.encode(counts).decode(), flush=True)


if __name__ == "__main__":
    raise_descriptors()
    uvloop.run(serve())
