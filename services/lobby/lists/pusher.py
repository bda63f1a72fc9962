"""Pushes to clients: one green thread takes the waiting updates of committed changes and sends them to the gateways
that need them.

Of players and tables only names are queued; what is sent of them is read when it is sent. So a burst of changes costs
one query and one line a player, and the last line sent is never older than the last commit.
"""

import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import msgspec

from services.contracts.client.frames import CountsFrame, PlayersFrame, ServerFrame, TablesFrame
from services.contracts.client.pushes import Push
from services.contracts.lobby.presence import Counts
from services.lobby import metrics
from services.lobby.companies import rows as companies
from services.lobby.halls.rules import Hall
from services.lobby.lists import lines
from services.lobby.lists.room import table_line
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player, parts
from services.lobby.tables import rows as tables
from services.lobby.tables.rows import TableRow
from services.platform.broker import push_keys
from services.platform.database.unit_of_work import Database, Work
from services.platform.process.green_loop import BatchQueue, Full
from services.platform.process.json import encode
from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn

log = get_logger(__name__)

_IDLE_S = 1.0
_PAUSE_AFTER_FAILURE_S = 0.2
_BATCH_MAX = 2_000


class _Frame(msgspec.Struct, frozen=True):
    accounts: list[str] | None
    frame: ServerFrame
    close: str | None
    except_conn: tuple[str, int] | None
    table: str | None
    spectators: bool
    hall: Hall | None
    session: str
    conn: tuple[str, int] | None


class _RoomAgain(msgspec.Struct, frozen=True):
    account: str


class _Changed(msgspec.Struct, frozen=True):
    players: Collection[str] = ()
    tables: Collection[str] = ()


_Item = _Frame | _Changed | _RoomAgain
_NOTHING = msgspec.Raw(encode(PlayersFrame(changed=[], gone=[])))
"""Goes with a push that is not for its frame; the release before this one sends it on, which harms nobody."""


class Pusher:
    """The Push port over the broker. What cannot be sent is dropped and counted: clients come in again after a cut."""

    def __init__(
        self,
        database: Database,
        publish: Callable[..., Any],
        elo_start: int,
        waiting_max: int = 50_000,
        linger_ms: int = 0,
        counts_ms: int | None = None,
    ) -> None:
        """`publish` is a Link's. `linger_ms`: how long lines of the players list wait for further ones: they go to
        everybody, so a crowd that comes in one by one would cost its square. `counts_ms`: how
        long after a change the whole room is counted for everybody in all halls; None: no counts are sent."""
        self._database = database
        self._publish = publish
        self.elo_start = elo_start
        self._queue: BatchQueue[_Item] = BatchQueue("lobby-pushes", waiting_max, _BATCH_MAX)
        self._linger_s = linger_ms / 1000
        self._players_due_s = 0.0
        self._counts_s = None if counts_ms is None else counts_ms / 1000
        self._counts_due_s = math.inf
        self._counts: Counts | None = None
        self._players: dict[str, None] = {}
        self._tables: dict[str, None] = {}
        self._stopping = False
        self._thread: Any = None

    # --- the port ---

    def players(self, accounts: Collection[str]) -> None:
        """The lines of these players have changed."""
        self._put(_Changed(players=accounts))

    def tables(self, table_ids: Collection[str]) -> None:
        """These tables have changed."""
        self._put(_Changed(tables=table_ids))

    def frame(
        self,
        accounts: Collection[str] | None,
        frame: ServerFrame,
        close: str | None = None,
        except_conn: tuple[str, int] | None = None,
        table: str | None = None,
        *,
        spectators: bool = False,
        hall: Hall | None = None,
        session: str = "",
        conn: tuple[str, int] | None = None,
    ) -> None:
        """Send a frame to these accounts and the viewers of a table, to everybody, or to everybody in a hall; of
        accounts perhaps only to one session, or one connection."""
        to = None if accounts is None else list(accounts)
        self._put(_Frame(to, frame, close, except_conn, table, spectators, hall, session, conn))

    def room_again(self, account: str) -> None:
        """The account's connections get the whole room again."""
        self._put(_RoomAgain(account))

    def _put(self, item: _Item) -> None:
        try:
            self._queue.put(item)
        except Full:
            metrics.pushes_dropped.labels("full").inc()

    # --- start and stop ---

    def start(self) -> None:
        """Begin to send."""
        self._stopping = False
        self._thread = spawn("lobby-pushes", self._run)

    def stop(self) -> None:
        """Send what waits, then end."""
        self._stopping = True
        self._queue.wake()
        if self._thread is not None:
            self._thread.join(2)

    def _run(self) -> None:
        while True:
            try:
                waited = self.turn(_IDLE_S)
            except Exception:
                log.exception("push_failed")
                waited = False
            if self._stopping and not waited:
                return

    # --- sending ---

    def turn(self, timeout_s: float | None = None) -> bool:
        """Send all waiting updates, one message for each routing key; returns whether there were any."""
        items = self._queue.drain(self._patience_s(timeout_s))
        direct = [self._sort_in(item) for item in items]
        pushes = [*self._changes(), *(push for push in direct if push is not None)]
        if time.monotonic() >= self._counts_due_s:
            pushes += self._new_counts()
        if pushes:
            self._send(pushes)
        return bool(items)

    def _gateways(self, pushes: list[Push]) -> Mapping[str, str]:
        """The gateways of the accounts that get a push; while the database is away none is known, and the pushes go
        to every gateway."""
        accounts = push_keys.addressees(pushes)
        if not accounts:
            return {}
        try:
            return self._database.run(players.find_connected, accounts)
        except Exception as error:  # noqa: BLE001 whatever it is, pushes reach everybody without it
            log.warning("push_unaddressed", error=f"{type(error).__name__}: {error}"[:300])
            return {}

    def _patience_s(self, timeout_s: float | None) -> float | None:
        """How long to wait for a new update: no longer than until a waiting line is due."""
        if not self._players or timeout_s is None:
            return timeout_s
        return min(timeout_s, max(self._players_due_s - time.monotonic(), 0.0))

    def _due_players(self) -> list[str]:
        """The players whose lines are due; all of them when the process stops."""
        is_due = self._stopping or time.monotonic() >= self._players_due_s
        return list(self._players) if is_due else []

    def _sort_in(self, item: _Item) -> Push | None:
        if isinstance(item, _RoomAgain):
            return Push([item.account], _NOTHING, room_again=True)
        if isinstance(item, _Frame):
            frame = msgspec.Raw(encode(item.frame))
            return Push(
                item.accounts,
                frame,
                item.close,
                item.except_conn,
                item.table,
                item.spectators,
                item.hall,
                session=item.session,
                conn=item.conn,
            )
        if self._counts_s is not None:
            self._counts_due_s = min(self._counts_due_s, time.monotonic() + self._counts_s)
        self._players |= dict.fromkeys(item.players)
        self._tables |= dict.fromkeys(item.tables)
        return None

    def _changes(self) -> list[Push]:
        """The present lines of changed players and tables; kept for the next turn while the database is away."""
        players_now = self._due_players()
        if not players_now and not self._tables:
            return []
        try:
            found = self._database.run(_read, list(self._tables), players_now, self.elo_start)
        except Exception as error:  # noqa: BLE001 whatever it is, the names are kept and the sender goes on
            log.warning("push_delayed", error=f"{type(error).__name__}: {error}"[:300])
            time.sleep(_PAUSE_AFTER_FAILURE_S)
            return []
        if players_now:
            self._players.clear()
            self._players_due_s = time.monotonic() + self._linger_s
        self._tables.clear()
        return [Push(to, msgspec.Raw(encode(frame)), hall=hall) for to, hall, frame in found]

    def _new_counts(self) -> Iterator[Push]:
        """The figures of the room (RULES.md §2) if they have changed; read after the changes that are sent with them.
        While the database is away they stay due."""
        try:
            found = self._database.run(players.count_present)
        except Exception as error:  # noqa: BLE001 whatever it is, the figures stay due and the sender goes on
            log.warning("counts_delayed", error=f"{type(error).__name__}: {error}"[:300])
            self._counts_due_s = time.monotonic() + _PAUSE_AFTER_FAILURE_S
            return
        self._counts_due_s = math.inf
        if found != self._counts:
            self._counts = found
            yield Push(None, msgspec.Raw(encode(CountsFrame(counts=found))))

    def _send(self, pushes: list[Push]) -> None:
        for sent in push_keys.publish(self._publish, pushes, self._gateways(pushes)):
            counter = metrics.pushes_dropped.labels("broker") if sent.is_lost else metrics.pushes.labels(sent.to)
            counter.inc(sent.pushes)


