"""What players see of a committed cycle: one message for each gateway, which lists connections and their frames."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from services.contracts.frames import DoneFrame, LegalMoves, RefusedFrame
from services.contracts.tables import Command, Deliveries, Delivery, FromPlayer
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.seats import Viewer
from services.plumbing.aio import BrokerDown, LoopLink
from services.plumbing.json import encode
from services.plumbing.logs import get_logger
from services.tables.settings import TablesSettings
from services.tables.table.views import EventViews, Viewing
from services.tables.worker.change import Change
from services.tables.worker.loaded_table import Conn, LoadedTable
from services.tables.worker.shard_names import queue_of

log = get_logger(__name__)


class Publisher:
    """Collects frames and sends them."""

    def __init__(self, link: LoopLink, settings: TablesSettings, now_ms: TimeMs, direct: str) -> None:
        """For one cycle. `direct`: the worker's own queue, where gateways reach it past the shards' queues."""
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
        """The command was carried out as that version."""
        self._frame([conn], encode(DoneFrame(id=command_id, version=version)))

    def refused(self, conn: Conn, command_id: str, refusal: Refusal) -> None:
        """The command changed nothing."""
        self._frame([conn], encode(RefusedFrame(id=command_id, error=refusal.error, detail=refusal.detail)))

    def answer(self, conn: Conn, command_id: str, answer: int | Refusal) -> None:
        """A version for what was carried out, or the refusal."""
        if isinstance(answer, Refusal):
            self.refused(conn, command_id, answer)
        else:
            self.done(conn, command_id, answer)

    def changed(self, change: Change) -> None:
        """Every viewer gets the events as they may see them and their view; senders learn of their commands."""
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
        """Frames and who gets them: viewers who see the same, and wait for no command of their own, share one."""
        viewing = self._viewing(change.loaded)
        events = EventViews(change.table, change.steps)
        bodies: dict[Viewer, bytes] = {}
        groups: dict[bytes, list[Conn]] = {}
        for conn, looker in change.loaded.viewers.items():
            body = bodies.get(looker.viewer)
            if body is None:
                seen = events.of(looker.viewer)
                body = bodies[looker.viewer] = self._update(change.loaded, viewing, looker.viewer, seen)
            done = list(change.done.get(conn, ()))
            groups.setdefault(b'{"t":"update","done":' + encode(done) + body, []).append(conn)
        return groups

    def audience(self, loaded: LoadedTable) -> None:
        """Only who is connected has changed."""
        viewing = self._viewing(loaded)
        with self._tolerant(loaded):
            for viewer in dict.fromkeys(looker.viewer for looker in loaded.viewers.values()):
                conns = [conn for conn, looker in loaded.viewers.items() if looker.viewer == viewer]
                frame = b'{"t":"update","done":[]' + self._update(loaded, viewing, viewer, [])
                self._frame(conns, frame, loaded.shard)

    def shown(self, loaded: LoadedTable, conn: Conn, command_id: str, version: int, viewer: Viewer) -> bool:
        """A connection looks from now on: what it missed one by one, or the table as a whole. Whether it can be."""
        with self._tolerant(loaded):
            gap = loaded.gap(version, viewer) if version >= 0 else None
            if gap is not None:
                body = self._update(loaded, self._viewing(loaded), viewer, gap)
                self._frame([conn], b'{"t":"update","done":' + encode([command_id]) + body, loaded.shard)
                return True
            view = encode(self._viewing(loaded).of(viewer))
            head = b'{"t":"table","version":%d,"now_ms":%d,"view":' % (loaded.table.seq, self._now_ms)
            self._frame([conn], head + view + b"}", loaded.shard)
            self.done(conn, command_id, loaded.table.seq)
            return True
        return False

    def legal_moves(self, loaded: LoadedTable, query: FromPlayer) -> None:
        """The moves that the sender's seat may make; the same seat is answered twice at one version from memory."""
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
        """Commands for another worker, at once and before everything else. If the link breaks now, their gateway
        gets no report and sends them again."""
        try:
            self._link.publish(encode(sent), "", queue)
        except BrokerDown as error:
            log.warning("commands_not_forwarded", queue=queue, error=str(error))

    def taken(self, gateway: str, number: int) -> None:
        """What the gateway gave to us directly is dealt with, up to this number."""
        self._taken[gateway] = max(number, self._taken.get(gateway, 0))

    def send(self) -> None:
        """One message per gateway. A gateway that is gone shows by its returned message."""
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

    def _update(self, loaded: LoadedTable, viewing: Viewing, viewer: Viewer, events: list[Any]) -> bytes:
        return b',"version":%d,"now_ms":%d,"events":%s,"view":%s}' % (
            loaded.table.seq,
            self._now_ms,
            encode(events),
            encode(viewing.of(viewer)),
        )

    @contextmanager
    def _tolerant(self, loaded: LoadedTable) -> Iterator[None]:
        """A table that its engine cannot show is not shown; what is said of all others is said."""
        try:
            yield
        except Exception:
            log.exception("table_unshown", table=loaded.table.id, game=loaded.table.game)

    def _viewing(self, loaded: LoadedTable) -> Viewing:
        return Viewing(loaded.table, self._now_ms, loaded.audience, self._settings, loaded.view_parts)

    def _frame(self, conns: list[Conn], frame: bytes, shard: str = "") -> None:
        """`shard`: ours, if the frame is about one of its tables."""
        raw = msgspec.Raw(frame)
        by_gateway: dict[str, list[int]] = {}
        for gateway, number in conns:
            by_gateway.setdefault(gateway, []).append(number)
        for gateway, numbers in by_gateway.items():
            self._deliveries.setdefault(gateway, []).append(Delivery(numbers, raw))
            if shard:
                self._shards.setdefault(gateway, {})[shard] = None
