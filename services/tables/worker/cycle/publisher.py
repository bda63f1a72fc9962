"""The frames of a committed cycle: one message for each gateway, which lists connections and their frames."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import msgspec

from services.contracts.client.frames import DoneFrame, EventView, LegalMoves, RefusedFrame
from services.contracts.client.table_views import TableView
from services.contracts.tables.commands import Command, FromPlayer
from services.contracts.tables.deliveries import Deliveries, Delivery
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.seats import Viewer
from services.platform.broker.loop import BrokerDown, LoopLink
from services.platform.process.json import encode
from services.platform.process.logs import get_logger
from services.tables.settings import TablesSettings
from services.tables.table.views import EventViews, Viewing
from services.tables.worker.cycle.batch import Change
from services.tables.worker.memory.loaded_table import Conn, LoadedTable
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
