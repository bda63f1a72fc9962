"""One round of the worker's loop: commands in, one commit, frames out."""

from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec

from services.contracts import tables as commands
from services.contracts.tables import FromPlayer, ToTable
from services.kernel.clock import TimeMs
from services.kernel.ids import shard_of
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.plumbing import names
from services.plumbing.json import join_array
from services.plumbing.logs import get_logger
from services.plumbing.message_items import Unreadable, read_items, read_raw_items
from services.tables import metrics
from services.tables.actions import advance as loop
from services.tables.actions import bets, disconnect, finish, guests, leave, rematch, start, timers
from services.tables.bots.scheduler import BotMove, Bots
from services.tables.journal.journal import Journal
from services.tables.settings import TablesSettings
from services.tables.worker import arrival_grace
from services.tables.worker.batch import Batch
from services.tables.worker.loaded_table import LoadedTable
from services.tables.worker.owned_shards import OwnedShards
from services.tables.worker.publisher import Publisher
from services.tables.worker.shard_names import key_of, queue_of, read_shard_key

log = get_logger(__name__)

_SHOWN_MS = 10_000
"""How long after a take-over a table that closes can still be looked at: gateways are called only after the batch."""


class RawDirect(msgspec.Struct, array_like=True, frozen=True):
    """`commands.Direct` with its commands unread."""

    gateway: str
    number: int
    commands: dict[str, list[msgspec.Raw]]


_decoder = msgspec.json.Decoder(list[commands.Command])
_single: msgspec.json.Decoder[commands.Command] = msgspec.json.Decoder(commands.Command)
_given = msgspec.json.Decoder(commands.Direct)
_given_raw = msgspec.json.Decoder(RawDirect)


