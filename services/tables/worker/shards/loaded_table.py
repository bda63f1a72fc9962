"""A table in a worker's memory: its state, its viewers, and the answers to its last commands."""

from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence

from games.registry import game
from services.contracts.client.frames import EventView
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat, Viewer
from services.platform.process.json import encode
from services.platform.process.logs import get_logger
from services.tables.bots.seen_hand import SeenHand
from services.tables.journal.journal_rows import KnownCommands
from services.tables.settings import TablesSettings
from services.tables.table import entries
from services.tables.table.model import Table
from services.tables.table.transition import Step
from services.tables.table.views import Audience, EncodedParts, Listed, event_view, legal_moves, viewer_at

log = get_logger(__name__)

_SEATS_CHANGE = frozenset((entries.Asked, entries.Departed, entries.Sat, entries.GotUp))
Conn = tuple[str, int]
"""A connection: its gateway's queue and its number there."""
_AWAY_MAX = 256
_BITS = 8_192
_HASHES = 3


class TableViewer:
    """A connection that views the table, and the seat as which it does."""

    __slots__ = ("account", "viewer")

    def __init__(self, account: str, viewer: Viewer) -> None:
        """`viewer`: a seat or "public"."""
        self.account = account
        self.viewer = viewer


class RefusedIds:
    """Ids of commands that were refused so long ago that their answers are no longer in memory: a Bloom filter.

    Its size is fixed, and an empty one takes hardly any memory. It may report an id that was never added, in which case
    the database is queried and has no answer; it never misses an id that was added.
    """

    __slots__ = ("_bits",)

    def __init__(self) -> None:
        """Nothing has been refused."""
        self._bits = 0

    def add(self, command_id: str) -> None:
        """Remember an id."""
        for bit in _places(command_id):
            self._bits |= 1 << bit

    def update(self, command_ids: Iterable[str]) -> None:
        """Remember many."""
        for command_id in command_ids:
            self.add(command_id)

    def __contains__(self, command_id: str) -> bool:
        """Whether the id may have been refused. Most tables have refused nothing, which costs no computation."""
        return bool(self._bits) and all(self._bits >> bit & 1 for bit in _places(command_id))


class LoadedTable:
    """A table in memory."""

    def __init__(self, table: Table, shard: str, settings: TablesSettings) -> None:
        """As loaded from the journal, or just opened."""
        self.table = table
        self.shard = shard
        self.viewers: dict[Conn, TableViewer] = {}
        self._away: OrderedDict[Conn, TimeMs] = OrderedDict()
        """Connections that have stopped viewing, and when they did by their gateway's clock; only the last ones."""
        self.answers: OrderedDict[str, int | Refusal] = OrderedDict()
        """Command id → the version that it made, or its refusal; only the newest ones."""
        self.refused_ids: RefusedIds | None = None
        """Refused commands whose answers are only in the database; a repeated one must not be accepted."""
        self.complete = True
        """Whether `answers` contains every command that the table ever had."""
        self.steps: deque[Step] = deque(maxlen=settings.gap_events)
        self.seen_hand = SeenHand() if game(table.order.game).bot_history else None
        """What computer players have seen of the running hand; None: the game's use no history."""
        self.snapshot_seq = 0
        self.audience = Audience(frozenset(), 0)
        self.view_parts = EncodedParts(encode)
        self.shown_until_ms: TimeMs = 0
        """After a takeover: until then the table can be viewed even if it has closed, because gateways learn of its
        new worker only after the first commit."""
        self._answers_max = settings.remembered_commands
        self._legal: dict[Seat, tuple[int, Listed]] = {}
        """Seats that have asked for their legal moves → the version, and the answer."""

    def remember(self, command_id: str, answer: int | Refusal) -> None:
        """Remember the answer of a command."""
        self.answers[command_id] = answer
        if len(self.answers) > self._answers_max:
            oldest, old_answer = self.answers.popitem(last=False)
            self.complete = False
            if isinstance(old_answer, Refusal):
                self._refused_ids().add(oldest)

    def recall(self, known: KnownCommands | None) -> None:
        """Remember the commands from before a takeover, as the journal has them; called before the first new one."""
        if known is not None:
            if known.refused_ids:
                self._refused_ids().update(known.refused_ids)
            for command_id, answer in known.answers.items():
                self.remember(command_id, answer)

    def look(self, conn: Conn, account: str, viewer: Viewer) -> None:
        """A connection views the table from now on."""
        self.viewers[conn] = TableViewer(account, viewer)
        self._count()

    def is_over(self, conn: Conn, at_ms: TimeMs) -> bool:
        """Whether a request to view is older than the same connection's request to stop: the two may arrive by
        different queues."""
        return at_ms < self._away.get(conn, 0)

    def note_away(self, conn: Conn, at_ms: TimeMs) -> None:
        """A connection has asked to stop viewing, so its earlier requests to view no longer count. `at_ms` is its
        gateway's time, as in its other requests. A lost connection is not such a request."""
        self._away[conn] = max(at_ms, self._away.pop(conn, 0))
        if len(self._away) > _AWAY_MAX:
            self._away.popitem(last=False)

    def stop_viewing(self, conn: Conn) -> bool:
        """A connection no longer views the table. Returns whether it did before."""
        if self.viewers.pop(conn, None) is None:
            return False
        self._count()
        return True

    def adopt(self, table: Table, steps: Sequence[Step]) -> None:
        """Make the committed table the current one."""
        self.table = table
        self.steps.extend(steps)
        if self.seen_hand is not None:
            self._note_seen(self.seen_hand, steps)
        if any(type(step.entry.action) in _SEATS_CHANGE for step in steps):
            self._look_again()

    def _note_seen(self, seen_hand: SeenHand, steps: Sequence[Step]) -> None:
        """Keep the hand's history for computer players. A game whose events fail is stopped where they are shown; here
        it only costs the history."""
        try:
            seen_hand.note(game(self.table.order.game), steps)
        except Exception:
            log.exception("history_failed", table=self.table.id, game=self.table.game)
            self.seen_hand = None

    def gap(self, version: int, viewer: Viewer) -> list[EventView] | None:
        """The events after `version` as the viewer may see them; None if not all of them are in memory."""
        if version == self.table.seq:
            return []
        if not self.steps or not self.steps[0].entry.seq <= version + 1 <= self.table.seq:
            return None
        later = (step for step in self.steps if step.entry.seq > version)
        return [event_view(step, viewer_at(self.table, viewer, step.entry.seq)) for step in later]

    def legal_moves(self, seat: Seat) -> Listed:
        """The legal moves of a seat, computed once for each version of the table."""
        version, listed = self._legal.get(seat, (-1, None))
        if listed is None or version != self.table.seq:
            listed = legal_moves(self.table, seat)
            self._legal[seat] = self.table.seq, listed
        return listed

    def _look_again(self) -> None:
        """Players have changed seats, or left: each connection views the table from its player's present seat, or as
        a spectator."""
        for looker in self.viewers.values():
            seat = self.table.seat_of(looker.account)
            looker.viewer = "public" if seat is None else seat
        self._count()

    def _refused_ids(self) -> RefusedIds:
        self.refused_ids = self.refused_ids or RefusedIds()
        return self.refused_ids

    def _count(self) -> None:
        viewers = [looker.viewer for looker in self.viewers.values()]
        seats = frozenset(viewer for viewer in viewers if isinstance(viewer, int))
        self.audience = Audience(seats, sum(1 for viewer in viewers if not isinstance(viewer, int)))


def _places(command_id: str) -> list[int]:
    return [hash((salt, command_id)) % _BITS for salt in range(_HASHES)]
