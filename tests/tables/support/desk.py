"""A tables worker without a broker, in the test's hands: every turn is taken when the test calls it.

The worker, its journal and its database are the real ones; the link is one that notes what it is given, the clock
stands still, and roots and ids come in a known order.
"""

import hashlib
import itertools
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.base import Envelope, Event
from services.contracts.tables import commands, deliveries
from services.contracts.tables.commands import SeatPlayer, StartOrder
from services.contracts.tables.events import CardEarned, MatchAsked, MatchFinished, PauseChanged, SeatFreed, TableDone
from services.contracts.tables.rounds import PurseAsked, RoundAsked, RoundEnded
from services.kernel.clock import FakeClock
from services.kernel.ids import shard_of
from services.platform.database.unit_of_work import Database, outbox
from services.platform.process.json import encode
from services.platform.process.settings import CommonSettings
from services.platform.schema import create_settings, create_shared
from services.tables import schema as store
from services.tables.bots.scheduler import BotMove
from services.tables.settings import TablesSettings
from services.tables.table.model import Table
from services.tables.worker.green_runner import GreenRunner
from services.tables.worker.shards.inbox_items import DirectDelivery, QueueDelivery
from services.tables.worker.shards.shard_names import queue_of, shard_key
from services.tables.worker.worker import Worker
from tests.support.databases.memory_databases import memory_database
from tests.support.services.process import AS_WRITTEN

GAME = "tictactoe"
GATEWAY = "gateway.1"
CONNS = {"ann": 1, "bob": 2, "cleo": 3, "dan": 4}
RATINGS = {"ann": (1500, 10, 1600), "bob": (1400, 5, 1450), "cleo": (1300, 0, 1300), "dan": (1200, 0, 1200)}

_events = {
    "tables.match_asked": MatchAsked,
    "tables.match_finished": MatchFinished,
    "tables.table_done": TableDone,
    "tables.seat_freed": SeatFreed,
    "tables.pause_changed": PauseChanged,
    "tables.card_earned": CardEarned,
    "tables.round_asked": RoundAsked,
    "tables.round_ended": RoundEnded,
    "tables.purse_asked": PurseAsked,
}
_tags = itertools.count(1)
_ids = itertools.count(1)
_seeds = itertools.count(1)


class Roots:
    """Ids and roots in a known order, other ones for each `seed`."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._count = itertools.count(1)

    def match_id(self) -> str:
        return f"{self._seed:08d}-0000-4000-8000-{next(self._count):012d}"

    def root(self) -> str:
        return hashlib.sha256(f"{self._seed} {next(self._count)}".encode()).hexdigest()


class FakeLink:
    """Notes its messages; up until the test cuts it."""

    name = "shards"

    def __init__(self) -> None:
        self.channel: Any = object()
        self.is_up = True
        self.frames: list[tuple[str, int, dict[str, Any]]] = []
        """Gateway, connection, frame."""
        self.told: list[tuple[str, deliveries.Deliveries]] = []
        """Gateway, and all frames that it was sent after a batch."""
        self.sent: list[tuple[str, str, bytes]] = []
        """Everything else: exchange, routing key, body."""
        self.acknowledged: set[int] = set()
        self.put_back: set[int] = set()
        self.given_up: set[int] = set()
        self.delivered: list[int] = []
        """Tags, in order."""
        self._looked_at = 0
        """How many of them were acknowledged with all before them."""
        self.cancelled: list[str] = []
        self.subscribed: list[tuple[str, str]] = []
        """Queue and tag, of those subscribed to again."""

    def cancel(self, consumer_tag: str) -> None:
        self.cancelled.append(consumer_tag)

    def consume_again(self, queue: str, _callback: Any, tag: str) -> None:
        self.subscribed.append((queue, tag))

    def publish(self, body: bytes, exchange: str, routing_key: str, **_how: Any) -> None:
        if exchange or not routing_key.startswith("gateway."):
            self.sent.append((exchange, routing_key, body))
            return
        told = msgspec.json.decode(body, type=deliveries.Deliveries)
        self.told.append((routing_key, told))
        for delivery in told.frames:
            frame = msgspec.json.decode(bytes(delivery.frame))
            self.frames += [(routing_key, conn, frame) for conn in delivery.conns]

    def ack(self, tag: int, channel: Any, *, multiple: bool = False) -> None:
        assert channel is self.channel
        done = [tag]
        if multiple:
            done = [each for each in self.delivered[self._looked_at :] if each <= tag]
            self._looked_at += len(done)
        self.acknowledged.update(set(done) - self.put_back - self.given_up)

    def requeue(self, tag: int, channel: Any) -> None:
        assert channel is self.channel
        self.put_back.add(tag)

    def give_up(self, tag: int, channel: Any) -> None:
        assert channel is self.channel
        self.given_up.add(tag)

    def wait_up(self, _timeout_s: float) -> None:
        return


class Message:
    """As the broker delivers it."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.delivery_tag = next(_tags)


