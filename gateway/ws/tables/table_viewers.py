"""The viewers of tables: reported to the table's shard when they begin and end, and again whenever the shard asks. What
tables publish for them is sent to their connections unchanged.
"""

from collections.abc import Callable, Iterable
from itertools import count

import msgspec

from gateway.metrics import counts
from gateway.ws.connection.codec import pack_text
from gateway.ws.connection.connection import Connection
from gateway.ws.connection.connections import Connections
from gateway.ws.tables.commands import Commands
from gateway.ws.tables.directory import Directory, Place
from gateway.ws.tables.hidden_pages import HiddenPages
from services.contracts.tables import commands as tables_commands
from services.contracts.tables import deliveries
from services.kernel.clock import Clock

NOTHING_SEEN = -1
"""The version of a viewer who gets the whole table."""
_decoder = msgspec.json.Decoder(deliveries.Deliveries)


class TableViewers:
    """Reports viewers to tables, in the gateway's own name."""

    def __init__(
        self, connections: Connections, directory: Directory, commands: Commands, clock: Clock, gateway: str
    ) -> None:
        """`gateway`: this process's id."""
        self._connections = connections
        self._directory = directory
        self._commands = commands
        self._clock = clock
        self._gateway = gateway
        self._numbers = count(1)

    def on_roll(self, rolls: Iterable[deliveries.Roll]) -> None:
        """New owners of shards have asked: report everybody who views their tables."""
        asked = {(roll.game, roll.shard) for roll in rolls}
        self._watch_again(lambda place: (place.game, place.shard) in asked)

    def watch_all_again(self) -> None:
        """After a lost connection to the broker: updates were lost, so every viewer is reported again."""
        self._watch_again(lambda _place: True)

    def watch_again(self, conn: Connection) -> None:
        """A connection has missed frames: it gets its tables whole."""
        for table in conn.watching:
            place = self._directory.place_of(table)
            if place is not None:
                self._watch(conn, table, place.queue)

    def lost(self, conn: Connection, lost_for_ms: int) -> None:
        """A connection ended `lost_for_ms` ago: report it to the tables that it viewed."""
        at_ms = self._clock.now_ms() - lost_for_ms
        for table in conn.watching:
            place = self._directory.place_of(table)
            if place is not None and conn.account is not None:
                command_id = self._command_id()
                unwatch = tables_commands.Unwatch(
                    table, command_id, at_ms, self._gateway, conn.id, conn.account, command_id, lost=True
                )
                self._commands.put(place.queue, unwatch)

    def seated(self, conn: Connection, table: str | None) -> None:
        """A connection's player sits at this table from now on, or nowhere: a seated player no longer watches other
        tables (services/tables/RULES.md §11)."""
        conn.seat = table
        for other in [each for each in conn.watching if table is not None and each != table]:
            place = self._directory.place_of(other)
            self._connections.unwatch(conn, other)
            if place is not None and conn.account is not None:
                command_id, now_ms = self._command_id(), self._clock.now_ms()
                unwatch = tables_commands.Unwatch(
                    other, command_id, now_ms, self._gateway, conn.id, conn.account, command_id
                )
                self._commands.put(place.queue, unwatch)

    def _watch_again(self, chosen: Callable[[Place], bool]) -> None:
        for table in self._connections.tables():
            place = self._directory.place_of(table)
            if place is not None and chosen(place):
                for conn in self._connections.watchers(table):
                    self._watch(conn, table, place.queue)

    def _watch(self, conn: Connection, table: str, queue: str) -> None:
        if conn.account is None:
            return
        command_id, now_ms = self._command_id(), self._clock.now_ms()
        watch = tables_commands.Watch(
            table, command_id, now_ms, self._gateway, conn.id, conn.account, command_id, version=NOTHING_SEEN
        )
        self._commands.put(queue, watch)

    def _command_id(self) -> str:
        """An id that no client has: answers to it reach no client."""
        return f"{self._gateway}.{next(self._numbers)}"


class TableUpdates:
    """Sends deliveries to the connections that they name."""

    def __init__(
        self,
        connections: Connections,
        on_report: Callable[[deliveries.Deliveries], None],
        hidden_pages: HiddenPages | None = None,
    ) -> None:
        """`on_report` is called with a worker's report; `hidden_pages` read what pages out of sight get."""
        self._connections = connections
        self._on_report = on_report
        self._hidden_pages = hidden_pages

    def on_message(self, body: bytes) -> None:
        """Handle a message of deliveries. A frame is packed once for all; a connection gets all of its frames in one
        send."""
        connections = self._connections.connections
        outgoing: dict[Connection, list[bytes]] = {}
        message = _decoder.decode(body)
        self._on_report(message)
        for delivery in message.frames:
            packed = pack_text(memoryview(delivery.frame))
            for conn_id in delivery.conns:
                conn = connections.get(conn_id)
                if conn is None:
                    counts.lost["delivery"] += 1
                elif conn in outgoing:
                    outgoing[conn].append(packed)
                else:
                    outgoing[conn] = [packed]
        if self._hidden_pages is not None and self._hidden_pages.pages:
            self._read_for_hidden_pages(message, self._hidden_pages)
        for conn, packed_frames in outgoing.items():
            data = packed_frames[0] if len(packed_frames) == 1 else b"".join(packed_frames)
            conn.send_packed(data, len(packed_frames), "table")

    def _read_for_hidden_pages(self, message: deliveries.Deliveries, hidden: HiddenPages) -> None:
        for delivery in message.frames:
            for conn_id in delivery.conns:
                conn = self._connections.connections.get(conn_id)
                if conn is not None and conn in hidden.pages:
                    hidden.on_frame(conn, delivery.frame)
