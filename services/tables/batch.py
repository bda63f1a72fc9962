"""One batch of a worker: commands and timers applied to tentative tables, to be committed together.

Nothing here waits or sends: it collects what to write, and what to say once it is written.
"""

import os
from collections.abc import Callable

from services.contracts import tables as commands
from services.contracts.base import Envelope, routing_key
from services.contracts.tables import FromPlayer, ToTable
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.plumbing import names
from services.plumbing.json import encode_text
from services.plumbing.logs import get_logger
from services.plumbing.outbox import OutboxRow
from services.tables import asking, ending, entries, guests, metrics, timers
from services.tables import table as loop
from services.tables.bots import BotMove
from services.tables.journal import Journal
from services.tables.live import Live
from services.tables.policies import policies_of
from services.tables.settings import TablesSettings
from services.tables.state import Table
from services.tables.turn import Secrets, Step, Turn
from services.tables.writing import Refused, Writing

log = get_logger(__name__)

Apply = Callable[[Turn], Refusal | None]


class Change:
    """What a batch does to one table."""

    __slots__ = ("done", "live", "steps", "table")

    def __init__(self, live: Live) -> None:
        """Nothing yet."""
        self.live = live
        self.table = live.table
        self.steps: list[Step] = []
        self.done: dict[tuple[str, int], dict[str, int]] = {}
        """Connection → ids of its commands that were accepted, and as which version."""


