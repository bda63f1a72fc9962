"""Who views the tables in one cycle, and what they are sent of it.

`Viewers`: connections that begin and stop viewing, and players who are lost because no connection views for them. The
loss of a seat, and its return, are journal entries, because clocks depend on them. `Publisher`: the frames of a
committed cycle, one message for each gateway, which lists connections and their frames.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

import msgspec

from services.contracts.client.frames import DoneFrame, EventView, LegalMoves, RefusedFrame
from services.contracts.client.table_views import TableView
from services.contracts.tables import commands
from services.contracts.tables.commands import Command, FromPlayer
from services.contracts.tables.deliveries import Deliveries, Delivery
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat, Viewer
from services.platform.broker.loop import BrokerDown, LoopLink
from services.platform.process.json import encode
from services.platform.process.logs import get_logger
from services.tables import metrics
from services.tables.settings import TablesSettings
from services.tables.table.views import EventViews, Viewing
from services.tables.transitions import disconnect, timers
from services.tables.worker.cycle.batch import Batch, Change
from services.tables.worker.shards.loaded_table import Conn, LoadedTable
from services.tables.worker.shards.owned_shards import OwnedShards, absent
from services.tables.worker.shards.shard_names import queue_of

log = get_logger(__name__)


class Publisher:
    """Collects frames and sends them."""

    def __init__(self, link: LoopLink, settings: TablesSettings, now_ms: TimeMs, direct: str) -> None:
        """For one cycle. `direct`: the worker's own queue, by which gateways reach it without the shards' queues."""
        self._link = link
        self._settings = settings
        self._now_ms = now_ms
        self._direct = direct
        self._deliveries: dict[str, list[Delivery]] = {}
        self._shards: dict[str, dict[str, None]] = {}
        """Gateway → shards that its frames are about."""
        self._taken: dict[str, int] = {}

    def start_over(self) -> None:
        """Discard everything that has been composed."""
        self._deliveries.clear()
        self._shards.clear()

    def done(self, conn: Conn, command_id: str, version: int) -> None:
        """Add the acknowledgement of a command, which made this version of the table."""
        self._frame([conn], encode(DoneFrame(id=command_id, version=version)))

    def refused(self, conn: Conn, command_id: str, refusal: Refusal) -> None:
        """Add the refusal of a command."""
        self._frame([conn], encode(RefusedFrame(id=command_id, error=refusal.error, detail=refusal.detail)))

    def answer(self, conn: Conn, command_id: str, answer: int | Refusal) -> None:
        """Add the answer of a command: the version that it made, or its refusal."""
        if isinstance(answer, Refusal):
            self.refused(conn, command_id, answer)
        else:
            self.done(conn, command_id, answer)

    def changed(self, change: Change) -> None:
        """Add, for every viewer of a changed table, the events that they may see and their view; for senders also
        the answers of their commands."""
        groups: dict[bytes, list[Conn]] = {}
        with self._tolerant(change.loaded):
            groups = self._updates(change)
        for frame, conns in groups.items():
            self._frame(conns, frame, change.loaded.shard)
        updated = {conn for conns in groups.values() for conn in conns}
        for conn, answers in change.done.items():
            if conn not in updated:
                for command_id, version in answers.items():
                    self.done(conn, command_id, version)

    def _updates(self, change: Change) -> dict[bytes, list[Conn]]:
        """Frames with their connections: viewers with the same view, and without commands of their own to be
        answered, share one."""
        loaded = change.loaded
        viewers = dict.fromkeys(looker.viewer for looker in loaded.viewers.values())
        views, events = self._viewing(loaded), EventViews(change.table, change.steps)
        shown: dict[Viewer, tuple[list[EventView], TableView]] = {}
        for viewer in viewers:
            shown[viewer] = events.of(viewer), views.of(viewer)
        bodies = self._bodies(loaded, shown)
        groups: dict[bytes, list[Conn]] = {}
        for conn, looker in loaded.viewers.items():
            done = list(change.done.get(conn, ()))
            groups.setdefault(b'{"t":"update","done":' + encode(done) + bodies[looker.viewer], []).append(conn)
        return groups

    def audience(self, loaded: LoadedTable) -> None:
        """Add a frame for a table of which only the viewers have changed."""
        views = self._viewing(loaded)
        with self._tolerant(loaded):
            viewers = dict.fromkeys(looker.viewer for looker in loaded.viewers.values())
            for viewer, body in self._bodies(loaded, {viewer: ([], views.of(viewer)) for viewer in viewers}).items():
                conns = [conn for conn, looker in loaded.viewers.items() if looker.viewer == viewer]
                self._frame(conns, b'{"t":"update","done":[]' + body, loaded.shard)

    def shown(self, loaded: LoadedTable, conn: Conn, command_id: str, version: int, viewer: Viewer) -> bool:
        """Add what a new viewer gets: the events that it missed, or the table as a whole. Returns whether the table
        could be shown."""
        with self._tolerant(loaded):
            gap = loaded.gap(version, viewer) if version >= 0 else None
            if gap is not None:
                body = self._bodies(loaded, {viewer: (gap, self._viewing(loaded).of(viewer))})[viewer]
                self._frame([conn], b'{"t":"update","done":' + encode([command_id]) + body, loaded.shard)
                return True
            view = encode(self._viewing(loaded).of(viewer))
            head = b'{"t":"table","version":%d,"now_ms":%d,"view":' % (loaded.table.seq, self._now_ms)
            self._frame([conn], head + view + b"}", loaded.shard)
            self.done(conn, command_id, loaded.table.seq)
            return True
        return False

    def legal_moves(self, loaded: LoadedTable, query: FromPlayer) -> None:
        """Add the legal moves of the sender's seat; at one version of the table they are computed once."""
        conn, seat = (query.gateway, query.conn), loaded.table.seat_of(query.account)
        if seat is None:
            self.refused(conn, query.id, Refusal("not_seated"))
            return
        try:
            listed = loaded.legal_moves(seat)
        except Exception:
            log.exception("legal_moves_failed", table=loaded.table.id, game=loaded.table.game)
            self.refused(conn, query.id, Refusal("internal_error"))
            return
        table = loaded.table
        answer = LegalMoves(id=query.id, version=table.seq, match=table.match.id, **listed._asdict())
        self._frame([conn], encode(answer), loaded.shard)

    def forward(self, queue: str, sent: list[Command]) -> None:
        """Send commands to another worker, at once and before all frames. If the connection breaks now, their
        gateway gets no report and sends them again."""
        try:
            self._link.publish(encode(sent), "", queue)
        except BrokerDown as error:
            log.warning("commands_not_forwarded", queue=queue, error=str(error))

    def taken(self, gateway: str, number: int) -> None:
        """Report to a gateway that its direct messages up to this number are dealt with."""
        self._taken[gateway] = max(number, self._taken.get(gateway, 0))

    def send(self) -> None:
        """Send one message to each gateway. A message to a gateway that no longer exists is returned by the broker."""
        for gateway in dict.fromkeys((*self._deliveries, *self._taken)):
            message = Deliveries(
                self._direct,
                self._taken.get(gateway, 0),
                [queue_of(shard) for shard in self._shards.get(gateway, ())],
                self._deliveries.get(gateway, []),
            )
            try:
                self._link.publish(encode(message), "", gateway, mandatory=True)
            except BrokerDown as error:
                log.warning("updates_lost", gateway=gateway, error=str(error))

    def _bodies(
        self, loaded: LoadedTable, shown: Mapping[Viewer, tuple[list[EventView], TableView]]
    ) -> dict[Viewer, bytes]:
        """What follows the answered commands in the update for each viewer: the events and the view."""
        return {
            viewer: b',"version":%d,"now_ms":%d,"events":%s,"view":%s}'
            % (loaded.table.seq, self._now_ms, encode(events), encode(view))
            for viewer, (events, view) in shown.items()
        }

    @contextmanager
    def _tolerant(self, loaded: LoadedTable) -> Iterator[None]:
        """The view of a table, without the game's part if its engine fails at making it."""
        try:
            yield
        except Exception:
            log.exception("table_unshown", table=loaded.table.id, game=loaded.table.game)

    def _viewing(self, loaded: LoadedTable) -> Viewing:
        return Viewing(loaded.table, self._now_ms, loaded.audience, self._settings, loaded.view_parts)

    def _frame(self, conns: list[Conn], frame: bytes, shard: str = "") -> None:
        """`shard`: the shard of the table that the frame is about, if it is one of this worker's."""
        raw = msgspec.Raw(frame)
        by_gateway: dict[str, list[int]] = {}
        for gateway, number in conns:
            by_gateway.setdefault(gateway, []).append(number)
        for gateway, numbers in by_gateway.items():
            self._deliveries.setdefault(gateway, []).append(Delivery(numbers, raw))
            if shard:
                self._shards.setdefault(gateway, {})[shard] = None


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

    def settle(self, waited: Iterable[tuple[TimeMs, str]]) -> None:
        """All commands have been applied: players who have not connected within their time are lost, and requests to
        view tables that were not in memory are decided. `waited`: the tables whose players' time is over, and when it
        began."""
        for since_ms, table_id in waited:
            if (loaded := self._owned.loaded_tables.get(table_id)) is not None:
                seats = absent(loaded, self._batch.table_of(loaded))
                self._lose(loaded, seats, self._unstamped_ms, "", since_ms)
        self._resolve_early()

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
