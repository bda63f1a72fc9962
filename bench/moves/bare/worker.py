"""The bare worker: takes all moves that wait, commits them in one round trip, then publishes and acknowledges.

`python -m bench.moves.bare.worker AMQP_URL POSTGRES_DSN`
"""

import asyncio
import gc
import sys
from typing import NamedTuple

import amqp
import msgspec
import uvloop
from psycopg.pq import Escaping, ExecStatus, PGconn

from bench.moves.bare.amqp_channel import TRANSIENT, Channel, open_channel
from bench.moves.bare.messages import GATEWAY_QUEUE, WORKER_QUEUE, Board, Command, Update

_PREFETCH = 500
_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_SET_UP = (
    b"CREATE TABLE journal (t text, version int, seat int, command text, PRIMARY KEY (t, version))",
    b"PREPARE write(json) AS INSERT INTO journal"
    b" SELECT e->>0, (e->>1)::int, (e->>2)::int, e->>3 FROM json_array_elements($1) e",
)
_read_commands = msgspec.json.Decoder(list[Command]).decode
_encode = msgspec.json.Encoder().encode


class Row(NamedTuple):
    """One line of the journal."""

    table: str
    version: int
    seat: int
    command: str


def play(tables: dict[str, Board], command: Command) -> Board | None:
    """The board after a move; None where the move may not be made. A game that is over is followed by the next one."""
    before = tables.get(command.table)
    if before is None or before.over:
        version = before.version if before is not None else 0
        before = Board("board", command.table, version, [None] * 9, 0, over=False)
    if before.turn != command.seat or before.cells[command.cell] is not None:
        return None
    cells = before.cells.copy()
    cells[command.cell] = command.seat
    over = None not in cells or any(cells[a] == cells[b] == cells[c] is not None for a, b, c in _LINES)
    after = Board("board", command.table, before.version + 1, cells, 1 - command.seat, over)
    tables[command.table] = after
    return after


class Journal:
    """PostgreSQL on the loop: one message with begin, insert and commit, `on_committed` when it is durable."""

    def __init__(self, dsn: str) -> None:
        """Connects and prepares while it blocks."""
        self._connection = PGconn.connect(dsn.encode())
        for statement in _SET_UP:
            result = self._connection.exec_(statement)
            assert result.status == ExecStatus.COMMAND_OK, result.error_message
        self._connection.nonblocking = 1
        self._literal = Escaping(self._connection).escape_literal
        self.on_committed = lambda: None
        asyncio.get_running_loop().add_reader(self._connection.socket, self._on_readable)

    def write(self, rows: list[Row]) -> None:
        """Send one transaction."""
        self._connection.send_query(b"BEGIN; EXECUTE write(%s); COMMIT" % bytes(self._literal(_encode(rows))))
        self._connection.flush()

    def _on_readable(self) -> None:
        self._connection.consume_input()
        while not self._connection.is_busy():
            result = self._connection.get_result()
            if result is None:
                self.on_committed()
                return
            assert result.status != ExecStatus.FATAL_ERROR, result.error_message


class Worker:
    """Takes what waits, one transaction at a time."""

    def __init__(self, journal: Journal) -> None:
        """Nothing waits."""
        self.channel: Channel | None = None
        self._journal = journal
        journal.on_committed = self._tell
        self._tables: dict[str, Board] = {}
        self._waiting: list[tuple[int, bytes]] = []
        self._is_writing = False
        self._turn_is_planned = False
        self._last_tag = 0
        self._updates = b""

    def on_message(self, delivery_tag: int, body: bytes) -> None:
        """A message of commands."""
        self._waiting.append((delivery_tag, body))
        self._plan_turn()

    def _plan_turn(self) -> None:
        if self._waiting and not self._is_writing and not self._turn_is_planned:
            self._turn_is_planned = True
            asyncio.get_running_loop().call_soon(self._take_turn)

    def _take_turn(self) -> None:
        self._turn_is_planned = False
        messages, self._waiting = self._waiting, []
        self._last_tag = messages[-1][0]
        rows, updates = self._apply(messages)
        if rows:
            self._is_writing = True
            self._journal.write(rows)
        self._updates = _encode(updates)  # while the database is at it
        if not rows:
            self._tell()

    def _apply(self, messages: list[tuple[int, bytes]]) -> tuple[list[Row], list[Update]]:
        rows, updates = [], []
        for _tag, body in messages:
            for command in _read_commands(body):
                board = play(self._tables, command)
                if board is not None:
                    rows.append(Row(command.table, board.version, command.seat, str(command.cell)))
                    updates.append(Update(command.connections, board))
        return rows, updates

    def _tell(self) -> None:
        self._is_writing = False
        assert self.channel is not None
        self.channel.publish(GATEWAY_QUEUE, self._updates, TRANSIENT)
        self.channel.acknowledge(self._last_tag)
        self._plan_turn()


def _set_up(channel: amqp.Channel) -> None:
    channel.queue_declare(WORKER_QUEUE, durable=True, auto_delete=False)
    channel.basic_qos(0, _PREFETCH, False)
    channel.basic_consume(WORKER_QUEUE)


async def serve(amqp_url: str, dsn: str) -> None:
    """Serve for ever; prints `ready` once it subscribes."""
    worker = Worker(Journal(dsn))
    worker.channel = await open_channel(amqp_url, _set_up, worker.on_message)
    gc.collect()
    gc.freeze()
    print("ready", flush=True)
    await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    uvloop.run(serve(sys.argv[1], sys.argv[2]))
