"""One cycle of the worker: decode the messages that have arrived, apply their commands, commit, publish.

A cycle goes through its steps once and in this order. While the database commits, the worker already adopts the new
tables and encodes the frames, but sends none. If the commit fails, the worker discards all of its tables and with them
everything that was not committed.
"""

import time
from collections.abc import Container, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, NamedTuple

import msgspec

from services.contracts.tables import commands
from services.contracts.tables.commands import ToTable
from services.kernel.clock import TimeMs
from services.platform.broker.dead_letters import Letter, park_by_loop
from services.platform.broker.loop import LoopLink
from services.platform.process import tracing
from services.platform.process.json import Unreadable, join_array, read_items, read_raw_items
from services.platform.process.logs import get_logger
from services.platform.process.tracing import CONSUMER, Spans, is_traceparent
from services.tables import metrics
from services.tables.bots.scheduler import BotMove, Bots
from services.tables.journal.journal_rows import Journal
from services.tables.settings import TablesSettings
from services.tables.table.transition import Secrets
from services.tables.transitions.start import ask_again
from services.tables.worker.cycle.batch import Batch
from services.tables.worker.cycle.routes import ROUTES, Plan
from services.tables.worker.cycle.viewers import Publisher, Viewers
from services.tables.worker.shards.inbox_items import DirectDelivery, QueueDelivery
from services.tables.worker.shards.owned_shards import OwnedShards, TakenOver
from services.tables.worker.shards.shard_names import key_of, queue_of, read_shard_key

log = get_logger(__name__)

DIRECT_TRIES = 3
"""How often commands of the worker's own queue are tried here; after that they go into their shard's queue."""


class _RawDirect(msgspec.Struct, array_like=True, frozen=True):
    """`commands.Direct` whose commands are not decoded."""

    gateway: str
    number: int
    commands: dict[str, list[msgspec.Raw]]


_many = msgspec.json.Decoder(list[commands.Command])
_single: msgspec.json.Decoder[commands.Command] = msgspec.json.Decoder(commands.Command)
_direct = msgspec.json.Decoder(commands.Direct)
_raw_direct = msgspec.json.Decoder(_RawDirect)


class CommandReader:
    """Reads the messages of one cycle."""

    def __init__(self) -> None:
        """Nothing has been read yet."""
        self.unreadable: list[tuple[str, Unreadable]] = []
        """The queue of each command that could not be read, and the command as a message of its own."""
        self._direct: list[commands.Direct] = []
        self._for_others: list[tuple[str, list[commands.Command]]] = []
        """Shard queue → direct commands for it that this worker does not carry out."""

    def read(self, item: Any, owned: Container[str]) -> list[tuple[str, ToTable]]:
        """The commands of an item for tables in `owned` shards, each with its shard; none for an item that is not a
        message. A `Wake` does its work by arriving: the worker owns its shard from then on."""
        if isinstance(item, QueueDelivery):
            found = self._of_shard(queue_of(item.shard), item.body)
            return [(item.shard, command) for command in found if isinstance(command, ToTable)]
        if isinstance(item, DirectDelivery):
            return self._of_gateway(item, owned if item.failures < DIRECT_TRIES else ())
        return []

    def forward(self, lost: frozenset[str], publisher: Publisher) -> None:
        """Forward the direct commands that are for other workers, those for `lost` shards among them; then report to
        the gateways that all of their commands are dealt with."""
        lost_queues = {queue_of(shard) for shard in lost}
        taken = [item for each in self._direct for item in each.commands.items() if item[0] in lost_queues]
        for queue, sent in (*self._for_others, *taken):
            metrics.passed_on.inc(len(sent))
            publisher.forward(queue, sent)
        for each in self._direct:
            publisher.taken(each.gateway, each.number)

    def _of_shard(self, queue: str, body: bytes) -> list[commands.Command]:
        read, unreadable = read_items(body, _many, _single)
        if unreadable:
            self._set_aside(queue, [each if each.body is body else _alone(each) for each in unreadable])
        return read

    def _of_gateway(self, item: DirectDelivery, owned: Container[str]) -> list[tuple[str, ToTable]]:
        direct = self._decode_direct(item.body)
        if direct is None:
            return []
        self._direct.append(direct)
        found: list[tuple[str, ToTable]] = []
        for queue, sent in direct.commands.items():
            shard = key_of(queue)
            if shard in owned:
                found += [(shard, command) for command in sent if isinstance(command, ToTable)]
            else:
                self._for_others.append((queue, sent))
        return found

    def _decode_direct(self, body: bytes) -> commands.Direct | None:
        """A message of the worker's own queue; None if it cannot be read at all."""
        try:
            return _direct.decode(body)
        except msgspec.MsgspecError as error:
            reason = str(error)
        try:
            raw = _raw_direct.decode(body)
        except msgspec.MsgspecError:
            metrics.unreadable.inc()
            log.error("direct_unreadable", error=reason)
            return None
        read: dict[str, list[commands.Command]] = {}
        for queue, items in raw.commands.items():
            read[queue], unreadable = read_raw_items(items, _single)
            self._set_aside(queue, [_alone(each) for each in unreadable])
        return commands.Direct(raw.gateway, raw.number, read)

    def _set_aside(self, queue: str, unreadable: list[Unreadable]) -> None:
        for each in unreadable:
            metrics.unreadable.inc()
            log.error("command_unreadable", queue=queue, error=each.reason)
            self.unreadable.append((queue, each))