class Cycle:
    """Takes commands one by one; then `commit`, `pass_on`, `settle` and `send`, in this order.

    While the database commits, what is tentative is taken for certain and put into words, unsent. If the commit fails
    the worker forgets all of its tables, and so all of that.
    """

    def __init__(
        self, holdings: OwnedShards, journal: Journal, settings: TablesSettings, batch: Batch, speaker: Publisher
    ) -> None:
        """On what the worker holds."""
        self._owned = holdings
        self._journal = journal
        self._settings = settings
        self._batch = batch
        self._publisher = speaker
        self._watching: list[tuple[LoadedTable, commands.Watch]] = []
        self._early: list[tuple[str, commands.Watch]] = []
        """Shards and wishes to look at tables that are not there, or not yet: their start may be in the same round."""
        self._stirred: set[str] = set()
        """Tables of which only who is connected has changed."""
        self._lost: frozenset[str] = frozenset()
        self._given: list[commands.Direct] = []
        self._untried: list[tuple[str, list[commands.Command]]] = []
        """Queues, and commands for them that were given to us."""
        self.set_aside: list[tuple[str, Unreadable]] = []
        """Queues, and what came by them and cannot be read: to be parked before the round is acknowledged."""

    # --- in ---

    def resume(self, loaded_tables: list[LoadedTable], outage_ms: int) -> None:
        """Tables that we have just taken over."""
        for loaded in loaded_tables:
            loaded.shown_until_ms = self._batch.now_ms + _SHOWN_MS
            self._batch.resume(loaded, outage_ms)

    def body(self, shard: str, body: bytes) -> None:
        """A broker message: many commands."""
        decoded, unreadable = read_items(body, _decoder, _single)
        self._set_aside(queue_of(shard), [each._replace(body=_listed(each.body, body)) for each in unreadable])
        for command in decoded:
            self._command(shard, command)

    def given(self, body: bytes, try_it: bool) -> None:
        """Commands that a gateway has given to us directly. They are for shards that we own, or did a moment ago: what
        is not ours goes into its shard's queue, and all if we do not `try_it`."""
        decoded = self._read_given(body)
        if decoded is None:
            return
        self._given.append(decoded)
        for queue, sent in decoded.commands.items():
            shard = key_of(queue)
            if not try_it or shard not in self._owned.epochs:
                self._untried.append((queue, sent))
                continue
            for command in sent:
                self._command(shard, command)

    def _read_given(self, body: bytes) -> commands.Direct | None:
        """What a gateway has given, without the commands of kinds that we do not know: those are set aside."""
        try:
            return _given.decode(body)
        except msgspec.MsgspecError as error:
            reason = str(error)
        try:
            raw = _given_raw.decode(body)
        except msgspec.MsgspecError:
            metrics.unreadable.inc()
            log.error("given_unreadable", error=reason)
            return None
        read: dict[str, list[commands.Command]] = {}
        for queue, items in raw.commands.items():
            read[queue], unreadable = read_raw_items(items, _single)
            self._set_aside(queue, [each._replace(body=join_array([each.body])) for each in unreadable])
        return commands.Direct(raw.gateway, raw.number, read)

    def _set_aside(self, queue: str, unreadable: list[Unreadable]) -> None:
        """Commands of kinds that this release does not know: parked before the round is acknowledged."""
        for each in unreadable:
            metrics.unreadable.inc()
            log.error("command_unreadable", queue=queue, error=each.reason)
            self.set_aside.append((queue, each))

    def bot(self, move: BotMove) -> None:
        """A computer player's move."""
        loaded = self._owned.loaded_tables.get(move.table)
        if loaded is not None:
            self._batch.bot(loaded, move)

    def gateway_gone(self, gateway: str) -> None:
        """Its connections are lost."""
        for table_id, seats in self._owned.lose_gateway(gateway).items():
            self._stirred.add(table_id)
            self._miss(self._owned.loaded_tables[table_id], seats, self._noticing_ms, "")

    def fire(self) -> None:
        """Let timers fire that have come up."""
        self._owned.fire(self._batch.now_ms, self._batch.timers)
        for since_ms, loaded in self._owned.expected(self._batch.now_ms):
            seats = arrival_grace.absent(loaded, self._batch.table_of(loaded))
            self._miss(loaded, seats, self._noticing_ms, "", since_ms)

    def _command(self, shard: str, command: commands.Command) -> None:
        if isinstance(command, commands.Wake | commands.GatewayGone):
            return
        game_id, number = read_shard_key(shard)
        metrics.count_command(game_id, type(command).__name__)
        if isinstance(command, commands.Start):
            if shard_of(command.table, self._settings.table_shards) == number and command.order.game == game_id:
                self._batch.start(shard, names.shard_queue(game_id, number), command)
            return
        loaded = self._owned.loaded_tables.get(command.table) or self._batch.opened.get(command.table)
        if loaded is None:
            self._absent(shard, command)
        elif isinstance(command, commands.Watch):
            self._look(loaded, command)
        elif isinstance(command, commands.Unwatch):
            self._look_away(loaded, command)
        elif isinstance(command, commands.Sit | commands.AnnulRound):
            self._batch.once(loaded, command, partial(_ORDERS[type(command)], command))
        elif isinstance(command, FromPlayer):
            self._batch.player(loaded, command, partial(_PLAYER_COMMANDS[type(command)], command))
        else:
            self._batch.from_service(loaded, command, partial(_ANSWERS[type(command)], command))

    def _absent(self, shard: str, command: ToTable) -> None:
        """A command for a table that is closed or never was: perhaps its answer was lost on the way."""
        if isinstance(command, commands.Watch):
            closed = self._owned.closed(command.table, self._batch.now_ms)
            if closed is None:
                self._early.append((shard, command))
            else:
                self._watching.append((closed, command))
        elif isinstance(command, commands.Unwatch):
            self._early = [each for each in self._early if not _is_same_look(each[1], command)]
        elif isinstance(command, FromPlayer):
            answer = self._journal.answer_of(command.table, command.id) or Refusal("table_unknown")
            self._batch.answers.append((shard, command, answer))

    # --- who is here ---

    @property
    def _noticing_ms(self) -> TimeMs:
        """When something counts that nobody stamped: late enough that what was sent before may still come."""
        return self._batch.now_ms - self._settings.clock_grace_ms - 1

    def _look(self, loaded: LoadedTable, command: commands.Watch) -> None:
        """A connection wants to look, and will once all is committed; a player who was missed is back at once."""
        if loaded.is_over((command.gateway, command.conn), command.at_ms):
            self._batch.answers.append((loaded.shard, command, loaded.table.seq))
            return
        self._watching.append((loaded, command))
        table = self._batch.table_of(loaded)
        seat = table.seat_of(command.account)
        if seat is not None and table.seats[seat].is_away:
            self._batch.noticed(
                loaded, command.at_ms, command.trace, lambda transition: timers.give_back(transition, seat)
            )

    def _look_early(self) -> None:
        """Who wanted to look too early looks if the table is there by now, and else hears that it is not. The same
        wish may have come twice, by two ways: it must not be granted and refused."""
        for shard, command in self._early:
            loaded = self._batch.opened.get(command.table)
            if loaded is None:
                self._batch.answers.append((shard, command, Refusal("table_unknown")))
            elif command.id not in {each.id for _, each in self._watching}:
                self._look(loaded, command)
        self._early.clear()

    def _look_away(self, loaded: LoadedTable, command: commands.Unwatch) -> None:
        """A connection looks no more. Who waits for others may look elsewhere meanwhile (RULES.md §9)."""
        conn = (command.gateway, command.conn)
        self._watching = [each for each in self._watching if not _is_same_look(each[1], command)]
        loaded.note_away(conn, command.at_ms)
        if not loaded.stop_viewing(conn):
            return
        self._stirred.add(command.table)
        table = self._batch.table_of(loaded)
        seat = table.seat_of(command.account)
        if seat is not None and seat not in loaded.audience.connected and (command.lost or table.is_running):
            self._miss(loaded, [seat], command.at_ms, command.trace)

    def _miss(
        self, loaded: LoadedTable, seats: Iterable[Seat], at_ms: TimeMs, trace: str, since_ms: TimeMs | None = None
    ) -> None:
        """Nobody looks from these seats any more, unless their players are just about to."""
        coming = {command.account for each, command in self._watching if each is loaded}
        table = self._batch.table_of(loaded)
        for seat in seats:
            if table.seats[seat].account not in coming and disconnect.can_be_lost(table, seat):
                self._batch.noticed(loaded, at_ms, trace, partial(timers.lose, seat=seat, since_ms=since_ms))

    # --- committed ---

    def commit(self) -> frozenset[str]:
        """Write it all; answers the shards that are ours no more."""
        self._look_early()
        self._batch.snapshots()
        if self._batch.writing.is_empty:
            self._expect()
        else:
            with metrics.commit_seconds.time():
                self._lost = self._journal.commit(self._batch.writing, self._expect)
        if self._lost:
            self._lose()
        return self._lost

    def _expect(self) -> None:
        """The commit will succeed: adopt, and put into words what is to be said then."""
        self._adopt()
        self._compose()

    def _lose(self) -> None:
        """Shards were another's: of their tables nothing is true, and nothing may be said."""
        for shard in self._lost:
            metrics.fenced.inc()
            log.warning("shard_lost", shard=shard)
            self._owned.forget(shard)
        self._publisher.start_over()
        self._compose()

    def pass_on(self) -> None:
        """What was given to us and is another's goes into its shard's queue. Only then its gateway may forget it."""
        lost = {queue_of(shard) for shard in self._lost}
        taken = [(queue, sent) for each in self._given for queue, sent in each.commands.items() if queue in lost]
        for queue, sent in (*self._untried, *taken):
            metrics.passed_on.inc(len(sent))
            self._publisher.pass_on(queue, sent)
        for each in self._given:
            self._publisher.taken(each.gateway, each.number)

    def settle(self, bots: Bots) -> None:
        """It is certain now: count, and let computer players think about it."""
        for change in self._batch.changes.values():
            if change.loaded.shard in self._lost or not change.steps:
                continue
            metrics.count_steps(change.table.game, change.steps)
            if change.table.phase != "closed":
                bots.plan(change.table)

    def _adopt(self) -> None:
        """What was tentative is so from now on."""
        loaded_tables = self._owned.loaded_tables
        loaded_tables.update(self._batch.opened)
        for change in self._batch.changes.values():
            if not change.steps:
                continue
            change.loaded.adopt(change.table, change.steps)
            if change.table.phase == "closed":
                self._owned.close(change.loaded, self._batch.now_ms)
            else:
                self._owned.changed(change.steps[0].before, change.table)
        for _, table in self._batch.writing.snapshots:
            if (loaded := loaded_tables.get(table.id)) is not None:
                loaded.snapshot_seq = table.seq
        for (table_id, command_id), answer in self._batch.remembered().items():
            if (loaded := loaded_tables.get(table_id)) is not None:
                loaded.remember(command_id, answer)

    # --- out ---

    def send(self) -> None:
        """Tell everybody who looks, and everybody who asked."""
        self._publisher.send()

    def _compose(self) -> None:
        """Put it into words."""
        for loaded, command in self._watching:
            if loaded.shard not in self._lost and self._show(loaded, command):
                self._stirred.add(loaded.table.id)
        for change in self._batch.changes.values():
            if change.loaded.shard not in self._lost and (change.steps or change.done):
                self._publisher.changed(change)
                self._stirred.discard(change.table.id)
        for table_id in sorted(self._stirred):
            if (stirred := self._owned.loaded_tables.get(table_id)) is not None:
                self._publisher.audience(stirred)
        for shard, asked, answer in self._batch.answers:
            if shard not in self._lost:
                self._publisher.answer((asked.gateway, asked.conn), asked.id, answer)

    def _show(self, loaded: LoadedTable, command: commands.Watch) -> bool:
        """Let a connection look; whether that changes who is seen to be here."""
        conn = (command.gateway, command.conn)
        seat = loaded.table.seat_of(command.account)
        if seat is None:
            refusal = self._spectator_refusal(loaded, conn)
            if refusal is not None:
                self._publisher.answer(conn, command.id, refusal)
                return False
        before = loaded.audience
        if command.gateway not in self._owned.gateways:
            self._owned.hear(command.gateway)
        loaded.look(conn, command.account, "public" if seat is None else seat)
        if not self._publisher.shown(loaded, conn, command.id, command.version, loaded.viewers[conn].viewer):
            self._publisher.answer(conn, command.id, Refusal("table_stopped"))
        return loaded.audience != before

    def _spectator_refusal(self, loaded: LoadedTable, conn: tuple[str, int]) -> Refusal | None:
        if not loaded.table.order.spectators:
            return Refusal("spectators_off")
        if conn not in loaded.viewers and loaded.audience.spectators >= self._settings.max_spectators:
            return Refusal("spectators_full")
        return None