_Addressed = tuple[list[str] | None, Hall | None, ServerFrame]
"""A frame, the accounts that it is for (None: all), and the hall (None: all)."""


def _read(work: Work, table_ids: list[str], accounts: list[str], elo_start: int) -> list[_Addressed]:
    """The frames that say how these tables and players are now."""
    frames: list[_Addressed] = []
    if table_ids:
        frames += _table_frames(work, tables.find_some(work, table_ids), table_ids)
    if accounts:
        frames += _player_frames(players.find_some(work, accounts), accounts, elo_start)
    return frames


def _company_frames(work: Work, rows: list[TableRow]) -> Iterator[_Addressed]:
    """Tables of companies, for the members who are connected and those who sit there."""
    for row in rows:
        members = {each.account for each in companies.members(work, row.table.request.company or "")}
        there = sorted(players.find_connected(work, members | set(parts(row.table))))
        frame = TablesFrame(changed=[] if row.is_closed else [table_line(row)], gone=[row.table.id] * row.is_closed)
        if there:
            yield there, None, frame


def _table_frames(work: Work, rows: list[TableRow], table_ids: list[str]) -> Iterator[_Addressed]:
    by_hall: dict[Hall | None, list[TableRow]] = {}
    of_companies: list[TableRow] = []
    for row in rows:
        if row.table.request.company is None:
            by_hall.setdefault(row.hall, []).append(row)
        else:
            of_companies.append(row)
    for hall, own in by_hall.items():
        listed = [table_line(row) for row in own if not row.is_closed]
        gone = sorted(row.table.id for row in own if row.is_closed)
        yield None, hall, TablesFrame(changed=listed, gone=gone)
    if of_companies:
        yield from _company_frames(work, of_companies)
    forgotten = set(table_ids) - {row.table.id for row in rows}
    if forgotten:
        yield None, None, TablesFrame(changed=[], gone=sorted(forgotten))


def _player_frames(found: list[Player], accounts: list[str], elo_start: int) -> Iterator[_Addressed]:
    by_hall: dict[Hall, list[Player]] = {}
    for player in found:
        by_hall.setdefault(player.hall, []).append(player)
    for hall, own in by_hall.items():
        listed = [player for player in own if player.status != "absent"]
        gone = sorted({player.account for player in own} - {player.account for player in listed})
        yield None, hall, PlayersFrame(changed=lines.players_list(listed, elo_start), gone=gone)
    erased = set(accounts) - {player.account for player in found}
    if erased:
        yield None, None, PlayersFrame(changed=[], gone=sorted(erased))
