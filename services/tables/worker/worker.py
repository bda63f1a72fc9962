"""The worker: one loop that drains its shards, applies, commits, then adopts, answers and acknowledges.

The loop never waits for anybody: what a table asks of others leaves by the outbox, their answers come into the
shard's queue. Only the database's commit is waited for, once per batch.
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from services.contracts import tables as commands
from services.kernel.clock import Clock
from services.kernel.ids import new_id
from services.plumbing import names
from services.plumbing.aio import BrokerDown, LoopLink, open_link
from services.plumbing.batch_queue import BatchQueue, Full
from services.plumbing.database import CommitInDoubt, Database
from services.plumbing.dead_letters import Letter, park_by_loop
from services.plumbing.json import encode
from services.plumbing.logs import get_logger
from services.plumbing.loop import wait_done
from services.plumbing.settings import CommonSettings
from services.tables import metrics
from services.tables.actions.policies import policies_of
from services.tables.bots.scheduler import BotMove, Bots
from services.tables.journal.commit import CommitFailed, Unwritable
from services.tables.journal.journal import Journal
from services.tables.settings import TablesSettings
from services.tables.worker.batch import Batch
from services.tables.worker.cycle import Cycle
from services.tables.worker.inbox_items import DirectDelivery, GiveBack, LinkDown, LinkUp, QueueDelivery
from services.tables.worker.loaded_table import LoadedTable
from services.tables.worker.owned_shards import OwnedShards
from services.tables.worker.ownership import Ownership
from services.tables.worker.publisher import Publisher
from services.tables.worker.runner import GreenRunner, Runner
from services.tables.worker.secrets import SystemSecrets
from services.tables.worker.shard_names import queue_of, read_shard_key, shard_key

log = get_logger(__name__)

_PAUSE_AFTER_FAILURE_S = 0.1
_TRIES = 3
"""How often a message is tried alone before it goes to the dead letters."""
_IDLE_S = 0.5
_PRUNE_EVERY_S = 3_600
_KEEP_REFUSALS_MS = 86_400_000
_WAKE_AFTER_S = 0.05
_GOODBYE_S = 2.0
_ROOM_FOR_GIVEN = 1_000
"""Messages that gateways give us directly, each a few at a time."""


class Worker:
    """Runs the tables of some games until stopped."""

    def __init__(
        self,
        common: CommonSettings,
        settings: TablesSettings,
        database: Database,
        games: list[str],
        runner: Runner | None = None,
    ) -> None:
        """`games`: the ids this worker takes tables of; `runner`: runs its cycles, by default as a green thread."""
        for each in games:
            policies_of(each, settings)
        self.name = new_id()
        self.games = games
        self._settings = settings
        self._database = database
        self._clock: Clock = database.clock
        self._journal = Journal(database)
        self._secrets = SystemSecrets()
        unacknowledged_max = len(games) * settings.table_shards * settings.shard_prefetch
        # A command that finds no room would be lost.
        capacity = max(settings.inbox_max, 2 * unacknowledged_max) + _ROOM_FOR_GIVEN
        self._inbox: BatchQueue[Any] = BatchQueue("shards", capacity, settings.batch_max)
        self._link: LoopLink = open_link(common, "shards", self._on_up)
        self._link.on_down = lambda: self._offer(LinkDown())
        self._link.on_return = lambda queue, _headers: self._offer(commands.GatewayGone(queue))
        self._ownership = Ownership(database, self._link, settings, self.name, games)
        self._runner = runner or GreenRunner()
        self._bots = Bots(settings, self._deliver, self._runner.beside)
        self._owned = OwnedShards(self._journal, settings, self._clock, self.name, games)
        self._subscriptions: dict[str, int] = {}
        """Shard → how often we have subscribed to it again on this connection."""
        self._connections = 0
        self._direct = ""
        """Our own queue, another one on each connection: who still gives to the last one gets it back."""
        self._again: list[list[Any]] = []
        """Rounds to be tried again, before anything new."""
        self._last_cycle_s = 0.0
        self._pruned_at = time.monotonic()
        self._stopping = False

    # --- life ---

    def start(self) -> None:
        """Subscribe to all shards of our games; the broker decides which are ours."""
        self._last_cycle_s = time.monotonic()
        self._runner.start(self)
        self._link.start()

    def stop(self) -> None:
        """Drain, and wait for it: take nothing new, finish what is here, give the shards back."""
        self.begin_drain()
        self._runner.wait_drained()
        wait_done(self.leave(), _GOODBYE_S)

    def begin_drain(self) -> None:
        """Take nothing new; the last cycle is the one after which nothing waits."""
        for each in self.games:
            for number in range(self._settings.table_shards):
                self._link.cancel(self._tag(shard_key(each, number)))
        self._stopping = True
        self._inbox.wake()
        self._runner.wake()

    def leave(self) -> "asyncio.Future[None]":
        """Give the shards back and end the connection; a future of its end. After the last cycle."""
        if self._owned.epochs:
            try:
                self._journal.release(self._owned.epochs, self.name)
            except (SQLAlchemyError, CommitInDoubt) as error:
                log.warning("release_failed", error=str(error))
        self._bots.stop()
        return self._link.stop()

    @property
    def link(self) -> LoopLink:
        """Our connection to the broker."""
        return self._link

    def is_ready(self) -> bool:
        """Whether the loop turns and the broker is there."""
        return self._link.is_up and time.monotonic() - self._last_cycle_s < 5

    # --- what comes in ---

    def _tag(self, shard: str) -> str:
        """By which the broker knows our present subscription to a shard."""
        again = self._subscriptions.get(shard, 0)
        return f"{self._link.name}.{queue_of(shard)}" + (f".{again}" if again else "")

    def _on_up(self, link: LoopLink) -> None:
        link.declare_exchanges()
        for each in self.games:
            for number in range(self._settings.table_shards):
                queue = names.shard_queue(each, number)
                link.declare_durable(queue, names.dead_queue("tables"), **{"x-single-active-consumer": True})
        beats = f"tables.beats.{self.name}"
        link.declare_own(beats, (names.BEAT_EXCHANGE,), length_max=1000)
        link.consume(beats, self._on_gateway_beat, no_ack=True)
        channel = link.channel
        self._connections += 1
        self._direct = names.direct_queue(self.name, self._connections)
        link.declare_own(self._direct)
        link.consume(self._direct, partial(self._on_given, channel), no_ack=True)
        self._subscriptions = {}
        self._offer(LinkUp())
        for each in self.games:
            for number in range(self._settings.table_shards):
                link.consume(
                    names.shard_queue(each, number),
                    partial(self._on_message, shard_key(each, number), channel),
                    prefetch=self._settings.shard_prefetch,
                )

    def _on_message(self, shard: str, channel: Any, message: Any, subscription: int = 0) -> None:
        self._offer(QueueDelivery(shard, message, channel, subscription))

    def _on_given(self, channel: Any, message: Any) -> None:
        self._offer(DirectDelivery(message, channel))

    def _on_gateway_beat(self, message: Any) -> None:
        try:
            for beat in msgspec.json.decode(message.body, type=list[commands.GatewayBeat]):
                self._owned.hear(beat.gateway)
        except msgspec.MsgspecError:
            metrics.unreadable.inc()

    def _offer(self, item: Any) -> None:
        try:
            self._inbox.put(item)
        except Full:
            log.error("inbox_full", item=type(item).__name__)
        self._runner.wake()

    def _deliver(self, item: Any) -> None:
        """As `_offer`, from beside the cycles."""
        self._runner.deliver(partial(self._offer, item))

    # --- cycles; services/tables/worker/runner.py runs them ---

    def has_work(self) -> bool:
        """Whether anything waits."""
        return bool(self._again or len(self._inbox))

    def wait(self, timeout_s: float) -> None:
        """Sleep as a green thread, until something comes or for so long."""
        self._inbox.wait(timeout_s)

    def turn(self) -> bool:
        """One cycle over what waits; False: we are to stop, and nothing is left."""
        self._last_cycle_s = time.monotonic()
        items = self._again.pop(0) if self._again else self._inbox.take()
        if self._stopping and not items and not self._again:
            return False
        try:
            self._run_cycle(items)
        except Exception as error:  # noqa: BLE001 whatever it is, the worker goes on
            self._start_over(items, error)
        return True

    def wait_s(self) -> float:
        """Until the next timer, and never long: gateways and beats are looked after in between."""
        if self._stopping:
            return 0.0
        now_ms = self._clock.now_ms()
        times = [at_ms for at_ms in (self._owned.next_timer_ms(), self._bots.next_ms()) if at_ms is not None]
        wait_s = (min(times) - now_ms) / 1000 if times else _IDLE_S
        return min(max(wait_s, 0.0), _IDLE_S)

    def _start_over(self, items: list[Any], error: Exception) -> None:
        """A commit was refused or is in doubt: forget our shards, load them again, take the same messages again.

        If it was not the database being away, they are taken one by one, so that what is bad holds up nobody.
        """
        metrics.commit_failures.inc()
        items = [item for item in items if not isinstance(item, BotMove)]
        if isinstance(error, CommitFailed) and not isinstance(error, Unwritable):
            log.warning("commit_failed", error=f"{type(error).__name__}: {error}"[:500])
            self._again.insert(0, items)
        else:
            log.error("loop_failed", items=len(items), exc_info=error)
            self._again[:0] = [[item] for item in items if len(items) > 1 or self._may_try_again(item)]
        self._owned.forget_all(self._ownership.beaten_ms, keep=True)
        time.sleep(_PAUSE_AFTER_FAILURE_S)

    def _may_try_again(self, item: Any) -> bool:
        """Whether an item that failed alone gets another try; if not, it goes to the dead letters. What was given to
        us directly goes into the queues of its shards, and from there what is bad to the dead letters."""
        if not isinstance(item, QueueDelivery | DirectDelivery):
            return False
        item.failures += 1
        if item.failures >= _TRIES and isinstance(item, QueueDelivery):
            log.error("message_given_up", shard=item.shard)
            self._link.give_up(item.tag, item.channel)
        return isinstance(item, DirectDelivery) or item.failures < _TRIES

    def _run_cycle(self, items: list[Any]) -> None:
        """One round from arrival to acknowledgement."""
        fresh = self._sift(items)
        held = self._owned
        taken_over = held.own({item.shard for item in fresh if isinstance(item, QueueDelivery)})
        if taken_over:
            self._database.look_for_left()
        now_ms = self._clock.now_ms()
        batch = Batch(held.loaded_tables, held.epochs, self._journal, self._settings, self._secrets, now_ms)
        speaker = Publisher(self._link, self._settings, now_ms, self._direct)
        cycle = Cycle(held, self._journal, self._settings, batch, speaker)
        for shard, loaded_tables, outage_ms in taken_over:
            cycle.resume(loaded_tables, outage_ms)
            self._bots_think(loaded_tables)
            self._roll(shard)
        for item in fresh:
            self._take(item, cycle)
        cycle.fire()
        lost = cycle.commit()
        held.resumed()
        cycle.pass_on()
        cycle.settle(self._bots)
        cycle.send()
        metrics.time_commands(batch.stamps_ms, self._clock.now_ms())
        for queue, unreadable in cycle.set_aside:
            park_by_loop(self._link, Letter("tables", queue, unreadable.body, unreadable.reason, now_ms))
        self._acknowledge(fresh, lost)
        self._bots.act(now_ms, held.table)

    def _take(self, item: Any, cycle: Cycle) -> None:
        if isinstance(item, QueueDelivery):
            cycle.body(item.shard, item.body)
        elif isinstance(item, DirectDelivery):
            cycle.given(item.body, try_it=item.failures < _TRIES)
        elif isinstance(item, BotMove):
            cycle.bot(item)
        elif isinstance(item, commands.GatewayGone):
            cycle.gateway_gone(item.gateway)

    def _bots_think(self, loaded_tables: list[LoadedTable]) -> None:
        for loaded in loaded_tables:
            self._bots.plan(loaded.table)

    def _sift(self, items: list[Any]) -> list[Any]:
        """Deal with news about the link; drop messages of a channel that is gone: the broker delivers them again."""
        fresh: list[Any] = []
        for item in items:
            if isinstance(item, LinkDown):
                self._owned.forget_all(self._ownership.beaten_ms, keep=False)
                fresh = [each for each in fresh if not isinstance(each, QueueDelivery | DirectDelivery)]
            elif isinstance(item, LinkUp):
                self._runner.later(_WAKE_AFTER_S, self._wake_all)
            elif isinstance(item, GiveBack):
                self._give_back(item.shard)
                fresh = [each for each in fresh if not isinstance(each, QueueDelivery) or self._is_ours(each)]
            elif isinstance(item, DirectDelivery):
                if item.channel is self._link.channel:
                    fresh.append(item)
            elif not isinstance(item, QueueDelivery) or self._is_ours(item):
                fresh.append(item)
        return fresh

    def _is_ours(self, item: QueueDelivery) -> bool:
        """Whether a message is still ours to handle. One of a shard given back goes to its new owner."""
        if item.channel is not self._link.channel or item.returned:
            return False
        if item.subscription != self._subscriptions.get(item.shard, 0):
            self._link.requeue(item.tag, item.channel)
            item.returned = True
            return False
        return True

    def _give_back(self, shard: str) -> None:
        """Cancel, forget, subscribe at the back. Between two rounds: all that was handled is committed."""
        if shard not in self._owned.epochs:
            return
        self._journal.release([shard], self.name)
        self._owned.forget(shard)
        self._link.cancel(self._tag(shard))
        self._subscriptions[shard] = self._subscriptions.get(shard, 0) + 1
        metrics.shards_given_back.inc()
        log.info("shard_given_back", shard=shard)
        callback = partial(self._on_message, shard, self._link.channel, subscription=self._subscriptions[shard])
        self._link.consume_again(queue_of(shard), callback, self._tag(shard))

    def _wake_all(self) -> None:
        if self._link.channel is None:  # lost again: the next connection wakes them
            return
        for each in self.games:
            for number in range(self._settings.table_shards):
                self._ownership.wake(shard_key(each, number))

    def _acknowledge(self, items: list[Any], lost: frozenset[str]) -> None:
        """All that was handled, in one word; what belongs to a lost shard goes back for its owner."""
        last = None
        for item in items:
            if isinstance(item, QueueDelivery):
                if item.shard in lost:
                    self._link.requeue(item.tag, item.channel)
                else:
                    last = item
        if last is not None:
            self._link.ack(last.tag, last.channel, multiple=True)

    # --- owning, beats ---

    def _roll(self, shard: str) -> None:
        game_id, number = read_shard_key(shard)
        try:
            roll = commands.Roll(game_id, number, self._settings.table_shards)
            self._link.publish(encode([roll]), names.ROLL_EXCHANGE, "")
        except BrokerDown:
            log.warning("roll_unsent", shard=shard)

    @property
    def beat_s(self) -> float:
        """So far apart our signs of life are."""
        return self._settings.worker_beat_ms / 1000

    def beat_once(self) -> None:
        """Look after gateways and other workers, on the cycles' own thread."""
        self.look_for_silent()
        self.show_life()()

    def look_for_silent(self) -> None:
        """Gateways that show no life are lost."""
        for gateway in self._owned.silent_gateways():
            self._offer(commands.GatewayGone(gateway))

    def show_life(self) -> Callable[[], None]:
        """Show life, and look who shows none; answers what is to be done about it. Whatever the database does: who
        stops beating is taken for dead. May be called beside the cycles."""
        if self._stopping or not self.is_ready():
            return _nothing
        try:
            silent, excess = self._ownership.beat()
            if time.monotonic() - self._pruned_at > _PRUNE_EVERY_S:
                self._pruned_at = time.monotonic()
                self._journal.prune(_KEEP_REFUSALS_MS)
        except (SQLAlchemyError, CommitInDoubt) as error:
            log.warning("beat_failed", error=f"{type(error).__name__}: {error}"[:300])
            return _nothing
        return partial(self._heed, silent, excess)

    def _heed(self, silent: list[str], excess: list[str]) -> None:
        """Shards of who is silent get woken; those of ours that others should have are given back."""
        for shard in silent:
            self._ownership.wake(shard)
        for shard in excess:
            self._offer(GiveBack(shard))


def _nothing() -> None:
    """There is nothing to do."""