class Batch:
    """Applies commands in order; `commit` and `say` come after."""

    def __init__(
        self, lives: dict[str, Live], epochs: dict[str, int], journal: Journal, settings: TablesSettings,
        secrets: Secrets, now_ms: TimeMs,
    ) -> None:  # fmt: skip
        """`lives`: the tables in memory; `epochs`: the shards we own."""
        self.now_ms = now_ms
        self.changes: dict[str, Change] = {}
        self.opened: dict[str, Live] = {}
        self.writing = Writing()
        self.answers: list[tuple[str, FromPlayer, int | Refusal]] = []
        """Shards and commands to be answered by frames of their own."""
        self._lives = lives
        self._epochs = epochs
        self._journal = journal
        self._settings = settings
        self._secrets = secrets
        self._answered: dict[tuple[str, str], int | Refusal] = {}

    # --- commands ---

    def start(self, shard: str, reply_to: str, command: commands.Start) -> None:
        """The lobby has started a table; once."""
        if command.table in self._lives or command.table in self.opened or self._journal_knows(command.table):
            return
        at_ms = min(command.at_ms, self.now_ms)
        policies = policies_of(command.order.game, self._settings)
        step = asking.opened(command.table, command.order, policies, reply_to, at_ms, command.trace)
        live = Live(step.after, shard, self._settings)
        self.opened[command.table] = live
        change = self.changes[command.table] = Change(live)
        self._keep(change, [step])
        turn = self._turn(change, at_ms, command.trace)
        if command.order.house:
            self._guarded(change, turn, at_ms, None, guests.begin)
            return
        asking.ask(turn, self._secrets.match_id(), 1, self._secrets.root())
        loop.advance(turn)
        self._finish(change, turn)

    def player(self, live: Live, command: FromPlayer, apply: Callable[[Turn, int], Refusal | None]) -> None:
        """A command of somebody at the table; `apply` gets the turn and the seat."""
        known = self._known_answer(live, command)
        if known is not None:
            metrics.repeated.labels(live.table.game).inc()
            self.answers.append((live.shard, command, known))
            return
        change = self._change(live)
        seat = change.table.seat_of(command.account)
        if seat is None:
            self._refuse(live, command, self._old_answer(live, command) or Refusal("not_seated"))
            return
        at_ms = min(max(command.at_ms, change.table.at_ms), self.now_ms)
        turn = self._turn(change, at_ms, command.trace)
        refusal = self._guarded(change, turn, at_ms, command.id, lambda each: apply(each, seat))
        if refusal is None:
            version = self._answered[live.table.id, command.id] = turn.done_seq or change.table.seq
            change.done.setdefault((command.gateway, command.conn), {})[command.id] = version
        else:
            self._refuse(live, command, self._old_answer(live, command) or refusal)

    def told(self, live: Live, command: ToTable, apply: Apply) -> None:
        """An answer of another service; what does not fit any more is ignored."""
        change = self._change(live)
        turn = self._turn(change, self.now_ms, command.trace)
        self._guarded(change, turn, self.now_ms, None, apply)

    def once(self, live: Live, command: commands.Sit | commands.AnnulRound, apply: Apply) -> None:
        """A command of another service that must not be carried out twice, whenever it comes again."""
        key = (live.table.id, command.id)
        if key in self._answered or command.id in live.answers:
            return
        if not live.complete and self._journal.answer_of(*key) is not None:
            return
        change = self._change(live)
        turn = self._turn(change, self.now_ms, command.trace)
        refusal = self._guarded(change, turn, self.now_ms, command.id, apply)
        if refusal is None:
            self._answered[key] = turn.done_seq
        else:
            log.warning("order_refused", table=live.table.id, order=type(command).__name__, error=refusal.error)
            self._keep_refusal(live, command.id, refusal)

    def noticed(self, live: Live, at_ms: TimeMs, trace: str, apply: Callable[[Turn], None]) -> None:
        """Something that nobody sent as a command: a connection lost, a player back."""
        change = self._change(live)
        at_ms = min(max(at_ms, change.table.at_ms), self.now_ms)
        self._guarded(change, self._turn(change, at_ms, trace), at_ms, None, apply)

    def table_of(self, live: Live) -> Table:
        """The table as it is by now."""
        change = self.changes.get(live.table.id)
        return live.table if change is None else change.table

    def bot(self, live: Live, move: BotMove) -> None:
        """A computer player's move; an optional one counts only while nothing has happened since."""
        change = self._change(live)
        if move.number is None and move.seq != change.table.seq:
            return
        turn = self._turn(change, self.now_ms, "")
        refusal = self._guarded(
            change, turn, self.now_ms, None, lambda each: loop.move(each, move.seat, move.match, move.number, move.move)
        )
        if refusal is not None and refusal.error not in ("stale", "match_over", "match_paused"):
            log.error("bot_refused", table=live.table.id, game=live.table.game, error=refusal.error, move=move.move)

    def timers(self, live: Live) -> bool:
        """Fire what fell due, late enough that what was sent in time has been handled; whether the table changes."""
        change = self._change(live)
        due_ms = timers.deadline_ms(change.table, self._settings)
        until_ms = self.now_ms - self._settings.clock_grace_ms
        if due_ms is None or due_ms >= until_ms:
            return bool(change.steps)
        metrics.timer_late_seconds.observe((self.now_ms - due_ms) / 1000)
        turn = self._turn(change, due_ms, "")
        self._guarded(change, turn, until_ms, None, lambda _turn: None)
        return bool(change.steps)

    def resume(self, live: Live, outage_ms: int) -> None:
        """We are the new owner: no clock counts the time without one. Where no clock runs, nothing is written; a match
        that nobody could recover for too long is void (services/wallet/RULES.md §3)."""
        if timers.deadline_ms(live.table, self._settings) is None:
            return
        change = self._change(live)
        turn = self._turn(change, self.now_ms, "")
        turn.add(entries.Resumed(max(outage_ms, 0)))
        is_match = turn.table.phase == "playing" and not turn.table.is_house
        if is_match and outage_ms > self._settings.recover_minutes * 60_000:
            ending.end(turn, "void", (), "recover")
            ending.close(turn, "recover")
        else:
            loop.advance(turn)
        self._finish(change, turn)

    # --- inside ---

    def _guarded(
        self, change: Change, turn: Turn, at_ms: TimeMs, command_id: str | None, apply: Apply
    ) -> Refusal | None:
        """Apply after what fell due before it; an engine that raises stops its own table, nobody else's."""
        try:
            timers.fire(turn, at_ms)
            turn.at(at_ms)
            turn.command = command_id
            refusal = apply(turn)
            turn.command = None
            if refusal is None:
                loop.advance(turn)
        except Exception as error:
            log.exception("table_stopped", table=change.table.id, game=change.table.game)
            metrics.stopped.labels(change.table.game).inc()
            turn = self._turn(change, self.now_ms, "")
            turn.add(entries.Stopped(type(error).__name__))
            refusal = Refusal("table_stopped")
        self._finish(change, turn)
        return refusal

    def _turn(self, change: Change, at_ms: TimeMs, trace: str) -> Turn:
        turn = Turn(change.table, at_ms, self._settings, self._secrets)
        turn.trace = trace
        return turn

    def _change(self, live: Live) -> Change:
        change = self.changes.get(live.table.id)
        if change is None:
            change = self.changes[live.table.id] = Change(live)
        return change

    def _finish(self, change: Change, turn: Turn) -> None:
        self._keep(change, turn.steps)
        shard = change.live.shard
        for event in turn.events:
            event_id = os.urandom(16).hex()
            body = encode_text(Envelope(event_id, turn.trace, self.now_ms, event))
            row = OutboxRow(event_id, names.EVENTS_EXCHANGE, routing_key(event), body, self.now_ms)
            self.writing.rows.append((shard, row))

    def _keep(self, change: Change, steps: list[Step]) -> None:
        if not steps:
            return
        shard = change.live.shard
        self.writing.epochs[shard] = self._epochs[shard]
        self.writing.steps.extend((shard, step) for step in steps)
        change.steps.extend(steps)
        change.table = steps[-1].after

    def snapshots(self) -> None:
        """Add a snapshot of each table that has gone far since its last one, that has a new shoe, or that closes."""
        for change in self.changes.values():
            far = change.table.seq - change.live.snapshot_seq >= self._settings.snapshot_every
            anew = change.table.is_house and change.table.match.first_seq > change.live.snapshot_seq
            if change.steps and (far or anew or change.table.phase == "closed"):
                self.writing.snapshots.append((change.live.shard, change.table))

    def _refuse(self, live: Live, command: FromPlayer, refusal: int | Refusal) -> None:
        self.answers.append((live.shard, command, refusal))
        if isinstance(refusal, Refusal) and (live.table.id, command.id) not in self._answered:
            self._keep_refusal(live, command.id, refusal)

    def _keep_refusal(self, live: Live, command_id: str, refusal: Refusal) -> None:
        self._answered[live.table.id, command_id] = refusal
        metrics.refusals.labels(refusal.error).inc()
        self.writing.epochs[live.shard] = self._epochs[live.shard]
        self.writing.refusals.append(Refused(live.shard, live.table.id, command_id, refusal, self.now_ms))

    def _known_answer(self, live: Live, command: FromPlayer) -> int | Refusal | None:
        known = self._answered.get((live.table.id, command.id)) or live.answers.get(command.id)
        if known is None and (command.id in live.faded or self._could_be_done_again(live, command)):
            return self._journal.answer_of(live.table.id, command.id)
        return known

    def _could_be_done_again(self, live: Live, command: FromPlayer) -> bool:
        """A move that answers no decision owed now, which would be another one the second time, may be optional;
        memory may not reach back to it."""
        if live.complete or not isinstance(command, commands.Move):
            return False
        return all(clock.number != command.number for clock in self.table_of(live).match.clocks)

    def _old_answer(self, live: Live, command: FromPlayer) -> int | Refusal | None:
        """What would be refused now may have been accepted long ago; asked only where memory does not reach."""
        if live.complete:
            return None
        return self._journal.answer_of(live.table.id, command.id)

    def _journal_knows(self, table_id: str) -> bool:
        return self._journal.knows(table_id)

    def remembered(self) -> dict[tuple[str, str], int | Refusal]:
        """(table, command) → answer, for the tables to know by heart after the commit."""
        return self._answered
