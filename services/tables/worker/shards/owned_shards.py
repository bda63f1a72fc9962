"""The shards that a worker owns, their tables in memory, and what these wait for: one heap of all their timers, and
without a timer of their own players who still have to connect, and the ratings of a rematch.

The latter wait equally long at all tables, so a queue in order of time is enough for each. Nothing here is kept: a
worker that takes a table over begins anew.
"""

import heapq
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from services.kernel.clock import Clock, TimeMs
from services.kernel.seats import Seat
from services.platform.process.logs import get_logger
from services.tables import metrics
from services.tables.journal.journal_rows import Journal
from services.tables.settings import TablesSettings
from services.tables.table.model import Table
from services.tables.transitions import disconnect, timers
from services.tables.worker.shards.loaded_table import LoadedTable
from services.tables.worker.shards.shard_names import read_shard_key

log = get_logger(__name__)
ASK_AFTER_MS = 2_000
"""How long a table waits before it asks; ranking answers in a fraction of that."""
_DISTRUST_MS = 60_000
"""How long all tables ask after an answer of a ranking process that freezes nothing unasked."""


class ShardNotLoaded(Exception):
    """The tables of a shard could not be loaded. That is no message's fault, so loading is tried again."""


class TakenOver(NamedTuple):
    """A shard that the worker has just begun to own, its tables, and how long it had no owner."""

    shard: str
    loaded_tables: list[LoadedTable]
    outage_ms: int


