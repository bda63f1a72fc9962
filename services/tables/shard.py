"""The worker: one loop that drains its shards, applies, commits, then adopts, answers and acknowledges.

The loop never waits for anybody: what a table asks of others leaves by the outbox, their answers come into the
shard's queue. Only the database's commit is waited for, once per batch.
"""

import heapq
import time
from functools import partial
from typing import Any

import eventlet
import msgspec
from sqlalchemy.exc import SQLAlchemyError

from services.contracts import tables as commands
from services.contracts.tables import FromPlayer, ToTable
from services.kernel.clock import Clock, TimeMs
from services.kernel.ids import new_id, shard_of
from services.kernel.refusal import Refusal
from services.plumbing import names
from services.plumbing.batching import BatchQueue, Full
from services.plumbing.broker import BrokerDown, Link
from services.plumbing.database import Database
from services.plumbing.json import encode
from services.plumbing.logs import get_logger
from services.plumbing.settings import CommonSettings
from services.tables import metrics, timers
from services.tables import table as loop
from services.tables.batch import Batch
from services.tables.bots import BotMove, Bots
from services.tables.commit import CommitFailed
from services.tables.journal import Journal
from services.tables.live import Live
from services.tables.ownership import Ownership, read_shard_key, shard_key
from services.tables.policies import policies_of
from services.tables.secret import SystemSecrets
from services.tables.settings import TablesSettings
from services.tables.speaker import Speaker
from services.tables.state import Table

log = get_logger(__name__)

_decoder = msgspec.json.Decoder(list[commands.Command])
_PAUSE_AFTER_FAILURE_S = 0.1
_IDLE_S = 0.5


class Delivered:
    """A broker message of one of our shards."""

    __slots__ = ("body", "channel", "shard", "tag")

    def __init__(self, shard: str, message: Any, channel: Any) -> None:
        """As it came."""
        self.shard = shard
        body = message.body
        self.body: bytes = body.encode() if isinstance(body, str) else bytes(body)
        self.tag = message.delivery_tag
        self.channel = channel


class Cut(msgspec.Struct):
    """The link to the broker was lost: others may own our shards by now."""


class Joined(msgspec.Struct):
    """The link is up: quiet shards must be woken."""


