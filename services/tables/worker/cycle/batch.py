"""The batch of a cycle: commands and timers applied to tentative tables, to be committed together.

Nothing here waits or sends: a batch collects what to write, and what to publish once that is committed.
"""

import os
from collections.abc import Callable
from typing import Any

from services.contracts.base import Envelope, routing_key
from services.contracts.tables import commands
from services.contracts.tables.commands import FromPlayer, ToTable
from services.kernel.clock import TimeMs
from services.kernel.ids import shard_of
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.platform.broker import names
from services.platform.database.unit_of_work import OutboxRow
from services.platform.process.json import encode_text
from services.platform.process.logs import get_logger
from services.tables import metrics
from services.tables.bots.scheduler import BotMove
from services.tables.catalogue.policies import lengthened, policies_of, without_clock
from services.tables.journal.commit_rows import CommitRows, Refused
from services.tables.journal.journal_rows import Journal
from services.tables.settings import TablesSettings
from services.tables.table import entries
from services.tables.table.model import Table
from services.tables.table.transition import Secrets, Step, Transition
from services.tables.transitions import advance as moves
from services.tables.transitions import finish, guests, timers
from services.tables.transitions import start as starts
from services.tables.worker.shards.loaded_table import Conn, LoadedTable
from services.tables.worker.shards.shard_names import queue_of, read_shard_key

log = get_logger(__name__)

Action = Callable[..., Refusal | None]
"""Adds entries to a transition, which is its first argument, or refuses to."""
ActionOfPlayer = Callable[[Transition, Seat, Any], Refusal | None]
"""Carries out a command of the player at a seat; the refusal if it is not allowed."""
ActionOfService = Callable[[Transition, Any], Refusal | None]
"""Carries out an order or a reply of another service; the refusal if it is not allowed."""


class Change:
    """The changes of one cycle to one table: as it was loaded, and as it will be when the cycle is committed."""

    __slots__ = ("awaits_ratings", "done", "loaded", "steps", "table")

    def __init__(self, loaded: LoadedTable) -> None:
        """Nothing has changed yet."""
        self.loaded = loaded
        self.table: Table = loaded.table
        self.steps: list[Step] = []
        self.awaits_ratings = False
        """Whether a rematch was prepared for which ranking was not asked, because its ratings come anyway."""
        self.done: dict[Conn, dict[str, int]] = {}
        """Connection → ids of its commands that were accepted → the version that each of them made."""