class OwnedShards:
    """The shards and tables of one worker; all of it can be loaded again from the journal."""

    def __init__(self, journal: Journal, settings: TablesSettings, clock: Clock, worker: str, games: list[str]) -> None:
        """No shard is owned yet."""
        self.epochs: dict[str, int] = {}
        self.loaded_tables: dict[str, LoadedTable] = {}
        self.gateways: dict[str, TimeMs] = {}
        """Gateway → when its last heartbeat arrived."""
        self.unrecalled: set[str] = set()
        """Tables that were taken over, and whose earlier commands were not loaded yet (`recall`)."""
        self._closed: dict[str, LoadedTable] = {}
        """Tables that closed before their viewers' gateways knew that this worker owns them."""
        self._journal = journal
        self._settings = settings
        self._clock = clock
        self._worker = worker
        self._games = games
        self._forgotten: set[str] = set()
        """Shards that this worker still owns for the broker, and has to load again."""
        self.unattended: dict[str, tuple[int, TimeMs]] = {}
        """Shard → this worker's epoch, and since when no worker could write its tables; until they have been
        resumed."""
        self.arrivals = ArrivalGrace(settings.gateway_silent_ms)
        self.awaited_ratings = AwaitedRatings()
        self._timers: list[tuple[TimeMs, str]] = []
        self._timer_of: dict[str, TimeMs] = {}

    def adopt(self, settings: TablesSettings) -> None:
        """Use other settings, with which timers may be due at other times."""
        self._settings = settings
        for loaded in self.loaded_tables.values():
            self.set_timer(loaded.table)

    # --- shards ---

    def own(self, shards: Iterable[str]) -> list[TakenOver]:
        """Claim and load those of these shards, which the broker has given to this worker, that it does not own yet.

        Raises:
            ShardNotLoaded: one of them could not be loaded.
        """
        found = [self._own(shard) for shard in sorted(shards) if shard not in self.epochs]
        if found:
            self.count()
        return found

    def own_forgotten(self, tables_max: int) -> list[TakenOver]:
        """Load shards again that were forgotten though they are still ours, one after the other, until so many tables
        are loaded; `has_forgotten` says whether others are left.

        Raises:
            ShardNotLoaded: one of them could not be loaded.
        """
        found: list[TakenOver] = []
        while self._forgotten and sum(len(each.loaded_tables) for each in found) < tables_max:
            found.append(self._own(min(self._forgotten)))
        if found:
            self.count()
        return found

    @property
    def has_forgotten(self) -> bool:
        """Whether shards of ours wait to be loaded again."""
        return bool(self._forgotten)

    def _own(self, shard: str) -> TakenOver:
        try:
            return self._claim_and_load(shard)
        except Exception as error:
            raise ShardNotLoaded(shard) from error

    def _claim_and_load(self, shard: str) -> TakenOver:
        epoch, since_ms = self._claim(shard)
        tables = self._journal.load(shard)
        outage_ms = self._clock.now_ms() - since_ms
        self.epochs[shard] = epoch
        self._forgotten.discard(shard)
        log.info("shard_owned", shard=shard, epoch=epoch, tables=len(tables), outage_ms=outage_ms)
        loaded_tables = [self._hold(table, shard) for table in tables]
        return TakenOver(shard, loaded_tables, outage_ms)

    def _claim(self, shard: str) -> tuple[int, TimeMs]:
        """Claim a shard: the new epoch, and since when it had no owner. If this worker owned it last, it knows that
        better than its heartbeats show, which continue while commits fail or the broker is away."""
        epoch, since_ms = self._journal.claim(shard, self._worker)
        last_epoch, unattended_ms = self.unattended.get(shard, (0, since_ms))
        if last_epoch == epoch - 1:
            since_ms = min(since_ms, unattended_ms)
        self.unattended[shard] = (epoch, since_ms)
        return epoch, since_ms

    def resumed(self) -> None:
        """The entries that resume tables have been committed."""
        kept = self.unattended.items()
        self.unattended = {shard: since for shard, since in kept if shard not in self.epochs}

    def recall(self, table_ids: Iterable[str]) -> None:
        """Load, for those of these tables that were taken over, their earlier commands, before the first new one is
        applied: all tables of a cycle in one query, and no tables at which nothing happens."""
        waiting = sorted(self.unrecalled.intersection(table_ids))
        if waiting:
            known = self._journal.known_commands(waiting, self._settings.remembered_commands)
            for table_id in waiting:
                self.loaded_tables[table_id].recall(known.get(table_id))
            self.unrecalled.difference_update(waiting)

    def _hold(self, table: Table, shard: str) -> LoadedTable:
        loaded = self.loaded_tables[table.id] = LoadedTable(table, shard, self._settings)
        loaded.complete = False
        self.unrecalled.add(table.id)
        loaded.snapshot_seq = table.seq
        self.set_timer(table)
        if table.is_running:
            self.arrivals.expect(table.id, self._clock.now_ms())
        return loaded

    def forget(self, shard: str) -> None:
        """Another worker owns the shard now."""
        self._forgotten.discard(shard)
        self.epochs.pop(shard, None)
        self.unattended.pop(shard, None)
        for table_id in [table_id for table_id, loaded in self.loaded_tables.items() if loaded.shard == shard]:
            del self.loaded_tables[table_id]
            self.unrecalled.discard(table_id)
        self.count()

    def forget_all(self, since_ms: TimeMs, keep: bool) -> None:
        """Discard all tables, because their state has been in doubt since this time. `keep`: the broker still counts
        this worker as the owner of the shards, and they are loaded again with the next cycles (`own_forgotten`)."""
        for shard, epoch in self.epochs.items():
            self.unattended.setdefault(shard, (epoch, since_ms))
        self._forgotten = self._forgotten | self.epochs.keys() if keep else set()
        self.epochs.clear()
        self.loaded_tables.clear()
        self.unrecalled.clear()
        self.count()

    def count(self) -> None:
        """Update the metrics."""
        for game in self._games:
            owned = sum(read_shard_key(key)[0] == game for key in self.epochs)
            metrics.shards_owned.labels(game).set(owned)
            metrics.tables_open.labels(game).set(
                sum(loaded.table.game == game for loaded in self.loaded_tables.values())
            )

    def loaded(self, table_id: str) -> LoadedTable | None:
        """A table in memory."""
        return self.loaded_tables.get(table_id)

    def close(self, loaded: LoadedTable, now_ms: TimeMs) -> None:
        """A table has closed. If it was just taken over it can still be viewed for a while, because gateways may not
        know yet who owns it."""
        self.loaded_tables.pop(loaded.table.id, None)
        self.unrecalled.discard(loaded.table.id)
        self._closed = {id: each for id, each in self._closed.items() if now_ms < each.shown_until_ms}
        if now_ms < loaded.shown_until_ms:
            self._closed[loaded.table.id] = loaded

    def closed(self, table_id: str, now_ms: TimeMs) -> LoadedTable | None:
        """A table that closed a moment ago, shortly after it was taken over."""
        loaded = self._closed.get(table_id)
        return loaded if loaded is not None and now_ms < loaded.shown_until_ms and loaded.shard in self.epochs else None

    # --- timers ---

    def changed(self, before: Table, table: Table) -> None:
        """A table has changed: set its timer, and expect players to connect where a match or a guest's play begins."""
        self.set_timer(table)
        if table.is_running and (not before.is_running or (table.order.house and guests_came(before, table))):
            self.arrivals.expect(table.id, self._clock.now_ms())

    def set_timer(self, table: Table) -> None:
        """Set the table's timer; each table has at most one in the heap, and it is computed again when it fires."""
        due_ms = timers.deadline_ms(table, self._settings)
        known_ms = self._timer_of.get(table.id)
        if due_ms is not None and (known_ms is None or due_ms < known_ms):
            self._timer_of[table.id] = due_ms
            heapq.heappush(self._timers, (due_ms, table.id))

    def next_timer_ms(self) -> TimeMs | None:
        """When the next timer fires: a little late, so that commands sent in time are handled first."""
        return self._timers[0][0] + self._settings.clock_grace_ms + 1 if self._timers else None

    def fire(self, now_ms: TimeMs, look: Callable[[LoadedTable], bool]) -> None:
        """Call `look` for every table whose timer is due; it returns whether the table changes."""
        for loaded in self._due(now_ms):
            if not look(loaded):
                self.set_timer(loaded.table)  # nothing was due; a table that changes gets its timer when it is adopted

    def _due(self, now_ms: TimeMs) -> Iterator[LoadedTable]:
        while self._timers and self._timers[0][0] + self._settings.clock_grace_ms < now_ms:
            at_ms, table_id = heapq.heappop(self._timers)
            if self._timer_of.get(table_id) != at_ms:
                continue
            del self._timer_of[table_id]
            loaded = self.loaded_tables.get(table_id)
            if loaded is not None:
                yield loaded

    # --- viewers ---

    def hear(self, gateway: str) -> None:
        """A gateway's heartbeat has arrived."""
        self.gateways[gateway] = self._clock.now_ms()

    def silent_gateways(self) -> list[str]:
        """Gateways whose last heartbeat is too long ago."""
        silent_ms = self._clock.now_ms() - self._settings.gateway_silent_ms
        return [gateway for gateway, seen_ms in self.gateways.items() if seen_ms < silent_ms]

    def lose_gateway(self, gateway: str) -> dict[str, frozenset[int]]:
        """All connections of a gateway are lost. Returns the tables that were viewed through it, and the seats that
        no connection views any more."""
        self.gateways.pop(gateway, None)
        changed = {}
        for table_id, loaded in self.loaded_tables.items():
            seen = loaded.audience.connected
            for conn in [conn for conn in loaded.viewers if conn[0] == gateway]:
                loaded.stop_viewing(conn)
                changed[table_id] = seen - loaded.audience.connected
        if changed:
            metrics.gateways_lost.inc()
            log.warning("gateway_gone", gateway=gateway, tables=len(changed))
        return changed


