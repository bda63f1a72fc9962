"""The lobby's part: it seats players, starts tables, and receives when they are free again."""

from random import Random
from typing import Any

import msgspec

from services.contracts.base import Envelope, topic_of
from services.contracts.lobby.accounts.accounts import Registered
from services.contracts.tables import commands, events
from services.contracts.tournaments.entries import GameNotSeated, GameSeated
from services.contracts.tournaments.events import GameCalled
from services.kernel.clock import FakeClock
from services.kernel.ids import shard_of
from services.platform.broker import names
from services.platform.process.json import encode
from tests.games.seeded_matches import Case
from tests.simulation.broker import Broker
from tests.simulation.link import SimulatedLink
from tests.simulation.robots import Robot

STAKES = (0, 100, 250, 1_000)
COMPETITORS = 4
_HEARD: tuple[type[Any], ...] = (events.TableDone, events.SeatFreed, GameCalled)


class Connections:
    """Opens tables for robots that have none."""

    def __init__(self, broker: Broker, chance: Random, clock: FakeClock, shards: int, cases: list[Case]) -> None:
        self.robots: list[Robot] = []
        self.games: dict[str, str] = {}
        """Table → game."""
        self.players: dict[str, set[str]] = {}
        """Table → accounts that are bound to it."""
        self._chance = chance
        self._clock = clock
        self._shards = shards
        self._cases = [case for case in cases if not case.game.house_banked]
        self._house_cases = [case for case in cases if case.game.house_banked]
        self._sittings = 0
        self._told = 0
        self.house: dict[str, list[str | None]] = {}
        """House-banked table → accounts by seat, as the lobby knows them."""
        self._link = SimulatedLink(broker, chance, "hall", "lobby", lambda _where: None)
        self._link.connect()
        for kind in _HEARD:
            queue = names.event_queue("lobby", topic_of(kind), "")
            self._link.declare_durable(queue, names.dead_queue("lobby"))
            broker.bind(queue, names.EVENTS_EXCHANGE, topic_of(kind))
            self._link.consume(queue, lambda parcel, kind=kind: self._hear(kind, parcel))

    def register(self, robots: list[Robot]) -> None:
        """The wallet receives new players."""
        self.robots = robots
        now_ms = self._clock.now_ms()
        for robot in robots:
            event = Registered(account=robot.account, name=robot.account.title(), device="", created_at_ms=now_ms)
            body = encode([Envelope(f"registered-{robot.account}", "", now_ms, event)])
            self._link.publish(body, names.EVENTS_EXCHANGE, topic_of(Registered), confirm=True)

    def open_table(self) -> bool:
        """A new table for whoever is free; whether there were enough."""
        if not self._cases:
            return False
        case = self._chance.choice(self._cases)
        seats = len(case.seats())
        practice = self._chance.random() < 0.1
        people = 1 + self._chance.randrange(seats - 1) if practice else seats
        free = self._free_robots()
        if len(free) < people:
            return False
        chosen = self._chance.sample(free, people)
        table = f"table-{len(self.games) + 1}"
        self.games[table] = case.game.id
        self.players[table] = {robot.account for robot in chosen}
        self._start(table, case, chosen, seats, practice)
        for robot in chosen:
            robot.sit(table)
        return True

    def _free_robots(self) -> list[Robot]:
        """Who sits nowhere; the last ones mostly keep themselves free for competitions."""
        open_to_all = self.robots if self._chance.random() < 0.01 else self.robots[:-COMPETITORS]
        return [robot for robot in open_to_all if robot.table is None]

    def open_house(self) -> None:
        """One table of each house-banked game, as the lobby keeps them open."""
        for case in self._house_cases:
            table = f"house-{len(self.games) + 1}"
            self.games[table], self.players[table] = case.game.id, set()
            seats = len(case.seats())
            self.house[table] = [None] * seats
            order = commands.StartOrder(
                name=table, game=case.game.id, options=msgspec.json.decode(case.options), stake_chips=0, organizer=-1,
                seats=[commands.SeatPlayer(name="")] * seats, house=True,
            )  # fmt: skip
            self._send(table, commands.Start(table, f"start-{table}", self._clock.now_ms(), order))

    def seat_guest(self) -> bool:
        """Somebody who is free sits down at a house-banked table; whether there was a seat."""
        free = self._free_robots()
        places = [(t, n) for t, seats in self.house.items() for n, taken in enumerate(seats) if taken is None]
        if not free or not places:
            return False
        robot, (table, seat) = self._chance.choice(free), self._chance.choice(places)
        self._sittings += 1
        self.house[table][seat] = robot.account
        self.players[table].add(robot.account)
        purse = commands.PurseNow(self._chance.choice([300, 5_000, 50_000]), {})
        at = (table, f"sit-{self._sittings}", self._clock.now_ms())
        sitting = f"sitting-{self._sittings}"
        self._send(table, commands.Sit(*at, sitting, robot.account, robot.account.title(), seat, purse))
        robot.sit(table)
        return True

    def close_house(self, table: str) -> None:
        """An operator ends a house-banked table."""
        self._send(table, commands.Annul(table, "close", self._clock.now_ms(), "the day is over", "operator"))

    def annul_round(self, table: str, number: int) -> None:
        """An operator annuls a round, if its bets are held by then."""
        self._sittings += 1
        at = (table, "annul", self._clock.now_ms(), f"order-{self._sittings}")
        self._send(table, commands.AnnulRound(*at, number, "the cards fell down", "operator"))

    def _send(self, table: str, command: commands.Command) -> None:
        queue = names.shard_queue(self.games[table], shard_of(table, self._shards))
        for _ in range(1 + (self._chance.random() < 0.2)):  # the lobby's outbox may repeat itself
            self._link.publish(encode([command]), "", queue)

    def _start(self, table: str, case: Case, chosen: list[Robot], seats: int, practice: bool) -> None:
        people = [commands.SeatPlayer(name=robot.account.title(), account=robot.account) for robot in chosen]
        computers = [commands.SeatPlayer(name=f"bot-{number}") for number in range(len(people), seats)]
        order = commands.StartOrder(
            name=table,
            game=case.game.id,
            options=msgspec.json.decode(case.options),
            stake_chips=0 if practice else self._chance.choice(STAKES),
            organizer=0,
            seats=people + computers,
            practice=practice,
        )
        command = commands.Start(table, f"start-{table}", self._clock.now_ms(), order)
        self._send(table, command)

    def _hear(self, kind: type[Any], parcel: Any) -> None:
        for envelope in msgspec.json.decode(parcel.body, type=list[Envelope[kind]]):  # type: ignore[valid-type]
            event = envelope.body
            if isinstance(event, GameCalled):
                self._call(event)
            else:
                self._free(event.table, event.account if isinstance(event, events.SeatFreed) else None)
        self._link.ack(parcel.delivery_tag, self._link.channel)  # type: ignore[arg-type]

    def _call(self, event: GameCalled) -> None:
        """Players are called to a game of a competition: they are seated, or it is said who sits elsewhere. A call that
        comes again finds its table."""
        called = [robot for account in event.seats for robot in self.robots if robot.account == account]
        missing = {robot.account: "already_seated" for robot in called if robot.table is not None}
        about: dict[str, Any] = {"competition": event.competition, "table": event.table}
        if event.table in self.games:
            self._tell(GameSeated(**about))
        elif missing:
            self._tell(GameNotSeated(**about, missing=missing))
        else:
            self._seat(event, called)
            self._tell(GameSeated(**about))

    def _seat(self, event: GameCalled, called: list[Robot]) -> None:
        self.games[event.table], self.players[event.table] = event.game, set(event.seats)
        order = commands.StartOrder(
            name=event.name,
            game=event.game,
            options=event.options,
            stake_chips=0,
            organizer=0,
            seats=[commands.SeatPlayer(name=robot.account.title(), account=robot.account) for robot in called],
            competition=event.competition,
        )
        self._send(event.table, commands.Start(event.table, f"start-{event.table}", self._clock.now_ms(), order))
        for robot in called:
            robot.sit(event.table)

    def _tell(self, event: GameSeated | GameNotSeated) -> None:
        self._told += 1
        body = encode([Envelope(f"hall-{self._told}", "", self._clock.now_ms(), event)])
        self._link.publish(body, names.EVENTS_EXCHANGE, topic_of(type(event)), confirm=True)

    def _free(self, table: str, account: str | None) -> None:
        """All of a table, or one of them, go back to the hall; hearing it twice changes nothing."""
        bound = self.players[table]
        gone = set(bound) if account is None else {account} & bound
        bound -= gone
        if table in self.house:
            self.house[table] = [None if each in gone else each for each in self.house[table]]
        for robot in self.robots:
            if robot.account in gone and robot.table == table:
                robot.sit(None)