def _listed(item: bytes, body: bytes) -> bytes:
    """An unreadable item as a message of its own, unless it is the whole message."""
    return item if item is body else join_array([item])


def _is_same_look(one: FromPlayer, other: FromPlayer) -> bool:
    """Whether two commands are about the same connection's looking at the same table."""
    return (one.gateway, one.conn, one.table) == (other.gateway, other.conn, other.table)


def _move(command: commands.Move, transition: Any, seat: int) -> Refusal | None:
    return loop.move(transition, seat, command.match, command.number, command.move)


def _seed(command: commands.Seed, transition: Any, seat: int) -> Refusal | None:
    return start.seed(transition, seat, command)


def _choose(command: commands.Choose, transition: Any, seat: int) -> Refusal | None:
    return rematch.choose(transition, seat, command)


_PLAYER_COMMANDS: dict[type, Any] = {commands.Move: _move, commands.Seed: _seed, commands.Choose: _choose}
_ORDERS: dict[type, Any] = {
    commands.Sit: lambda command, transition: guests.sit(transition, command),
    commands.AnnulRound: lambda command, transition: bets.annul(transition, command),
}
_ANSWERS: dict[type, Any] = {
    commands.Banked: lambda command, transition: bets.banked(transition, command),
    commands.Purse: lambda command, transition: guests.purse(transition, command),
    commands.Held: lambda command, transition: start.held(transition, command),
    commands.RatingsFrozen: lambda command, transition: start.ratings(transition, command),
    commands.Settled: lambda command, transition: rematch.settled(transition, command),
    commands.MatchRated: lambda command, transition: rematch.rated(transition, command),
    commands.Expel: lambda command, transition: leave.expel(transition, command.account, command.reason),
    commands.Annul: lambda command, transition: finish.annul(transition, command.reason, command.by),
}
