"""The worker: one loop that takes the waiting items, runs a cycle over them, and acknowledges their messages.

The loop waits for no other service: what a table asks of them leaves by the outbox, and their answers arrive in the
shard's queue. Only the database's commit is waited for, once a cycle.
"""

import asyncio
import os
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from services.contracts.tables import commands
from services.kernel.clock import DAY_MS, Clock
from services.kernel.fair import ROOT_BYTES
from services.kernel.ids import new_id
from services.platform.broker.loop import LoopLink, open_link
from services.platform.database.unit_of_work import CommitInDoubt, Database
from services.platform.operations.live_settings import Changes, LiveSettings
from services.platform.process.green_loop import BatchQueue, Full, wait_done
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings
from services.tables import metrics
from services.tables.bots.scheduler import BotMove, Bots
from services.tables.catalogue.policies import policies_of
from services.tables.generations import newest, shards_in_all
from services.tables.journal.commit_rows import CommitFailed, Unwritable
from services.tables.journal.journal_rows import Journal
from services.tables.settings import TablesSettings
from services.tables.worker.cycle.cycle import Cycle, CycleTools
from services.tables.worker.runner import Runner
from services.tables.worker.shards.inbox_items import (
    DirectDelivery,
    Draining,
    GiveBack,
    LinkDown,
    LinkUp,
    QueueDelivery,
)
from services.tables.worker.shards.owned_shards import OwnedShards, ShardNotLoaded, TakenOver
from services.tables.worker.shards.ownership_rows import Ownership
from services.tables.worker.shards.subscriptions import ShardSubscriptions

log = get_logger(__name__)

_PAUSE_AFTER_FAILURE_S = 0.1
_QUEUE_TRIES = 3
"""How often a message is tried alone before it is parked as a dead letter."""
_IDLE_S = 0.5
_PRUNE_EVERY_S = 3_600
_ADD_DAYS_EVERY_S = 600
_KEEP_REFUSALS_MS = DAY_MS
_WAKE_AFTER_S = 0.05
_GOODBYE_S = 2.0
_ROOM_FOR_DIRECT = 1_000
"""The capacity for direct messages of gateways, each with a few commands."""
TAKE_OVER_TABLES = 1_000
"""A cycle that has taken over this many tables leaves further shards to the next one, so that play at the first
tables continues while the others are loaded."""


class SystemSecrets:
    """Unguessable ids and roots, from the operating system's random numbers."""

    def match_id(self) -> str:
        """A new match id."""
        return new_id()

    def root(self) -> str:
        """32 random bytes as hex."""
        return os.urandom(ROOT_BYTES).hex()