class ArrivalGrace:
    """The grace period in which players may still connect to their table before they count as lost.

    After a takeover nobody is connected until the gateways have answered the roll; at the start of a match some players
    may still be connecting.
    """

    def __init__(self, patience_ms: int) -> None:
        """`patience_ms`: how long the players have to connect."""
        self._patience_ms = patience_ms
        self._expected: deque[tuple[TimeMs, str]] = deque()

    def expect(self, table_id: str, since_ms: TimeMs) -> None:
        """Expect the players of this table to be connected; `since_ms`: when they could first connect."""
        self._expected.append((since_ms, table_id))

    def due(self, now_ms: TimeMs) -> list[tuple[TimeMs, str]]:
        """The tables whose grace period is over, and when it began."""
        found = []
        while self._expected and self._expected[0][0] + self._patience_ms < now_ms:
            found.append(self._expected.popleft())
        return found


def guests_came(before: Table, table: Table) -> bool:
    """Whether somebody has sat down at a house-banked table."""
    pairs = zip(before.seats, table.seats, strict=True)
    return any(was.free and not now.free for was, now in pairs)


def absent(loaded: LoadedTable, table: Table) -> list[Seat]:
    """The seats whose players should be connected and are not; `table` is the newest, tentative, state."""
    seen = loaded.audience.connected
    return [seat for seat in range(len(table.seats)) if seat not in seen and disconnect.can_be_lost(table, seat)]


class AwaitedRatings:
    """Rematches that wait for ratings without having asked for them.

    Ranking's answer to a match freezes the ratings of its players' rematch too (`MatchFinished.next_match`). Players
    who press at once are there before that answer; asking for what is under way would cost two replicated messages, a
    commit and a transaction of ranking for each match. So their table only waits.

    That the ratings come does not depend on who owns the table by then: they are a message in its shard's queue, which
    workers of earlier releases understand as well. It depends on ranking alone, of which an earlier release may take
    part: then every table asks, until a while has passed without an answer of that kind. What still does not come is
    asked for after a moment, by a worker that drains, and by one that takes the table over.
    """

    def __init__(self) -> None:
        """No answer of ranking is known, so tables ask."""
        self._trusted_from_ms: TimeMs | None = None
        self._expected: deque[tuple[TimeMs, str]] = deque()
        self._is_draining = False

    def note_answer(self, freezes_next: bool, now_ms: TimeMs) -> None:
        """Ranking has answered a match: `MatchRated.freezes_next`."""
        if not freezes_next:
            self._trusted_from_ms = now_ms + _DISTRUST_MS
        elif self._trusted_from_ms is None:
            self._trusted_from_ms = now_ms

    def follow(self, now_ms: TimeMs) -> bool:
        """Whether a rematch gets its ratings without asking."""
        return not self._is_draining and self._trusted_from_ms is not None and self._trusted_from_ms <= now_ms

    def expect(self, table_id: str, now_ms: TimeMs) -> None:
        """A table waits from now on."""
        self._expected.append((now_ms + ASK_AFTER_MS, table_id))

    def due(self, now_ms: TimeMs) -> list[str]:
        """The tables that have waited for too long; those that have got their ratings meanwhile are among them."""
        found = []
        while self._expected and (self._is_draining or self._expected[0][0] <= now_ms):
            found.append(self._expected.popleft()[1])
        return found

    def drain(self) -> None:
        """The worker stops: all tables that wait are due, and none will wait any more."""
        self._is_draining = True