class Desk:
    """One worker; several on the same database are rivals."""

    def __init__(
        self, database: Database | None = None, settings: TablesSettings | None = None, games: Sequence[str] = (GAME,)
    ) -> None:
        self.settings = settings or TablesSettings()
        self.database = database or empty_database()
        assert isinstance(self.database.clock, FakeClock)
        self.clock = self.database.clock
        self.link = FakeLink()
        self.worker = Worker(CommonSettings(), self.settings, self.database, list(games), GreenRunner())
        self.worker._link = self.worker._ownership._link = self.link  # type: ignore[assignment]
        self.worker._subscriptions.link = self.link  # type: ignore[assignment]
        self.worker._secrets = Roots(next(_seeds))
        self.held = self.worker._owned
        self._told: set[str] = set()

    # --- turns ---

    def turn(self, *items: Any) -> None:
        """One turn; if it fails the worker starts over, as its loop does."""
        try:
            self.worker._run_cycle(list(items))
        except Exception as error:  # noqa: BLE001 as the loop does
            self.worker._start_over(list(items), error)

    def deliver(self, *batches: Sequence[Any]) -> list[QueueDelivery]:
        """Broker messages, each a list of commands to tables of one shard."""
        found = []
        for batch in batches:
            first = batch[0]
            key = self.shard(first.table) if isinstance(first, commands.ToTable) else shard_key(GAME, first.shard)
            found.append(QueueDelivery(key, Message(encode(list(batch))), self.link.channel))
            self.link.delivered.append(found[-1].tag)
        return found

    def give(self, number: int, *batch: Any, gateway: str = GATEWAY) -> DirectDelivery:
        """A message of the worker's own queue: these commands, given by a gateway directly."""
        queues: dict[str, list[Any]] = {}
        for each in batch:
            queues.setdefault(queue_of(self.shard(each.table)), []).append(each)
        return DirectDelivery(Message(encode(commands.Direct(gateway, number, queues))), self.link.channel)

    def beat(self) -> list[str]:
        """The worker's sign of life: shards of the silent get woken; answers shards that it should give back."""
        silent, excess = self.worker._ownership.beat()
        for shard in silent:
            self.worker._ownership.wake(shard)
        return excess

    def hear(self, *heard: Any) -> None:
        """A turn with these commands, each in a message of its own."""
        self.turn(*self.deliver(*([each] for each in heard)))

    def pass_ms(self, ms: int) -> None:
        """Time passes and the worker looks at its clocks."""
        self.clock.advance(ms)
        self.turn()

    def again(self) -> None:
        """The turn that follows one that failed."""
        self.turn(*(self.worker._again.pop(0) if self.worker._again else []))

    # --- what there is ---

    def shard(self, table: str) -> str:
        live = self.held.loaded_tables.get(table)
        game = self._game_of(table) if live is None else live.table.game
        return shard_key(game, shard_of(table, self.settings.table_shards))

    def _game_of(self, table: str) -> str:
        return table.partition("@")[2] or GAME

    def table(self, table: str) -> Table:
        return self.held.loaded_tables[table].table

    def stored(self, table: str) -> Table:
        """The table as another worker would load it."""
        (found,) = [each for each in self.worker._journal.load(self.shard(table)) if each.id == table]
        return found

    def frames(self, conn: int = 1) -> list[dict[str, Any]]:
        """What a connection was sent since the last look."""
        found = [frame for gateway, number, frame in self.link.frames if (gateway, number) == (GATEWAY, conn)]
        self.link.frames = [each for each in self.link.frames if each[:2] != (GATEWAY, conn)]
        return found

    def told(self, kind: type[Event] | None = None) -> list[Any]:
        """Events published since the last call."""
        with self.database.work() as work:
            rows = work.execute(sa.select(outbox).order_by(AS_WRITTEN[work.connection.dialect.name])).all()
        fresh = [row for row in rows if row.id not in self._told]
        self._told |= {row.id for row in fresh}
        topics = {row.id: ".".join(row.routing_key.split(".")[:2]) for row in fresh}
        found = [msgspec.json.decode(row.body, type=Envelope[_events[topics[row.id]]]).body for row in fresh]
        return [each for each in found if kind is None or isinstance(each, kind)]

    def rows(self, table: sa.Table) -> list[Any]:
        with self.database.work() as work:
            return list(work.execute(sa.select(table)).all())

    def rows_of_journal(self) -> list[Any]:
        return self.rows(store.journal)

    # --- commands ---

    def open(self, table: str = "table-1", *, stake: int = 0, practice: bool = False, **order: Any) -> "Seated":
        """A table of Ann and Bob (a computer player instead of Bob at a practice table)."""
        seats = [SeatPlayer(name="Ann", account="ann"), SeatPlayer(name="Bob", account="bob")]
        if practice:
            seats[1] = SeatPlayer(name="bot-1")
        told = {"name": "Table", "game": self._game_of(table), "options": {"size": 3}, "organizer": 0, "seats": seats}
        start = StartOrder(stake_chips=stake, practice=practice, **{**told, **order})
        self.hear(commands.Start(table, "trace-start", self.clock.now_ms(), start))
        return Seated(self, table)

    def bot(self, table: str, seat: int, move: dict[str, Any]) -> None:
        """A computer player has thought."""
        match = self.table(table).match
        self.turn(BotMove(table, seat, match.id, match.clocks[0].number, move))