def _alone(item: Unreadable) -> Unreadable:
    """A command as a message of its own."""
    return item._replace(body=join_array([item.body]))


log = get_logger(__name__)

_CLOSED_SHOWN_MS = 10_000
"""How long a table that closes after a takeover can still be viewed: gateways learn of it only after the commit."""


class CycleTools(NamedTuple):
    """What all cycles of a worker use. `direct_queue`: the queue by which gateways reach this worker without the
    shards' queues."""

    owned: OwnedShards
    journal: Journal
    settings: TablesSettings
    secrets: Secrets
    bots: Bots
    link: LoopLink
    direct_queue: str


class CycleSpans:
    """The spans of a cycle (services/platform/process/tracing.py), created only while tracing is on: an action for each
    recorded command, and what all its actions share, the commit and the publishing of updates."""

    def __init__(self, spans: Spans) -> None:
        """Nothing has been recorded in this cycle yet."""
        self._spans = spans
        self._actions: list[str] = []
        """The traces of recorded commands of this cycle."""

    @contextmanager
    def action(self, command: ToTable) -> Iterator[ToTable]:
        """The span of one command's action. Sets the command's trace to that of the span, for everything that
        follows from it."""
        if not is_traceparent(command.trace):
            yield command
            return
        name = f"action {type(command).__name__.lower()}"
        trace = self._spans.begin(name, command.trace, CONSUMER, **{"kafeneio.table": command.table})
        self._actions.append(trace)
        try:
            yield msgspec.structs.replace(command, trace=trace)
        finally:
            self._spans.end(trace)

    @contextmanager
    def shared(self, name: str, kind: str) -> Iterator[None]:
        """A span below each action of this cycle."""
        began_ns, error = time.time_ns(), ""
        try:
            yield
        except BaseException as raised:
            error = type(raised).__name__
            raise
        finally:
            for trace in self._actions:
                self._spans.record(name, trace, began_ns, error, kind, **{"kafeneio.actions": len(self._actions)})


