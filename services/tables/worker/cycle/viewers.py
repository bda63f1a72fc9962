"""Connections that begin and stop viewing tables in one cycle, and players who are lost because no connection views for
them.

The loss of a seat, and its return, are journal entries, because clocks depend on them.
"""

from collections.abc import Iterable
from functools import partial

from services.contracts.tables import commands
from services.contracts.tables.commands import FromPlayer
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables import metrics
from services.tables.settings import TablesSettings
from services.tables.transitions import disconnect, timers
from services.tables.worker.cycle.batch import Batch
from services.tables.worker.cycle.publisher import Publisher
from services.tables.worker.memory.expectations import absent
from services.tables.worker.memory.loaded_table import Conn, LoadedTable
from services.tables.worker.shards.owned_shards import OwnedShards


class Viewers:
    """The changes of viewers in one cycle."""

    def __init__(self, owned: OwnedShards, batch: Batch, settings: TablesSettings) -> None:
        """`batch`: where lost and returned players become journal entries."""
        self._owned = owned
        self._batch = batch
        self._settings = settings
        self._joining: list[tuple[LoadedTable, commands.Watch]] = []
        self._early: list[tuple[str, commands.Watch]] = []
        """Shards, and requests to view tables that are not there: their start may come later in the same cycle."""
        self.changed: set[str] = set()
        """Ids of tables whose viewers have changed."""

    # --- before the commit ---

    def join(self, loaded: LoadedTable, command: commands.Watch) -> None:
        """A connection will view the table once the cycle is committed; a lost player returns at once."""
        if loaded.is_over((command.gateway, command.conn), command.at_ms):
            self._batch.answer(loaded.shard, command, loaded.table.seq)
            return
        self._joining.append((loaded, command))
        table = self._batch.table_of(loaded)
        seat = table.seat_of(command.account)
        if seat is not None and table.seats[seat].is_away:
            self._batch.noticed(loaded, command.at_ms, command.trace, partial(timers.give_back, seat=seat))

    def join_absent(self, shard: str, command: commands.Watch) -> None:
        """A request to view a table that is not in memory: it has just closed, or may be opened later in this cycle."""
        closed = self._owned.closed(command.table, self._batch.now_ms)
        if closed is None:
            self._early.append((shard, command))
        else:
            self._joining.append((closed, command))

    def leave(self, loaded: LoadedTable, command: commands.Unwatch) -> None:
        """A connection stops viewing. A player who waits for others may view another table meanwhile (RULES.md §9)."""
        conn = (command.gateway, command.conn)
        self._joining = [each for each in self._joining if not _is_same_view(each[1], command)]
        loaded.note_away(conn, command.at_ms)
        if not loaded.stop_viewing(conn):
            return
        self.changed.add(command.table)
        table = self._batch.table_of(loaded)
        seat = table.seat_of(command.account)
        if seat is not None and seat not in loaded.audience.connected and (command.lost or table.is_running):
            self._lose(loaded, [seat], command.at_ms, command.trace)

    def leave_absent(self, command: commands.Unwatch) -> None:
        """Withdraw a request to view a table that is not in memory."""
        self._early = [each for each in self._early if not _is_same_view(each[1], command)]

    def gateway_gone(self, gateway: str) -> None:
        """All connections of a gateway are lost."""
        for table_id, seats in self._owned.lose_gateway(gateway).items():
            self.changed.add(table_id)
            self._lose(self._owned.loaded_tables[table_id], seats, self._unstamped_ms, "")

    def settle(self) -> None:
        """All commands have been applied: players who have not connected within their time are lost, and requests to
        view tables that were not in memory are decided."""
        self._expire_arrivals()
        self._resolve_early()

    def _expire_arrivals(self) -> None:
        for since_ms, table_id in self._owned.arrivals.due(self._batch.now_ms):
            if (loaded := self._owned.loaded_tables.get(table_id)) is not None:
                seats = absent(loaded, self._batch.table_of(loaded))
                self._lose(loaded, seats, self._unstamped_ms, "", since_ms)

    def _resolve_early(self) -> None:
        """Requests to view tables that were not in memory are granted if the table has been opened since,
        otherwise refused. The same request may have arrived by two queues and must not be both granted and refused."""
        for shard, command in self._early:
            loaded = self._batch.opened.get(command.table)
            if loaded is None:
                self._batch.answer(shard, command, Refusal("table_unknown"))
            elif command.id not in {each.id for _, each in self._joining}:
                self.join(loaded, command)
        self._early.clear()

    @property
    def _unstamped_ms(self) -> TimeMs:
        """The time of a change without a gateway's stamp: late enough that commands sent before it may still arrive."""
        return self._batch.now_ms - self._settings.clock_grace_ms - 1

    def _lose(
        self, loaded: LoadedTable, seats: Iterable[Seat], at_ms: TimeMs, trace: str, since_ms: TimeMs | None = None
    ) -> None:
        """No connection views for these seats any more; their players are lost unless one is about to view."""
        coming = {command.account for each, command in self._joining if each is loaded}
        table = self._batch.table_of(loaded)
        for seat in seats:
            if table.seats[seat].account not in coming and disconnect.can_be_lost(table, seat):
                self._batch.noticed(loaded, at_ms, trace, partial(timers.lose, seat=seat, since_ms=since_ms))

    # --- while the database commits ---

    def show(self, publisher: Publisher, lost: frozenset[str]) -> None:
        """Add the frames for new viewers; nothing about `lost` shards."""
        for loaded, command in self._joining:
            if loaded.shard not in lost and self._show(publisher, loaded, command):
                self.changed.add(loaded.table.id)

    def _show(self, publisher: Publisher, loaded: LoadedTable, command: commands.Watch) -> bool:
        """Let a connection view. Returns whether that changes the list of viewers."""
        conn = (command.gateway, command.conn)
        seat = loaded.table.seat_of(command.account)
        if seat is None:
            refusal = self._spectator_refusal(loaded, conn)
            if refusal is not None:
                metrics.refusals.labels(refusal.error).inc()
                publisher.answer(conn, command.id, refusal)
                return False
        before = loaded.audience
        if command.gateway not in self._owned.gateways:
            self._owned.hear(command.gateway)
        loaded.look(conn, command.account, "public" if seat is None else seat)
        if not publisher.shown(loaded, conn, command.id, command.version, loaded.viewers[conn].viewer):
            publisher.answer(conn, command.id, Refusal("table_stopped"))
        return loaded.audience != before

    def _spectator_refusal(self, loaded: LoadedTable, conn: Conn) -> Refusal | None:
        if not loaded.table.order.spectators:
            return Refusal("spectators_off")
        if conn not in loaded.viewers and loaded.audience.spectators >= self._settings.max_spectators:
            return Refusal("spectators_full")
        return None


def _is_same_view(one: FromPlayer, other: FromPlayer) -> bool:
    """Whether two commands are about the same connection's view of the same table."""
    return (one.gateway, one.conn, one.table) == (other.gateway, other.conn, other.table)
