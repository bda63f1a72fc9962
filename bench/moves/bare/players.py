"""Players at the bare system: each move is timed from sending it until both seats have seen it."""

import asyncio
import random
import time
import uuid
from array import array
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.moves.bare.messages import FromPlayer, ToPlayer

_read = msgspec.json.Decoder(ToPlayer).decode
_encode = msgspec.json.Encoder().encode
_CONNECTING_AT_ONCE = 50


class Table:
    """Two seats that play game after game. `think_s`: the mean of a pause before each move, 0 for none."""

    def __init__(self, name: str, think_s: float, room: "Room") -> None:
        """Nobody sits here yet."""
        self.name = name
        self.players = [_Player(self, seat) for seat in (0, 1)]
        self._think_s = think_s
        self._room = room
        self._sent_s = 0.0
        self._unseen = 0

    def start(self) -> None:
        """The first move, in the middle."""
        self._move_later(self.players[0], 4)

    def on_board(self, player: "_Player", board: ToPlayer) -> None:
        """A seat sees the board, and moves if it is its turn."""
        self._unseen -= 1
        if not self._unseen and self._sent_s and self._room.counting:
            self._room.latencies_s.append(time.perf_counter() - self._sent_s)
        if self._room.stopping:
            return
        if board.over:
            if player.seat == 0:
                self._move_later(player, random.randrange(9))
        elif board.turn == player.seat:
            self._move_later(player, random.choice([cell for cell, mark in enumerate(board.cells) if mark is None]))

    def _move_later(self, player: "_Player", cell: int) -> None:
        if self._think_s:
            pause_s = random.expovariate(1 / self._think_s)
            asyncio.get_running_loop().call_later(pause_s, self._move, player, cell)
        else:
            asyncio.get_running_loop().call_soon(self._move, player, cell)

    def _move(self, player: "_Player", cell: int) -> None:
        if not self._room.stopping:
            self._sent_s, self._unseen = time.perf_counter(), 2
            player.send(FromPlayer("move", self.name, player.seat, cell))


class Room:
    """All tables of a case, and what was measured at them."""

    def __init__(self, tables: int, think_s: float) -> None:
        """Nobody is connected yet."""
        self.latencies_s = array("d")
        self.counting = False
        self.stopping = False
        evening = uuid.uuid4().hex[:8]  # the worker still knows the tables of earlier rooms, which ended in mid-game
        self._tables = [Table(f"{evening}.{number}", think_s, self) for number in range(tables)]

    async def open(self, url: str) -> None:
        """Connect everybody, sit down, begin to play."""
        players = [player for table in self._tables for player in table.players]
        for start in range(0, len(players), _CONNECTING_AT_ONCE):
            await asyncio.gather(*(player.connect(url) for player in players[start : start + _CONNECTING_AT_ONCE]))
        for table in self._tables:
            table.start()

    def begin(self) -> None:
        """Count from now on, from nothing."""
        self.latencies_s = array("d")
        self.counting = True

    def end(self) -> None:
        """Count no more."""
        self.counting = False

    async def close(self) -> None:
        """Stop playing and leave."""
        self.stopping = True
        await asyncio.gather(*(player.leave() for table in self._tables for player in table.players))


class _Player(WSListener):
    def __init__(self, table: Table, seat: int) -> None:
        self.seat = seat
        self._table = table
        self._sat = asyncio.Event()
        self._transport: Any = None

    async def connect(self, url: str) -> None:
        await ws_connect(lambda: self, url)
        self.send(FromPlayer("sit", self._table.name, self.seat))
        await self._sat.wait()

    async def leave(self) -> None:
        self._transport.disconnect()
        await self._transport.wait_disconnected()

    def send(self, frame: FromPlayer) -> None:
        self._transport.send(WSMsgType.TEXT, _encode(frame))

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        told = _read(frame.get_payload_as_memoryview())
        if told.t == "sat":
            self._sat.set()
        else:
            self._table.on_board(self, told)
