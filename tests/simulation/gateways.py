"""A gateway's part of the hot path: commands in, sent by the real code; frames out; an answer to the roll."""

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

import msgspec

from gateway.ws.tables.commands import Commands
from services.contracts.tables import commands, deliveries
from services.kernel.clock import FakeClock
from services.kernel.ids import shard_of
from services.platform.broker import names
from services.platform.broker.link import BrokerDown
from services.platform.process.json import encode
from tests.simulation.broker import Broker
from tests.simulation.link import SimulatedLink
from tests.simulation.verdict import promise

_WAITING_MAX = 1_000


class Client(Protocol):
    """Who is at the other end of a connection."""

    account: str
    table: str | None
    version: int

    def hear(self, frame: dict[str, Any], raw: bytes) -> None:
        """A frame came."""
        ...

    def hang_up(self) -> None:
        """The connection is gone."""
        ...


class Gateway:
    """A gateway process; its name is its queue."""

    def __init__(
        self, name: str, broker: Broker, chance: Random, clock: FakeClock, shards: int, game_of: Callable[[str], str]
    ) -> None:
        self.name = name
        self.clients: dict[int, Client] = {}
        self.unanswered: dict[str, int] = {}
        """Ids of commands that have had no answer yet, and the connections they came by."""
        self._clock = clock
        self._shards = shards
        self._game_of = game_of
        self._conns = 0
        self._link = SimulatedLink(broker, chance, "gateway", name, lambda _where: None)
        self.commands = Commands(self._link, name, _WAITING_MAX, 0, lambda: clock.now_ms() / 1000)  # type: ignore[arg-type]
        self._link.on_up, self._link.on_return = self._declare, self.commands.on_return
        self._link.connect()

    def _declare(self, link: SimulatedLink) -> None:
        link.declare_own(self.name)
        link.declare_own(f"roll.{self.name}", (names.ROLL_EXCHANGE,))
        link.consume(self.name, self._deliver, no_ack=True)
        link.consume(f"roll.{self.name}", self._answer_roll, no_ack=True)

    def accept(self, client: Client) -> int:
        """A new connection, and its number."""
        self._conns += 1
        self.clients[self._conns] = client
        return self._conns

    def close(self, conn: int, table: str | None) -> None:
        """A connection has ended; the table that it viewed is notified."""
        client = self.clients.pop(conn)
        if table is not None:
            now_ms = self._clock.now_ms()
            id = f"gone-{self.name}-{conn}"
            self.put(commands.Unwatch(table, "", now_ms, self.name, conn, client.account, id, True))
        self.unanswered = {id: each for id, each in self.unanswered.items() if each != conn}

    def put(self, command: commands.FromPlayer) -> None:
        """A command for a table. Every one is answered, as long as this gateway and the connection live."""
        if not isinstance(command, commands.Unwatch):
            self.unanswered[command.id] = command.conn
        queue = names.shard_queue(self._game_of(command.table), shard_of(command.table, self._shards))
        promise(self.commands.put(queue, command), "too much waits in", self.name)

    @property
    def waits(self) -> bool:
        """Whether something waits that could leave."""
        commands = self.commands
        return bool(commands._queue or commands._again) or any(
            each.waiting and each.has_room for each in commands._shard_owners
        )

    def flush(self) -> None:
        """Everything that may leave, by the real code."""
        self.commands.flush(self.commands.drain())

    def beat(self) -> None:
        """Alive; and are those whom we have given something?"""
        self._publish(encode([deliveries.GatewayBeat(self.name)]), names.BEAT_EXCHANGE, "")
        self.commands.ask_overdue()

    def die(self) -> None:
        """With all its connections."""
        self._link.cut()
        clients, self.clients = self.clients, {}
        for client in clients.values():
            client.hang_up()

    def _publish(self, body: bytes, exchange: str, key: str) -> None:
        try:
            self._link.publish(body, exchange, key)
        except BrokerDown:
            return

    def _deliver(self, parcel: Any) -> None:
        told = msgspec.json.decode(parcel.body, type=deliveries.Deliveries)
        self.commands.on_report(told)
        granted: set[str] = set()
        for delivery in told.frames:
            raw = bytes(delivery.frame)
            frame = msgspec.json.decode(raw)
            answered = {*frame.get("done", ()), frame.get("id")}
            for id in answered:
                self.unanswered.pop(id, None)
            # Whoever is told that there is no such table has done with it.
            promise(frame["t"] != "refused" or not answered & granted, answered, "is granted and refused at once")
            granted |= answered if frame["t"] != "refused" else set()
            for conn in delivery.conns:
                if (client := self.clients.get(conn)) is not None:
                    client.hear(frame, raw)

    def _answer_roll(self, parcel: Any) -> None:
        now_ms = self._clock.now_ms()
        rolls = msgspec.json.decode(parcel.body, type=list[deliveries.Roll])
        self.commands.on_roll(rolls)
        for roll in rolls:
            for conn, client in self.clients.items():
                table = client.table
                if table is None or self._game_of(table) != roll.game or shard_of(table, roll.shards) != roll.shard:
                    continue
                id = f"roll-{self.name}-{conn}-{now_ms}"
                self.put(commands.Watch(table, "", now_ms, self.name, conn, client.account, id, client.version))
