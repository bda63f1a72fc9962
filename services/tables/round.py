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
from services.plumbing.logs import get_logger
from services.tables import asking, choosing, departures, ending, guests, metrics, missing, presence, rounds, timers
from services.tables import table as loop
from services.tables.batch import Batch
from services.tables.bots import BotMove, Bots
from services.tables.holdings import Holdings
from services.tables.journal import Journal
from services.tables.live import Live
from services.tables.ownership import key_of, queue_of, read_shard_key
from services.tables.settings import TablesSettings
from services.tables.speaker import Speaker

log = get_logger(__name__)

_SHOWN_MS = 10_000
"""How long after a take-over a table that closes can still be looked at: gateways are called only after the batch."""
_decoder = msgspec.json.Decoder(list[commands.Command])
_given = msgspec.json.Decoder(commands.Direct)


class Round:
    """Takes commands one by one; then `commit`, `pass_on`, `settle` and `send`, in this order.

    While the database commits, what is tentative is taken for certain and put into words, unsent. If the commit fails
    the worker forgets all of its tables, and so all of that.
    """

    def __init__(
        self, holdings: Holdings, journal: Journal, settings: TablesSettings, batch: Batch, speaker: Speaker
    ) -> None:
        """On what the worker holds."""
        self._holdings = holdings
        self._journal = journal
        self._settings = settings
        self._batch = batch
        self._speaker = speaker
        self._watching: list[tuple[Live, commands.Watch]] = []
        self._early: list[tuple[str, commands.Watch]] = []
        """Shards and wishes to look at tables that are not there, or not yet: their start may be in the same round."""
        self._stirred: set[str] = set()
        """Tables of which only who is connected has changed."""
        self._lost: frozenset[str] = frozenset()
        self._given: list[commands.Direct] = []
        self._untried: list[tuple[str, list[commands.Command]]] = []
        """Queues, and commands for them that were given to us."""

    # --- in ---

    def resume(self, lives: list[Live], outage_ms: int) -> None:
        """Tables that we have just taken over."""
        for live in lives:
            live.shown_until_ms = self._batch.now_ms + _SHOWN_MS
            self._batch.resume(live, outage_ms)

    def body(self, shard: str, body: bytes) -> None:
        """A broker message: many commands."""
        try:
            decoded = _decoder.decode(body)
        except msgspec.MsgspecError as error:
            metrics.unreadable.inc()
            log.error("commands_unreadable", shard=shard, error=str(error))
            return
        for command in decoded:
            self._command(shard, command)

    def given(self, body: bytes, try_it: bool) -> None:
        """Commands that a gateway has given to us directly. They are for shards that we own, or did a moment ago: what
        is not ours goes into its shard's queue, and all if we do not `try_it`."""
        try:
            decoded = _given.decode(body)
        except msgspec.MsgspecError as error:
            metrics.unreadable.inc()
            log.error("given_unreadable", error=str(error))
            return
        self._given.append(decoded)
        for queue, told in decoded.commands.items():
            shard = key_of(queue)
            if not try_it or shard not in self._holdings.epochs:
                self._untried.append((queue, told))
                continue
            for command in told:
                self._command(shard, command)

    def bot(self, move: BotMove) -> None:
        """A computer player's move."""
        live = self._holdings.lives.get(move.table)
        if live is not None:
            self._batch.bot(live, move)

    def gateway_gone(self, gateway: str) -> None:
        """Its connections are lost."""
        for table_id, seats in self._holdings.lose_gateway(gateway).items():
            self._stirred.add(table_id)
            self._miss(self._holdings.lives[table_id], seats, self._noticing_ms, "")

    def fire(self) -> None:
        """Let timers fire that have come up."""
        self._holdings.fire(self._batch.now_ms, self._batch.timers)
        for since_ms, live in self._holdings.expected(self._batch.now_ms):
            seats = presence.absent(live, self._batch.table_of(live))
            self._miss(live, seats, self._noticing_ms, "", since_ms)

    def _command(self, shard: str, command: commands.Command) -> None:
        if isinstance(command, commands.Wake | commands.GatewayGone):
            return
        game_id, number = read_shard_key(shard)
        metrics.count_command(game_id, type(command).__name__)
        if isinstance(command, commands.Start):
            if shard_of(command.table, self._settings.table_shards) == number and command.order.game == game_id:
                self._batch.start(shard, names.shard_queue(game_id, number), command)
            return
        live = self._holdings.lives.get(command.table) or self._batch.opened.get(command.table)
        if live is None:
            self._absent(shard, command)
        elif isinstance(command, commands.Watch):
            self._look(live, command)
        elif isinstance(command, commands.Unwatch):
            self._look_away(live, command)
        elif isinstance(command, commands.Sit | commands.AnnulRound):
            self._batch.once(live, command, partial(_ORDERS[type(command)], command))
        elif isinstance(command, FromPlayer):
            self._batch.player(live, command, partial(_PLAYER_COMMANDS[type(command)], command))
        else:
            self._batch.told(live, command, partial(_ANSWERS[type(command)], command))

    def _absent(self, shard: str, command: ToTable) -> None:
        """A command for a table that is closed or never was: perhaps its answer was lost on the way."""
        if isinstance(command, commands.Watch):
            closed = self._holdings.closed(command.table, self._batch.now_ms)
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

    def _look(self, live: Live, command: commands.Watch) -> None:
        """A connection wants to look, and will once all is committed; a player who was missed is back at once."""
        if live.is_over((command.gateway, command.conn), command.at_ms):
            self._batch.answers.append((live.shard, command, live.table.seq))
            return
        self._watching.append((live, command))
        table = self._batch.table_of(live)
        seat = table.seat_of(command.account)
        if seat is not None and table.seats[seat].is_away:
            self._batch.noticed(live, command.at_ms, command.trace, lambda turn: timers.give_back(turn, seat))

    def _look_early(self) -> None:
        """Who wanted to look too early looks if the table is there by now, and else hears that it is not. The same
        wish may have come twice, by two ways: it must not be granted and refused."""
        for shard, command in self._early:
            live = self._batch.opened.get(command.table)
            if live is None:
                self._batch.answers.append((shard, command, Refusal("table_unknown")))
            elif command.id not in {each.id for _, each in self._watching}:
                self._look(live, command)
        self._early.clear()

    def _look_away(self, live: Live, command: commands.Unwatch) -> None:
        """A connection looks no more. Who waits for others may look elsewhere meanwhile (RULES.md §9)."""
        conn = (command.gateway, command.conn)
        self._watching = [each for each in self._watching if not _is_same_look(each[1], command)]
        live.note_away(conn, command.at_ms)
        if not live.look_away(conn):
            return
        self._stirred.add(command.table)
        table = self._batch.table_of(live)
        seat = table.seat_of(command.account)
        if seat is not None and seat not in live.audience.connected and (command.lost or presence.runs(table)):
            self._miss(live, [seat], command.at_ms, command.trace)

    def _miss(
        self, live: Live, seats: Iterable[Seat], at_ms: TimeMs, trace: str, since_ms: TimeMs | None = None
    ) -> None:
        """Nobody looks from these seats any more, unless their players are just about to."""
        coming = {command.account for each, command in self._watching if each is live}
        table = self._batch.table_of(live)
        for seat in seats:
            if table.seats[seat].account not in coming and missing.can_be_lost(table, seat):
                self._batch.noticed(live, at_ms, trace, partial(timers.lose, seat=seat, since_ms=since_ms))

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
            self._holdings.forget(shard)
        self._speaker.start_over()
        self._compose()

    def pass_on(self) -> None:
        """What was given to us and is another's goes into its shard's queue. Only then its gateway may forget it."""
        lost = {queue_of(shard) for shard in self._lost}
        taken = [(queue, told) for each in self._given for queue, told in each.commands.items() if queue in lost]
        for queue, told in (*self._untried, *taken):
            metrics.passed_on.inc(len(told))
            self._speaker.pass_on(queue, told)
        for each in self._given:
            self._speaker.taken(each.gateway, each.number)

    def settle(self, bots: Bots) -> None:
        """It is certain now: count, and let computer players think about it."""
        for change in self._batch.changes.values():
            if change.live.shard in self._lost or not change.steps:
                continue
            metrics.count_steps(change.table.game, change.steps)
            if change.table.phase != "closed":
                bots.plan(change.table)

    def _adopt(self) -> None:
        """What was tentative is so from now on."""
        lives = self._holdings.lives
        lives.update(self._batch.opened)
        for change in self._batch.changes.values():
            if not change.steps:
                continue
            change.live.adopt(change.table, change.steps)
            if change.table.phase == "closed":
                self._holdings.close(change.live, self._batch.now_ms)
            else:
                self._holdings.changed(change.steps[0].before, change.table)
        for _, table in self._batch.writing.snapshots:
            if (live := lives.get(table.id)) is not None:
                live.snapshot_seq = table.seq
        for (table_id, command_id), answer in self._batch.remembered().items():
            if (live := lives.get(table_id)) is not None:
                live.remember(command_id, answer)

    # --- out ---

    def send(self) -> None:
        """Tell everybody who looks, and everybody who asked."""
        self._speaker.send()

    def _compose(self) -> None:
        """Put it into words."""
        for live, command in self._watching:
            if live.shard not in self._lost and self._show(live, command):
                self._stirred.add(live.table.id)
        for change in self._batch.changes.values():
            if change.live.shard not in self._lost and (change.steps or change.done):
                self._speaker.changed(change)
                self._stirred.discard(change.table.id)
        for table_id in sorted(self._stirred):
            if (stirred := self._holdings.lives.get(table_id)) is not None:
                self._speaker.audience(stirred)
        for shard, asked, answer in self._batch.answers:
            if shard not in self._lost:
                self._speaker.answer((asked.gateway, asked.conn), asked.id, answer)

    def _show(self, live: Live, command: commands.Watch) -> bool:
        """Let a connection look; whether that changes who is seen to be here."""
        conn = (command.gateway, command.conn)
        seat = live.table.seat_of(command.account)
        if seat is None:
            refusal = self._spectator_refusal(live, conn)
            if refusal is not None:
                self._speaker.answer(conn, command.id, refusal)
                return False
        before = live.audience
        if command.gateway not in self._holdings.gateways:
            self._holdings.hear(command.gateway)
        live.look(conn, command.account, "public" if seat is None else seat)
        if not self._speaker.shown(live, conn, command.id, command.version, live.lookers[conn].viewer):
            self._speaker.answer(conn, command.id, Refusal("table_stopped"))
        return live.audience != before

    def _spectator_refusal(self, live: Live, conn: tuple[str, int]) -> Refusal | None:
        if not live.table.order.spectators:
            return Refusal("spectators_off")
        if conn not in live.lookers and live.audience.spectators >= self._settings.max_spectators:
            return Refusal("spectators_full")
        return None