class Seated:
    """A table and short words for what happens at it."""

    def __init__(self, desk: Desk, id: str) -> None:
        self.desk = desk
        self.id = id

    @property
    def now(self) -> Table:
        return self.desk.table(self.id)

    @property
    def phase(self) -> str:
        return self.now.phase

    def head(self, account: str, id: str | None = None, at_ms: int | None = None, conn: int | None = None) -> tuple:
        """The first fields of a player's command."""
        id = id or f"c{next(_ids)}"
        conn = conn if conn is not None else CONNS.get(account, 9)
        return (self.id, id, self.desk.clock.now_ms() if at_ms is None else at_ms, GATEWAY, conn, account, id)

    def expel(self, account: str, reason: str = "suspended") -> None:
        self.desk.hear(commands.Expel(self.id, "trace", self.desk.clock.now_ms(), account, reason))

    def annul(self, reason: str = "a fault") -> None:
        self.desk.hear(commands.Annul(self.id, "trace", self.desk.clock.now_ms(), reason, "operator"))

    # answers of others

    def holds(self, error: str | None = None, account: str | None = None, match: str | None = None) -> None:
        at = (self.id, "trace-wallet", self.desk.clock.now_ms())
        self.desk.hear(commands.Held(*at, match or self.now.match.id, error, account))

    def ratings(self, match: str | None = None) -> None:
        at = (self.id, "trace-ranking", self.desk.clock.now_ms())
        accounts = sorted(seat.account for seat in self.now.seats if seat.account)
        frozen = [commands.SeatRating(account, *RATINGS[account]) for account in accounts]
        self.desk.hear(commands.RatingsFrozen(*at, match or self.now.match.id, frozen))

    def settled(self, match: str, payouts: list[int]) -> None:
        at = (self.id, "trace-wallet", self.desk.clock.now_ms())
        self.desk.hear(commands.Settled(*at, match, payouts, 80, {}))

    def rated(self, match: str, next_ratings: list[commands.SeatRating] | None = None) -> None:
        at = (self.id, "trace-ranking", self.desk.clock.now_ms())
        changes = [commands.SeatRated("ann", 1508, 8, "win"), commands.SeatRated("bob", 1392, -8, "loss")]
        self.desk.hear(commands.MatchRated(*at, match, changes, next_ratings or []))

    # players; each answers with the frames that the sender's connection got

    def does(self, command: Any) -> list[dict[str, Any]]:
        self.desk.hear(command)
        return self.desk.frames(command.conn)

    def seed(self, account: str, seed: str = "ab" * 16, *, match: str | None = None, **how: Any) -> list[Any]:
        return self.does(commands.Seed(*self.head(account, **how), match or self.now.match.id, seed))

    def move(self, account: str, number: int | None, move: dict[str, Any], *, match: str | None = None, **how: Any):
        return self.does(commands.Move(*self.head(account, **how), match or self.now.match.id, number, move))

    def leave(self, account: str, *, match: str | None = None, **how: Any) -> list[Any]:
        return self.move(account, None, {"move": "leave"}, match=match, **how)

    def choose(self, account: str, choice: Any, seed: str | None = None, *, match: str | None = None, **how: Any):
        ended = self.now.last.match if self.now.last else ""
        return self.does(commands.Choose(*self.head(account, **how), match or ended, choice, seed))

    def watch(self, account: str, version: int = -1, **how: Any) -> list[Any]:
        return self.does(commands.Watch(*self.head(account, **how), version))

    def unwatch(self, account: str, *, lost: bool = False, **how: Any) -> list[Any]:
        return self.does(commands.Unwatch(*self.head(account, **how), lost))

    def lose(self, account: str, **how: Any) -> list[Any]:
        return self.unwatch(account, lost=True, **how)

    def all_watch(self) -> "Seated":
        for account in [seat.account for seat in self.now.seats if seat.account]:
            self.watch(account)
        return self

    # whole stretches

    def begin(self) -> "Seated":
        """Everything a match needs, in the usual order."""
        for account in [seat.account for seat in self.now.seats if seat.account]:
            self.seed(account, account[0] * 2 * 16 if account != "cleo" else "cc" * 16)
        if self.now.order.stake_chips:
            self.holds()
        if not self.now.order.practice:
            self.ratings()
        return self

    def say(self, account: str | None = None, n: int = 0, **how: Any) -> list[Any]:
        """A move of a `TurnsGame`, of the player in turn if nobody else is named."""
        clock = self.now.match.clocks[0]
        account = account or self.turn_of
        return self.move(account, clock.number, {"move": "say", "n": n}, **how)

    def round(self) -> "Seated":
        """Everybody has had a turn."""
        for _ in self.now.seats:
            self.say()
        return self

    @property
    def turn_of(self) -> str:
        """The account that owes a decision."""
        found = self.now.seats[self.now.match.clocks[0].seat].account
        assert found is not None
        return found

    @property
    def other(self) -> str:
        return "bob" if self.turn_of == "ann" else "ann"

    def place(self, row: int, col: int, **how: Any) -> list[Any]:
        """The player in turn marks a cell."""
        number = self.now.match.clocks[0].number
        return self.move(self.turn_of, number, {"move": "place", "row": row, "col": col}, **how)

    def first_round(self) -> "Seated":
        self.place(1, 1)
        self.place(2, 1)
        return self

    def play_out(self) -> str:
        """To the end: the player in turn makes the top row. Returns the winner."""
        winner = self.turn_of
        for row, col in ((1, 1), (2, 1), (1, 2), (2, 2), (1, 3)):
            self.place(row, col)
        return winner


def empty_database() -> Database:
    """A database that is gone with its connection; its clock stands still."""
    return memory_database("tables", FakeClock(), store.metadata, create_shared, create_settings)


def last_view(frames: list[dict[str, Any]]) -> dict[str, Any]:
    """The newest view among frames."""
    (*_, newest) = [frame for frame in frames if frame["t"] in ("table", "update")]
    found: dict[str, Any] = newest["view"]
    return found


def answer(frames: list[dict[str, Any]]) -> Any:
    """How the one command was answered: its version, or the code of its refusal."""
    for frame in frames:
        if frame["t"] == "refused":
            return frame["error"]
        if frame["t"] == "done":
            return frame["version"]
        if frame["t"] == "update" and frame["done"]:
            return frame["version"]
    return None