class Worker:
    """Runs the tables of some games until stopped."""

    def __init__(
        self,
        common: CommonSettings,
        settings: TablesSettings,
        database: Database,
        games: list[str],
        runner: Runner,
    ) -> None:
        """`games`: the ids of the games whose tables this worker runs; `runner`: runs its cycles."""
        for each in games:
            policies_of(each, settings)
        newest(settings)  # raises ValueError if the generation for new tables does not exist
        self.name = new_id()
        self.games = games
        self._settings = settings
        self._live = LiveSettings("tables", settings, self._adopt)
        self._database = database
        self._clock: Clock = database.clock
        self._journal = Journal(database)
        self._secrets = SystemSecrets()
        unacknowledged_max = len(games) * shards_in_all(settings) * settings.shard_prefetch
        # A command that does not fit into the inbox would be lost.
        capacity = max(settings.inbox_max, 2 * unacknowledged_max) + _ROOM_FOR_DIRECT
        self._inbox: BatchQueue[Any] = BatchQueue("shards", capacity, settings.batch_max)
        self._owned = OwnedShards(self._journal, settings, self._clock, self.name, games)
        self._subscriptions = ShardSubscriptions(self.name, games, settings, self._offer, self._owned.hear)
        self._link: LoopLink = open_link(common, "shards", self._subscriptions.begin)
        self._link.on_down = lambda: self._offer(LinkDown())
        self._link.on_return = lambda queue, _headers: self._offer(commands.GatewayGone(queue))
        self._subscriptions.link = self._link
        self._ownership = Ownership(database, self._link, settings, self.name, games)
        self._runner = runner
        self._bots = Bots(settings, self._clock, runner, self._offer, self._owned.loaded, self._journal.steps_of_match)
        self._again: list[list[Any]] = []
        """Items of failed cycles, which are tried again before anything new."""
        self._last_cycle_s = 0.0
        self._pruned_at = time.monotonic()
        self._add_days_at = 0.0
        self._stopping = False

    # --- start and stop ---

    def start(self) -> None:
        """Subscribe to all shards of the worker's games; the broker chooses which of them it owns."""
        self._last_cycle_s = time.monotonic()
        self._runner.start(self)
        self._link.start()

    def stop(self) -> None:
        """Drain, and wait until that is done: take nothing new, finish what waits, give the shards back."""
        self.begin_drain()
        self._runner.wait_drained()
        wait_done(self.leave(), _GOODBYE_S)

    def begin_drain(self) -> None:
        """Take nothing new; the last cycle is the one after which no item waits."""
        self._subscriptions.cancel_all()
        self._stopping = True
        self._owned.awaited_ratings.drain()
        self._offer(Draining())
        self._inbox.wake()
        self._runner.wake()

    def leave(self) -> "asyncio.Future[None]":
        """Give the shards back and close the connection; called after the last cycle. Returns a future of the close."""
        if self._owned.epochs:
            try:
                self._journal.release(self._owned.epochs, self.name)
            except (SQLAlchemyError, CommitInDoubt) as error:
                log.warning("release_failed", error=str(error))
        self._bots.stop()
        return self._link.stop()

    @property
    def link(self) -> LoopLink:
        """The connection to the broker."""
        return self._link

    def is_ready(self) -> bool:
        """Whether cycles run and the broker is connected."""
        return self._link.is_up and time.monotonic() - self._last_cycle_s < 5

    # --- the inbox ---

    def _offer(self, item: Any) -> None:
        try:
            self._inbox.put(item)
        except Full:
            log.error("inbox_full", item=type(item).__name__)
        self._runner.wake()

    # --- cycles; services/tables/worker/runner.py runs them ---

    def has_work(self) -> bool:
        """Whether any item waits, or a shard has to be loaded again."""
        return bool(self._again or len(self._inbox) or self._owned.has_forgotten)

    def wait(self, timeout_s: float) -> None:
        """Sleep as a green thread, until an item arrives or the time is over."""
        self._inbox.wait(timeout_s)

    def turn(self) -> bool:
        """Run one cycle over the waiting items. Returns False when the worker stops and nothing is left to do."""
        self._last_cycle_s = time.monotonic()
        items = self._again.pop(0) if self._again else self._inbox.take()
        if self._stopping and not items and not self._again:
            return False  # the next owner loads the shards that were to be loaded again
        try:
            self._run_cycle(items)
        except Exception as error:  # noqa: BLE001 whatever it is, the worker goes on
            self._start_over(items, error)
        return True

    def wait_s(self) -> float:
        """Seconds until the next timer; never long, since gateways and other workers are checked in between."""
        if self._stopping:
            return 0.0
        now_ms = self._clock.now_ms()
        times = [at_ms for at_ms in (self._owned.next_timer_ms(), self._bots.next_ms()) if at_ms is not None]
        wait_s = (min(times) - now_ms) / 1000 if times else _IDLE_S
        return min(max(wait_s, 0.0), _IDLE_S)

    def _run_cycle(self, items: list[Any]) -> None:
        """Run one cycle, from the items to the acknowledgement of their messages."""
        fresh, taken_over, postponed = self._take_over(self._sift(items))
        if taken_over:
            self._database.relay_orphaned_outbox()
        for each in taken_over:
            self._subscriptions.ask_for_viewers(each.shard)
        now_ms = self._clock.now_ms()
        tools = CycleTools(
            self._owned,
            self._journal,
            self._settings,
            self._secrets,
            self._bots,
            self._link,
            self._subscriptions.direct_queue,
        )
        cycle = Cycle(tools, now_ms)
        lost = cycle.run(fresh, taken_over)
        metrics.time_commands(cycle.stamps_ms, self._clock.now_ms())
        self._subscriptions.acknowledge(fresh, lost)
        self._bots.act(now_ms)
        if postponed:
            self._again.insert(0, postponed)

    def _take_over(self, items: list[Any]) -> tuple[list[Any], list[TakenOver], list[Any]]:
        """Take over the shards of these messages, up to `TAKE_OVER_TABLES`. Returns the items for this cycle, what
        was taken over, and the items for the next cycle. The latter are all that arrived after the first message
        that has to wait: an acknowledgement covers every earlier message. Shards to be loaded again that have no
        message come last."""
        taken_over: list[TakenOver] = []
        for place, item in enumerate(items):
            if not isinstance(item, QueueDelivery) or item.shard in self._owned.epochs:
                continue
            if sum(len(each.loaded_tables) for each in taken_over) >= TAKE_OVER_TABLES:
                return items[:place], taken_over, items[place:]
            taken_over += self._owned.own({item.shard})
        loaded = sum(len(each.loaded_tables) for each in taken_over)
        return items, taken_over + self._owned.own_forgotten(TAKE_OVER_TABLES - loaded), []

    def _sift(self, items: list[Any]) -> list[Any]:
        """Handle changes of the connection, and drop messages of an earlier one: the broker delivers them again."""
        fresh: list[Any] = []
        for item in items:
            if isinstance(item, LinkDown):
                self._owned.forget_all(self._ownership.beaten_ms, keep=False)
                fresh = [each for each in fresh if not isinstance(each, (QueueDelivery, DirectDelivery))]
            elif isinstance(item, LinkUp):
                self._runner.later(_WAKE_AFTER_S, self._wake_all)
            elif isinstance(item, GiveBack):
                self._give_back(item.shard)
                fresh = [each for each in fresh if self._is_current(each)]
            elif self._is_current(item):
                fresh.append(item)
        return fresh

    def _is_current(self, item: Any) -> bool:
        if isinstance(item, DirectDelivery):
            return item.channel is self._link.channel
        return not isinstance(item, QueueDelivery) or self._subscriptions.is_current(item)

    def _give_back(self, shard: str) -> None:
        """Give a shard back. Called between two cycles, when everything that was handled is committed."""
        if shard in self._owned.epochs:
            self._journal.release([shard], self.name)
            self._owned.forget(shard)
            self._subscriptions.renew(shard)

    def _wake_all(self) -> None:
        self._subscriptions.wake_all(self._ownership.wake)

    # --- failures ---

    def _start_over(self, items: list[Any], error: Exception) -> None:
        """A cycle has failed: discard the tables of all shards, to load them again, and take the same items again.

        If the database is away or a shard could not be loaded, all items are taken together again; otherwise one by
        one, so that a bad message delays no other.
        """
        metrics.commit_failures.inc()
        items = [item for item in items if not isinstance(item, BotMove)]
        if isinstance(error, CommitFailed) and not isinstance(error, Unwritable):
            log.warning("commit_failed", error=f"{type(error).__name__}: {error}"[:500])
            self._again.insert(0, items)
        elif isinstance(error, ShardNotLoaded):
            cause = error.__cause__
            log.warning("shard_not_loaded", shard=str(error), error=f"{type(cause).__name__}: {cause}"[:500])
            self._again.insert(0, items)
        else:
            log.error("loop_failed", items=len(items), exc_info=error)
            self._again[:0] = [[item] for item in items if len(items) > 1 or self._may_try_again(item)]
        self._owned.forget_all(self._ownership.beaten_ms, keep=True)
        time.sleep(_PAUSE_AFTER_FAILURE_S)

    def _may_try_again(self, item: Any) -> bool:
        """Whether an item that failed alone is tried again; if not, it is parked as a dead letter. Direct commands
        are forwarded to their shards' queues, and a bad one is parked from there."""
        if isinstance(item, DirectDelivery):
            item.failures += 1
            return True
        if isinstance(item, QueueDelivery):
            item.failures += 1
            if item.failures >= _QUEUE_TRIES:
                self._subscriptions.give_up(item)
            return item.failures < _QUEUE_TRIES
        return False

    # --- heartbeats ---

    @property
    def beat_s(self) -> float:
        """Seconds between two heartbeats."""
        return self._settings.worker_beat_ms / 1000

    def beat_once(self) -> None:
        """Check gateways and other workers, on the cycles' own thread."""
        self.look_for_silent()
        self.heartbeat()()

    def look_for_silent(self) -> None:
        """Treat gateways without heartbeats as lost."""
        for gateway in self._owned.silent_gateways():
            self._offer(commands.GatewayGone(gateway))

    def heartbeat(self) -> Callable[[], None]:
        """Write a heartbeat and read those of other workers. Returns what then has to be done on the cycles' own
        thread. May be called from another thread. It does not wait for the database to be healthy elsewhere: a
        worker whose heartbeats stop counts as dead."""
        if self._stopping or not self.is_ready():
            return _nothing
        try:
            silent, excess = self._ownership.beat()
            if time.monotonic() - self._pruned_at > _PRUNE_EVERY_S:
                self._pruned_at = time.monotonic()
                self._journal.prune(_KEEP_REFUSALS_MS)
            if time.monotonic() >= self._add_days_at:
                self._add_days_at = time.monotonic() + _ADD_DAYS_EVERY_S
                self._journal.add_days()
                self._journal.measure(self._settings.journal_days if self._settings.journal_archive else None)
        except (SQLAlchemyError, CommitInDoubt) as error:
            log.warning("beat_failed", error=f"{type(error).__name__}: {error}"[:300])
            return _nothing
        return partial(self._after_beat, self._ownership.changes, silent, excess)

    def _after_beat(self, changes: Changes, silent: list[str], excess: list[str]) -> None:
        self._live.take(changes)
        self._rebalance(silent, excess)

    def _adopt(self, settings: TablesSettings) -> None:
        """An operator has changed a setting, which counts from the next cycle on. The policies of a table are in its
        journal."""
        self._settings = settings
        self._owned.adopt(settings)

    def _rebalance(self, silent: list[str], excess: list[str]) -> None:
        """Wake shards of silent workers; give back those of ours that others should have."""
        for shard in silent:
            self._ownership.wake(shard)
        for shard in excess:
            self._offer(GiveBack(shard))


def _nothing() -> None:
    """There is nothing to do."""