def _is_same_look(one: FromPlayer, other: FromPlayer) -> bool:
    """Whether two commands are about the same connection's looking at the same table."""
    return (one.gateway, one.conn, one.table) == (other.gateway, other.conn, other.table)


def _move(command: commands.Move, turn: Any, seat: int) -> Refusal | None:
    return loop.move(turn, seat, command.match, command.number, command.move)


def _seed(command: commands.Seed, turn: Any, seat: int) -> Refusal | None:
    return asking.seed(turn, seat, command)


def _choose(command: commands.Choose, turn: Any, seat: int) -> Refusal | None:
    return choosing.choose(turn, seat, command)


_PLAYER_COMMANDS: dict[type, Any] = {commands.Move: _move, commands.Seed: _seed, commands.Choose: _choose}
_ORDERS: dict[type, Any] = {
    commands.Sit: lambda command, turn: guests.sit(turn, command),
    commands.AnnulRound: lambda command, turn: rounds.annul(turn, command),
}
_ANSWERS: dict[type, Any] = {
    commands.Banked: lambda command, turn: rounds.banked(turn, command),
    commands.Purse: lambda command, turn: guests.purse(turn, command),
    commands.Held: lambda command, turn: asking.held(turn, command),
    commands.RatingsFrozen: lambda command, turn: asking.ratings(turn, command),
    commands.Settled: lambda command, turn: choosing.settled(turn, command),
    commands.MatchRated: lambda command, turn: choosing.rated(turn, command),
    commands.Expel: lambda command, turn: departures.expel(turn, command.account, command.reason),
    commands.Annul: lambda command, turn: ending.annul(turn, command.reason, command.by),
}