class Worker:
    """Runs the tables of some games until stopped."""

    def __init__(self, common: CommonSettings, settings: TablesSettings, database: Database, games: list[str]) -> None:
        """`games`: the ids this worker takes tables of."""
        for each in games:
            policies_of(each, settings)
        self.name = new_id()
        self.games = games
        self._settings = settings
        self._database = database
        self._clock: Clock = database.clock
        self._journal = Journal(database)
        self._secrets = SystemSecrets()
        self._inbox: BatchQueue[Any] = BatchQueue("shards", settings.inbox_max, settings.batch_max)
        self._link = Link(common, "shards", self._on_up)
        self._link.on_down = lambda: self._offer(Cut())
        self._link.on_return = lambda queue, _headers: self._offer(commands.GatewayGone(queue))
        self._ownership = Ownership(database, self._link, settings, self.name)
        self._bots = Bots(settings, self._offer)
        self._epochs: dict[str, int] = {}
        self._lives: dict[str, Live] = {}
        self._timers: list[tuple[TimeMs, str]] = []
        self._timer_of: dict[str, TimeMs] = {}
        self._gateways: dict[str, TimeMs] = {}
        self._again: list[Any] = []
        self._turned_at = 0.0
        self._stopping = False
        self._stopped = eventlet.Event()

    # --- life ---

    def start(self) -> None:
        """Subscribe to all shards of our games; the broker decides which are ours."""
        self._turned_at = time.monotonic()
        eventlet.spawn(self._run)
        eventlet.spawn(self._beat)
        self._link.start()

    def stop(self) -> None:
        """Drain: take nothing new, finish what is here, give the shards back."""
        for queue in self._queues():
            self._link.cancel(f"{self._link.name}.{queue}")
        self._stopping = True
        self._inbox.wake()
        with eventlet.Timeout(10, False):
            self._stopped.wait()
        if self._epochs:
            try:
                self._journal.release(self._epochs, self.name)
            except SQLAlchemyError as error:
                log.warning("release_failed", error=str(error))
        self._link.stop()

    def is_ready(self) -> bool:
        """Whether the loop turns and the broker is there."""
        return self._link.is_up and time.monotonic() - self._turned_at < 5

    # --- what comes in ---

    def _queues(self) -> list[str]:
        return [names.shard_queue(each, n) for each in self.games for n in range(self._settings.table_shards)]

    def _on_up(self, link: Link) -> None:
        link.declare_exchanges()
        for each in self.games:
            for number in range(self._settings.table_shards):
                queue = names.shard_queue(each, number)
                link.declare_durable(queue, names.dead_queue("tables"), **{"x-single-active-consumer": True})
        beats = f"tables.beats.{self.name}"
        link.declare_own(beats, (names.BEAT_EXCHANGE,), length_max=1000)
        link.consume(beats, self._on_gateway_beat, no_ack=True)
        channel = link.channel
        self._offer(Joined())
        for each in self.games:
            for number in range(self._settings.table_shards):
                link.consume(
                    names.shard_queue(each, number),
                    partial(self._on_message, shard_key(each, number), channel),
                    prefetch=self._settings.shard_prefetch,
                )

    def _on_message(self, shard: str, channel: Any, message: Any) -> None:
        self._offer(Delivered(shard, message, channel))

    def _on_gateway_beat(self, message: Any) -> None:
        try:
            for beat in msgspec.json.decode(message.body, type=list[commands.GatewayBeat]):
                self._gateways[beat.gateway] = self._clock.now_ms()
        except msgspec.MsgspecError:
            metrics.unreadable.inc()

    def _offer(self, item: Any) -> None:
        try:
            self._inbox.put(item)
        except Full:
            log.error("inbox_full", item=type(item).__name__)

    # --- the loop ---

    def _run(self) -> None:
        while True:
            self._turned_at = time.monotonic()
            items = self._again or self._inbox.drain(self._wait_s())
            self._again = []
            if not items and self._stopping:
                self._stopped.send()
                return
            try:
                self._turn(items)
            except CommitFailed as error:
                self._start_over(items, error)
            except Exception:
                log.exception("loop_failed")
                self._start_over(items, None)

    def _wait_s(self) -> float:
        """Until the next timer, and never long: gateways and beats are looked after in between."""
        now_ms = self._clock.now_ms()
        times = [at_ms for at_ms in (self._next_timer_ms(), self._bots.next_ms()) if at_ms is not None]
        wait_s = (min(times) - now_ms) / 1000 if times else _IDLE_S
        return min(max(wait_s, 0.0), _IDLE_S)

    def _next_timer_ms(self) -> TimeMs | None:
        return self._timers[0][0] + self._settings.clock_grace_ms + 1 if self._timers else None

    def _start_over(self, items: list[Any], error: Exception | None) -> None:
        """A commit was refused or is in doubt: forget these shards, load them again, take the same messages again."""
        metrics.commit_failures.inc()
        if error is not None:
            log.warning("commit_failed", error=f"{type(error).__name__}: {error}"[:500])
        self._again = [item for item in items if not isinstance(item, BotMove)]
        self._forget_all()
        eventlet.sleep(_PAUSE_AFTER_FAILURE_S)

    def _turn(self, items: list[Any]) -> None:
        """One batch from arrival to acknowledgement."""
        fresh = self._sift(items)
        resumed = self._own({item.shard for item in fresh if isinstance(item, Delivered)})
        now_ms = self._clock.now_ms()
        batch = Batch(self._lives, self._epochs, self._journal, self._settings, self._secrets, now_ms)
        speaker = Speaker(self._link, self._settings, now_ms)
        for live, outage_ms in resumed:
            batch.resume(live, outage_ms)
        watching: list[tuple[Live, commands.Watch]] = []
        moved: set[str] = set()
        for item in fresh:
            self._take(item, batch, speaker, watching, moved)
        self._fire(batch, now_ms)
        lost = self._commit(batch)
        self._adopt(batch, lost)
        self._speak(batch, speaker, watching, moved, lost)
        self._acknowledge(fresh, lost)
        self._bots.act(now_ms, self._table)

    def _sift(self, items: list[Any]) -> list[Any]:
        """Deal with news about the link; drop messages of a channel that is gone: the broker delivers them again."""
        fresh: list[Any] = []
        for item in items:
            if isinstance(item, Cut):
                self._forget_all()
                fresh = [each for each in fresh if not isinstance(each, Delivered)]
            elif isinstance(item, Joined):
                eventlet.spawn_after(0.05, self._wake_all)
            elif not isinstance(item, Delivered) or item.channel is self._link.channel:
                fresh.append(item)
        return fresh

    def _wake_all(self) -> None:
        try:
            self._link.wait_up(5)
        except BrokerDown:
            return
        for each in self.games:
            for number in range(self._settings.table_shards):
                self._ownership.wake(shard_key(each, number))

    # --- applying ---

    def _take(
        self, item: Any, batch: Batch, speaker: Speaker, watching: list[tuple[Live, commands.Watch]], moved: set[str]
    ) -> None:
        if isinstance(item, BotMove):
            live = self._lives.get(item.table)
            if live is not None:
                batch.bot(live, item.seat, item.match, item.number, item.move)
        elif isinstance(item, commands.GatewayGone):
            moved.update(self._lose_gateway(item.gateway))
        elif isinstance(item, Delivered):
            try:
                decoded = _decoder.decode(item.body)
            except msgspec.MsgspecError as error:
                metrics.unreadable.inc()
                log.error("commands_unreadable", shard=item.shard, error=str(error))
                return
            for command in decoded:
                self._command(item.shard, command, batch, speaker, watching, moved)

    def _command(
        self,
        shard: str,
        command: commands.Command,
        batch: Batch,
        speaker: Speaker,
        watching: list[tuple[Live, commands.Watch]],
        moved: set[str],
    ) -> None:
        if isinstance(command, commands.Wake | commands.GatewayGone):
            return
        game_id, number = read_shard_key(shard)
        metrics.commands.labels(game_id, type(command).__name__).inc()
        if isinstance(command, commands.Start):
            if shard_of(command.table, self._settings.table_shards) == number and command.order.game == game_id:
                batch.start(shard, names.shard_queue(game_id, number), command)
            return
        live = self._lives.get(command.table) or batch.opened.get(command.table)
        if live is None:
            self._absent(command, speaker)
        elif isinstance(command, commands.Watch):
            watching.append((live, command))
        elif isinstance(command, commands.Unwatch):
            if live.look_away((command.gateway, command.conn)):
                moved.add(command.table)
        elif isinstance(command, FromPlayer):
            batch.player(live, command, partial(_PLAYER_COMMANDS[type(command)], command))
        else:
            batch.told(live, command, partial(_ANSWERS[type(command)], command))

    def _absent(self, command: ToTable, speaker: Speaker) -> None:
        """A command for a table that is closed or never was: perhaps its answer was lost on the way."""
        if not isinstance(command, FromPlayer) or isinstance(command, commands.Unwatch):
            return
        answer = self._journal.answer_of(command.table, command.id) or Refusal("table_unknown")
        conn = (command.gateway, command.conn)
        if isinstance(answer, int):
            speaker.done(conn, command.id, answer)
        else:
            speaker.refused(conn, command.id, answer)

    def _fire(self, batch: Batch, now_ms: TimeMs) -> None:
        while self._timers and self._timers[0][0] + self._settings.clock_grace_ms < now_ms:
            at_ms, table_id = heapq.heappop(self._timers)
            if self._timer_of.get(table_id) != at_ms:
                continue
            del self._timer_of[table_id]
            live = self._lives.get(table_id)
            if live is not None:
                batch.timers(live)
                if not batch.changes[table_id].steps:
                    self._set_timer(live.table)  # it had moved; a table that changes gets its timer when adopted

    # --- committing and telling ---

    def _commit(self, batch: Batch) -> frozenset[str]:
        batch.snapshots()
        if batch.writing.is_empty:
            return frozenset()
        started = time.perf_counter()
        lost = self._journal.commit(batch.writing)
        metrics.commit_seconds.observe(time.perf_counter() - started)
        for shard in lost:
            metrics.fenced.inc()
            log.warning("shard_lost", shard=shard)
            self._forget(shard)
        return lost

    def _adopt(self, batch: Batch, lost: frozenset[str]) -> None:
        for opened_id, opened in batch.opened.items():
            if opened.shard not in lost:
                self._lives[opened_id] = opened
        for table_id, change in batch.changes.items():
            if change.live.shard in lost or not change.steps:
                continue
            change.live.adopt(change.table, change.steps)
            metrics.entries.labels(change.table.game).inc(len(change.steps))
            if change.table.phase == "closed":
                self._lives.pop(table_id, None)
            else:
                self._set_timer(change.table)
                self._bots.plan(change.table)
        for _, table in batch.writing.snapshots:
            if (live := self._lives.get(table.id)) is not None:
                live.snapshot_seq = table.seq
        for (table_id, command_id), answer in batch.remembered().items():
            if (live := self._lives.get(table_id)) is not None:
                live.remember(command_id, answer)

    def _speak(
        self,
        batch: Batch,
        speaker: Speaker,
        watching: list[tuple[Live, commands.Watch]],
        moved: set[str],
        lost: frozenset[str],
    ) -> None:
        for live, command in watching:
            if live.shard not in lost and self._show(live, command, speaker):
                moved.add(live.table.id)
        for change in batch.changes.values():
            if change.live.shard not in lost and (change.steps or change.done):
                speaker.changed(change)
                moved.discard(change.table.id)
        for table_id in moved:
            if (gone := self._lives.get(table_id)) is not None:
                speaker.audience(gone)
        for asked, answer in batch.answers:
            conn = (asked.gateway, asked.conn)
            if isinstance(answer, int):
                speaker.done(conn, asked.id, answer)
            else:
                speaker.refused(conn, asked.id, answer)
        speaker.send()

    def _show(self, live: Live, command: commands.Watch, speaker: Speaker) -> bool:
        """Let a connection look; whether that changes who is seen to be here."""
        conn = (command.gateway, command.conn)
        seat = live.table.seat_of(command.account)
        if seat is None:
            refusal = self._spectator_refusal(live, conn)
            if refusal is not None:
                speaker.refused(conn, command.id, refusal)
                return False
        before = live.audience
        live.look(conn, command.account, "public" if seat is None else seat)
        self._gateways.setdefault(command.gateway, self._clock.now_ms())
        speaker.shown(live, conn, command.id, command.version, live.lookers[conn].viewer)
        return live.audience != before

    def _spectator_refusal(self, live: Live, conn: tuple[str, int]) -> Refusal | None:
        if not live.table.order.spectators:
            return Refusal("spectators_off")
        if conn not in live.lookers and live.audience.spectators >= self._settings.max_spectators:
            return Refusal("spectators_full")
        return None

    def _acknowledge(self, items: list[Any], lost: frozenset[str]) -> None:
        """All that was handled, in one word; what belongs to a lost shard goes back for its owner."""
        last = None
        for item in items:
            if isinstance(item, Delivered):
                if item.shard in lost:
                    self._link.requeue(item.tag, item.channel)
                else:
                    last = item
        if last is not None:
            self._link.ack(last.tag, last.channel, multiple=True)

    # --- owning ---

    def _own(self, shards: set[str]) -> list[tuple[Live, int]]:
        """Claim and load shards that the broker has given us; their tables, with the time nobody owned them."""
        resumed = []
        for shard in shards - self._epochs.keys():
            epoch, since_ms = self._journal.claim(shard, self.name)
            tables = self._journal.load(shard)
            outage_ms = self._clock.now_ms() - since_ms
            self._epochs[shard] = epoch
            log.info("shard_owned", shard=shard, epoch=epoch, tables=len(tables), outage_ms=outage_ms)
            for each in tables:
                live = self._lives[each.id] = Live(each, shard, self._settings)
                live.complete = False
                live.snapshot_seq = each.seq
                for command_id, answer in self._journal.recent_commands(
                    each.id, self._settings.remembered_commands
                ).items():
                    live.remember(command_id, answer)
                self._set_timer(each)
                self._bots.plan(each)
                resumed.append((live, outage_ms))
            self._roll(shard)
        self._count()
        return resumed

    def _roll(self, shard: str) -> None:
        game_id, number = read_shard_key(shard)
        try:
            roll = commands.Roll(game_id, number, self._settings.table_shards)
            self._link.publish(encode([roll]), names.ROLL_EXCHANGE, "")
        except BrokerDown:
            log.warning("roll_unsent", shard=shard)

    def _forget(self, shard: str) -> None:
        self._epochs.pop(shard, None)
        for table_id in [table_id for table_id, live in self._lives.items() if live.shard == shard]:
            del self._lives[table_id]
        self._count()

    def _forget_all(self) -> None:
        self._epochs.clear()
        self._lives.clear()
        self._count()

    def _count(self) -> None:
        for each in self.games:
            owned = [key for key in self._epochs if read_shard_key(key)[0] == each]
            metrics.shards_owned.labels(each).set(len(owned))
            metrics.tables_open.labels(each).set(sum(live.table.game == each for live in self._lives.values()))

    # --- timers, gateways, beats ---

    def _set_timer(self, table: Table) -> None:
        """At most one timer a table waits in the heap: it is looked at again when it comes up."""
        due_ms = timers.deadline_ms(table, self._settings)
        known_ms = self._timer_of.get(table.id)
        if due_ms is not None and (known_ms is None or due_ms < known_ms):
            self._timer_of[table.id] = due_ms
            heapq.heappush(self._timers, (due_ms, table.id))

    def _table(self, table_id: str) -> Table | None:
        live = self._lives.get(table_id)
        return live.table if live is not None else None

    def _lose_gateway(self, gateway: str) -> set[str]:
        """All connections of a gateway are lost."""
        self._gateways.pop(gateway, None)
        changed = set()
        for table_id, live in self._lives.items():
            for conn in [conn for conn in live.lookers if conn[0] == gateway]:
                live.look_away(conn)
                changed.add(table_id)
        if changed:
            metrics.gateways_lost.inc()
            log.warning("gateway_gone", gateway=gateway, tables=len(changed))
        return changed

    def _beat(self) -> None:
        while not self._stopping:
            eventlet.sleep(self._settings.worker_beat_ms / 1000)
            silent_ms = self._clock.now_ms() - self._settings.gateway_silent_ms
            for gateway in [each for each, seen_ms in self._gateways.items() if seen_ms < silent_ms]:
                self._offer(commands.GatewayGone(gateway))
            if not self.is_ready():
                continue
            try:
                self._ownership.beat()
            except SQLAlchemyError as error:
                log.warning("beat_failed", error=f"{type(error).__name__}: {error}"[:300])


def _move(command: commands.Move, turn: Any, seat: int) -> Refusal | None:
    return loop.move(turn, seat, command.match, command.number, command.move)


def _seed(command: commands.Seed, turn: Any, seat: int) -> Refusal | None:
    return loop.seed(turn, seat, command)


def _choose(command: commands.Choose, turn: Any, seat: int) -> Refusal | None:
    return loop.choose(turn, seat, command)


_PLAYER_COMMANDS: dict[type, Any] = {commands.Move: _move, commands.Seed: _seed, commands.Choose: _choose}
_ANSWERS: dict[type, Any] = {
    commands.Held: lambda command, turn: loop.held(turn, command),
    commands.RatingsFrozen: lambda command, turn: loop.ratings(turn, command),
    commands.Settled: lambda command, turn: loop.settled(turn, command),
    commands.MatchRated: lambda command, turn: loop.rated(turn, command),
}