class Cycle:
    """One cycle; `run` is called once."""

    def __init__(self, tools: CycleTools, now_ms: TimeMs) -> None:
        """`now_ms`: the time at which everything in this cycle happens."""
        self._owned = tools.owned
        self._journal = tools.journal
        self._settings = tools.settings
        self._bots = tools.bots
        self._link = tools.link
        self._now_ms = now_ms
        self._reader = CommandReader()
        owned = tools.owned
        self._batch = Batch(owned.loaded_tables, owned.epochs, tools.journal, tools.settings, tools.secrets, now_ms)
        self._batch.ratings_follow = owned.awaited_ratings.follow(now_ms)
        self.stamps_ms = self._batch.stamps_ms
        """When gateways received the commands that this cycle has accepted."""
        self._viewers = Viewers(owned, self._batch, tools.settings)
        self._publisher = Publisher(tools.link, tools.settings, now_ms, tools.direct_queue)
        self._plan = Plan(self._batch, self._viewers, owned.awaited_ratings)
        self._lost: frozenset[str] = frozenset()
        self._spans = None if tracing.spans is None else CycleSpans(tracing.spans)

    def run(self, items: Iterable[Any], taken_over: Iterable[TakenOver]) -> frozenset[str]:
        """Carry out the cycle, from the messages to the frames for players. Returns the shards that turned out to
        belong to another worker.

        Raises:
            CommitFailed: nothing has been committed or sent.
        """
        self._apply_all(items, taken_over)
        self.commit()
        if self._owned.unattended:
            self._owned.resumed()
        self._reader.forward(self._lost, self._publisher)
        self._settle()
        self.send()
        for queue, unreadable in self._reader.unreadable:
            self._park(queue, unreadable)
        return self._lost

    # --- read and apply ---

    def _apply_all(self, items: Iterable[Any], taken_over: Iterable[TakenOver]) -> None:
        """Apply everything that happens in this cycle to tentative tables."""
        for each in taken_over:
            self._resume(each)
        read = [(item, self._read(item)) for item in items]
        if self._owned.unrecalled:
            self._owned.recall(
                command.table for _, found in read for _, command in found if ROUTES[type(command)].is_repeatable
            )
        for item, found in read:
            for shard, command in found:
                self._apply_command(shard, command)
            if isinstance(item, BotMove):
                self._batch.bot(item)
            elif isinstance(item, commands.GatewayGone):
                self._viewers.gateway_gone(item.gateway)
        self._owned.fire(self._now_ms, self._batch.timers)
        for table_id in self._owned.awaited_ratings.due(self._now_ms):
            if (loaded := self._owned.loaded_tables.get(table_id)) is not None:
                self._batch.noticed(loaded, self._now_ms, "", ask_again)
        self._viewers.settle(self._owned.arrivals.due(self._now_ms))
        self._add_snapshots()

    def _resume(self, taken_over: TakenOver) -> None:
        """Continue the tables that the worker has just taken over, and let their computer players move."""
        for loaded in taken_over.loaded_tables:
            loaded.shown_until_ms = self._now_ms + _CLOSED_SHOWN_MS
            self._batch.resume(loaded, taken_over.outage_ms)
            self._bots.plan(loaded)

    def _read(self, item: Any) -> list[tuple[str, ToTable]]:
        """The commands of a message, each with its shard; none for an item that is not a message."""
        return self._reader.read(item, self._owned.epochs)

    def _apply_command(self, shard: str, command: ToTable) -> None:
        if self._spans is None:
            self._carry_out(shard, command)
            return
        with self._spans.action(command) as traced:
            self._carry_out(shard, traced)

    def _carry_out(self, shard: str, command: ToTable) -> None:
        route = ROUTES[type(command)]
        metrics.count_command(read_shard_key(shard)[0], type(command).__name__)
        loaded = self._owned.loaded_tables.get(command.table) or self._batch.opened.get(command.table)
        if loaded is not None:
            route.at_table(self._plan, loaded, command)
        else:
            route.without_table(self._plan, shard, command)

    def _add_snapshots(self) -> None:
        """Write a snapshot of each table that has gone far since its last one, that has a new shoe, or that closes."""
        for change in self._batch.changes.values():
            far = change.table.seq - change.loaded.snapshot_seq >= self._settings.snapshot_every
            anew = change.table.order.house and change.table.match.first_seq > change.loaded.snapshot_seq
            if change.steps and (far or anew or change.table.phase == "closed"):
                self._batch.writing.snapshots.append((change.loaded.shard, change.table))

    # --- commit ---

    def commit(self) -> None:
        """Write all changes in one transaction; while the database is at it, prepare what follows."""
        if not self._batch.writing.epochs:
            self._prepare()
            return
        with metrics.commit_seconds.time(), self._span("journal commit", tracing.CLIENT):
            finish = self._journal.committer.begin(self._batch.writing)
            try:
                self._prepare()
            finally:
                self._lost = finish()
        if self._lost:
            self._lose()

    def _prepare(self) -> None:
        """Assume that the commit succeeds: adopt the new tables, and encode the frames that will be sent."""
        self._adopt()
        self._compose()

    def _lose(self) -> None:
        """Some shards belonged to another worker: discard what was done to their tables and send nothing about it."""
        for shard in self._lost:
            metrics.fenced.inc()
            log.warning("shard_lost", shard=shard)
            self._owned.forget(shard)
        self._publisher.start_over()
        self._compose()

    def _adopt(self) -> None:
        """Make the tentative tables the current ones."""
        loaded_tables = self._owned.loaded_tables
        loaded_tables.update(self._batch.opened)
        for (table_id, command_id), answer in self._batch.answered.items():
            if (loaded := loaded_tables.get(table_id)) is not None:
                loaded.remember(command_id, answer)
        for change in self._batch.changes.values():
            if not change.steps:
                continue
            change.loaded.adopt(change.table, change.steps)
            if change.awaits_ratings:
                self._owned.awaited_ratings.expect(change.table.id, self._now_ms)
            if change.table.phase == "closed":
                self._owned.close(change.loaded, self._now_ms)
            else:
                self._owned.changed(change.steps[0].before, change.table)
        for _, table in self._batch.writing.snapshots:
            if (loaded := loaded_tables.get(table.id)) is not None:
                loaded.snapshot_seq = table.seq

    def _compose(self) -> None:
        """Encode the frames for all viewers of changed tables, and for everybody who sent a request."""
        self._viewers.show(self._publisher, self._lost)
        updated = set()
        for change in self._batch.changes.values():
            if change.loaded.shard not in self._lost and (change.steps or change.done):
                self._publisher.changed(change)
                updated.add(change.table.id)
        for table_id in sorted(self._viewers.changed - updated):
            if (watched := self._owned.loaded_tables.get(table_id)) is not None:
                self._publisher.audience(watched)
        for loaded, query in self._batch.legal_asked:
            if loaded.shard not in self._lost:
                self._publisher.legal_moves(loaded, query)
        for shard, asked, answer in self._batch.answers:
            if shard not in self._lost:
                self._publisher.answer((asked.gateway, asked.conn), asked.id, answer)

    # --- publish ---

    def _settle(self) -> None:
        """The commit has succeeded: count its commands, and let computer players move."""
        for change in self._batch.changes.values():
            if change.loaded.shard in self._lost or not change.steps:
                continue
            metrics.count_steps(change.table.order.game, change.steps)
            if change.table.phase != "closed":
                self._bots.plan(change.loaded)

    def send(self) -> None:
        """Send each gateway its frames."""
        with self._span("publish updates", tracing.PRODUCER):
            self._publisher.send()

    def _span(self, name: str, kind: str) -> AbstractContextManager[None]:
        """A span below each recorded action of this cycle; nothing while tracing is off."""
        return nullcontext() if self._spans is None else self._spans.shared(name, kind)

    def _park(self, queue: str, unreadable: Unreadable) -> None:
        """Keep a command that this release does not know, for an operator or a newer release."""
        park_by_loop(self._link, Letter("tables", queue, unreadable.body, unreadable.reason, self._now_ms))