class Batch:
    """Applies commands in order; the cycle commits and publishes what comes of them."""

    def __init__(
        self, loaded_tables: dict[str, LoadedTable], epochs: dict[str, int], journal: Journal, settings: TablesSettings,
        secrets: Secrets, now_ms: TimeMs,
    ) -> None:  # fmt: skip
        """`loaded_tables`: those in memory, by id; `epochs`: those of the shards that the worker owns."""
        self.now_ms = now_ms
        self.changes: dict[str, Change] = {}
        self.stamps_ms: list[int] = []
        """When gateways received the commands that were accepted."""
        self.opened: dict[str, LoadedTable] = {}
        self.writing = CommitRows()
        self.answers: list[tuple[str, FromPlayer, int | Refusal]] = []
        """Shards, commands, and the answer to each, which is sent in a frame of its own."""
        self.legal_asked: list[tuple[LoadedTable, commands.AskLegal]] = []
        """Questions for legal moves, which are answered with the tables as they are after the commit."""
        self.ratings_follow = False
        """Whether ranking freezes the ratings of a rematch without being asked (`AwaitedRatings`)."""
        self._loaded_tables = loaded_tables
        self._epochs = epochs
        self._journal = journal
        self._settings = settings
        self._secrets = secrets
        self.answered: dict[tuple[str, str], int | Refusal] = {}
        """(table, command) → answer, for the tables to remember after the commit."""

    # --- commands ---

    def start(self, shard: str, command: commands.Start) -> None:
        """The lobby has started a table, which is not in memory; the same table is opened once only, and in the shard
        that its id names."""
        game_id, number = read_shard_key(shard)
        if shard_of(command.table, self._settings.table_shards) != number or command.order.game != game_id:
            return
        if self._journal.knows(command.table):
            return
        at_ms = min(command.at_ms, self.now_ms)
        policies = policies_of(command.order.game, self._settings)
        if command.order.untimed:
            policies = without_clock(policies, self._settings)
        elif command.order.clock_factor != 1:
            policies = lengthened(policies, command.order.clock_factor)
        step = starts.opened(command.table, command.order, policies, queue_of(shard), at_ms, command.trace)
        loaded = LoadedTable(step.after, shard, self._settings)
        self.opened[command.table] = loaded
        change = self.changes[command.table] = Change(loaded)
        self._keep(change, [step])
        if command.order.house:
            self._guarded(change, at_ms, (None, command.trace), guests.begin)
            return
        transition = self._transition(change, at_ms, command.trace)
        starts.ask(transition, self._secrets.match_id(), 1, self._secrets.root())
        moves.advance(transition)
        self._finish(change, transition)

    def apply_for_service(self, loaded: LoadedTable, command: ToTable, action: ActionOfService) -> None:
        """Apply an order or a reply of another service to an open table."""
        self._guarded(self._change(loaded), self.now_ms, (None, command.trace), action, command)

    def apply_for_player(self, loaded: LoadedTable, command: FromPlayer, action: ActionOfPlayer) -> None:
        """Apply a command of somebody at the table. A command that has been answered before gets the same answer
        again."""
        known = self._known_answer(loaded, command)
        if known is not None:
            metrics.repeated.labels(loaded.table.game).inc()
            self.answer(loaded.shard, command, known)
            return
        change = self._change(loaded)
        seat = change.table.seat_of(command.account)
        if seat is None:
            self._refuse(loaded, command, self._old_answer(loaded, command) or Refusal("not_seated"))
            return
        at_ms = min(max(command.at_ms, change.table.at_ms), self.now_ms)
        answer = self._guarded(change, at_ms, (command.id, command.trace), action, seat, command)
        if isinstance(answer, Refusal):
            self._refuse(loaded, command, self._old_answer(loaded, command) or answer)
            return
        self.answered[loaded.table.id, command.id] = answer
        change.done.setdefault((command.gateway, command.conn), {})[command.id] = answer
        self.stamps_ms.append(command.at_ms)

    def apply_once(
        self, loaded: LoadedTable, command: commands.Sit | commands.AnnulRound, action: ActionOfService
    ) -> None:
        """Apply a command of another service that must not be carried out twice, however often it is delivered."""
        key = (loaded.table.id, command.id)
        if key in self.answered or command.id in loaded.answers:
            return
        if not loaded.complete and self._journal.answer_of(*key) is not None:
            return
        answer = self._guarded(self._change(loaded), self.now_ms, (command.id, command.trace), action, command)
        if isinstance(answer, Refusal):
            log.warning("order_refused", table=loaded.table.id, order=type(command).__name__, error=answer.error)
            self._keep_refusal(loaded, command.id, answer)
        else:
            self.answered[key] = answer

    def apply_absent(self, shard: str, command: FromPlayer) -> None:
        """Answer a command for a table that has closed or never existed: its first answer may have been lost."""
        self.answer(shard, command, self._journal.answer_of(command.table, command.id) or Refusal("table_unknown"))

    def answer(self, shard: str, command: FromPlayer, answer: int | Refusal) -> None:
        """Answer a command in a frame of its own: the version that it made, or its refusal."""
        self.answers.append((shard, command, answer))

    def noticed(self, loaded: LoadedTable, at_ms: TimeMs, trace: str, action: Action) -> None:
        """Apply a change that no command asked for: a lost connection, or a player's return."""
        change = self._change(loaded)
        at_ms = min(max(at_ms, change.table.at_ms), self.now_ms)
        self._guarded(change, at_ms, (None, trace), action)

    def table_of(self, loaded: LoadedTable) -> Table:
        """The table with all changes of this batch."""
        change = self.changes.get(loaded.table.id)
        return loaded.table if change is None else change.table

    def bot(self, move: BotMove) -> None:
        """Apply a computer player's move; an optional one counts only if nothing has happened since it was computed."""
        loaded = self._loaded_tables.get(move.table)
        if loaded is None:
            return
        change = self._change(loaded)
        if move.number is None and move.seq != change.table.seq:
            return
        answer = self._guarded(
            change, self.now_ms, (None, ""), moves.move, move.seat, move.match, move.number, move.move
        )
        if isinstance(answer, Refusal) and answer.error not in ("stale", "match_over", "match_paused"):
            log.error("bot_refused", table=loaded.table.id, game=loaded.table.game, error=answer.error, move=move.move)

    def timers(self, loaded: LoadedTable) -> bool:
        """Carry out the timers that are due, late enough that commands sent in time have been handled. Returns
        whether the table changes."""
        change = self._change(loaded)
        due_ms = timers.deadline_ms(change.table, self._settings)
        until_ms = self.now_ms - self._settings.clock_grace_ms
        if due_ms is None or due_ms >= until_ms:
            return bool(change.steps)
        metrics.timer_late_seconds.observe((self.now_ms - due_ms) / 1000)
        self._guarded(change, until_ms, (None, ""), lambda _transition: None)
        return bool(change.steps)

    def resume(self, loaded: LoadedTable, outage_ms: int) -> None:
        """Continue a table that this worker has taken over: no clock counts the time without an owner. Where no
        clock runs, nothing is written; a match that could not be recovered for too long becomes void
        (services/wallet/RULES.md §3)."""
        if timers.deadline_ms(loaded.table, self._settings) is None:
            return
        change = self._change(loaded)
        transition = self._transition(change, self.now_ms, "")
        transition.add(entries.Resumed(max(outage_ms, 0)))
        is_match = transition.table.phase == "playing" and not transition.table.is_house
        if is_match and outage_ms > self._settings.recover_minutes * 60_000:
            finish.end(transition, "void", (), "recover")
            finish.close(transition, "recover")
        else:
            moves.advance(transition)
            starts.ask_again(transition)
        self._finish(change, transition)

    # --- inside ---

    def _guarded(
        self, change: Change, at_ms: TimeMs, command: tuple[str | None, str], action: Action, *given: Any
    ) -> int | Refusal:
        """Apply an action after the timers that were due before it. If the engine raises an error, only its own table
        stops. `command`: the id of the command that asks for it, if it gets an answer, and its trace; `given`: what
        the action gets beside the transition.

        Returns the answer to the command: the version that it made, or its refusal.
        """
        command_id, trace = command
        transition = self._transition(change, at_ms, trace)
        try:
            timers.fire(transition, at_ms)
            transition.now_ms = at_ms
            transition.command = command_id
            refusal: Refusal | None = action(transition, *given)
            transition.command = None
            if refusal is None:
                moves.advance(transition)
        except Exception as error:
            log.exception("table_stopped", table=change.table.id, game=change.table.game)
            metrics.stopped.labels(change.table.game).inc()
            transition = self._transition(change, self.now_ms, "")
            transition.add(entries.Stopped(type(error).__name__))
            refusal = Refusal("table_stopped")
        self._finish(change, transition)
        return refusal or transition.done_seq or change.table.seq

    def _transition(self, change: Change, at_ms: TimeMs, trace: str) -> Transition:
        transition = Transition(change.table, at_ms, self._settings, self._secrets)
        transition.trace = trace
        transition.ratings_follow = self.ratings_follow
        return transition

    def _change(self, loaded: LoadedTable) -> Change:
        change = self.changes.get(loaded.table.id)
        if change is None:
            change = self.changes[loaded.table.id] = Change(loaded)
        return change

    def _finish(self, change: Change, transition: Transition) -> None:
        self._keep(change, transition.steps)
        change.awaits_ratings |= transition.awaits_ratings
        shard = change.loaded.shard
        for event in transition.events:
            self.writing.epochs[shard] = self._epochs[shard]
            event_id = os.urandom(16).hex()
            body = encode_text(Envelope(event_id, transition.trace, self.now_ms, event))
            row = OutboxRow(event_id, names.EVENTS_EXCHANGE, routing_key(event), body, self.now_ms)
            self.writing.rows.append((shard, row))

    def _keep(self, change: Change, steps: list[Step]) -> None:
        if not steps:
            return
        shard = change.loaded.shard
        self.writing.epochs[shard] = self._epochs[shard]
        self.writing.steps.extend((shard, step) for step in steps)
        change.steps.extend(steps)
        change.table = steps[-1].after

    def _refuse(self, loaded: LoadedTable, command: FromPlayer, refusal: int | Refusal) -> None:
        self.answer(loaded.shard, command, refusal)
        if isinstance(refusal, Refusal) and (loaded.table.id, command.id) not in self.answered:
            self._keep_refusal(loaded, command.id, refusal)

    def _keep_refusal(self, loaded: LoadedTable, command_id: str, refusal: Refusal) -> None:
        self.answered[loaded.table.id, command_id] = refusal
        metrics.refusals.labels(refusal.error).inc()
        self.writing.epochs[loaded.shard] = self._epochs[loaded.shard]
        self.writing.refusals.append(Refused(loaded.shard, loaded.table.id, command_id, refusal, self.now_ms))

    def _known_answer(self, loaded: LoadedTable, command: FromPlayer) -> int | Refusal | None:
        known = self.answered.get((loaded.table.id, command.id)) or loaded.answers.get(command.id)
        if known is None and (command.id in (loaded.refused_ids or ()) or self._could_be_done_again(loaded, command)):
            return self._journal.answer_of(loaded.table.id, command.id)
        return known

    def _could_be_done_again(self, loaded: LoadedTable, command: FromPlayer) -> bool:
        """Whether a command could be carried out a second time: a move that answers no decision may be optional, and
        the remembered answers may not reach back to its first delivery."""
        if loaded.complete or not isinstance(command, commands.Move):
            return False
        return all(clock.number != command.number for clock in self.table_of(loaded).match.clocks)

    def _old_answer(self, loaded: LoadedTable, command: FromPlayer) -> int | Refusal | None:
        """The stored answer of a command that would be refused now but may have been accepted long ago; read only
        where the remembered answers do not reach back far enough."""
        if loaded.complete:
            return None
        return self._journal.answer_of(loaded.table.id, command.id)
