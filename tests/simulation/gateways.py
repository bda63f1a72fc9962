"""A gateway's part of the hot path: commands in, batched by shard; frames out; an answer to the roll."""

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

import msgspec

from services.contracts import tables as commands
from services.kernel.clock import FakeClock
from services.kernel.ids import shard_of
from services.plumbing import names
from services.plumbing.broker import BrokerDown
from services.plumbing.json import encode
from tests.simulation.broker import Broker
from tests.simulation.link import SimulatedLink


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
        self.waiting: list[commands.FromPlayer] = []
        self._clock = clock
        self._shards = shards
        self._game_of = game_of
        self._conns = 0
        self._link = SimulatedLink(broker, chance, "gateway", name, lambda _where: None)
        self._link.on_up = self._declare
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
        """A connection has ended; the table it looked at is told."""
        client = self.clients.pop(conn)
        if table is not None:
            now_ms = self._clock.now_ms()
            self.waiting.append(
                commands.Unwatch(table, "", now_ms, self.name, conn, client.account, f"gone-{self.name}-{conn}", True)
            )

    def flush(self) -> None:
        """Everything that waits, one message a shard."""
        waiting, self.waiting = self.waiting, []
        batches: dict[str, list[commands.FromPlayer]] = {}
        for each in waiting:
            queue = names.shard_queue(self._game_of(each.table), shard_of(each.table, self._shards))
            batches.setdefault(queue, []).append(each)
        for queue, batch in batches.items():
            self._publish(encode(batch), "", queue)

    def beat(self) -> None:
        """Alive."""
        self._publish(encode([commands.GatewayBeat(self.name)]), names.BEAT_EXCHANGE, "")

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
        for delivery in msgspec.json.decode(parcel.body, type=list[commands.Delivery]):
            raw = bytes(delivery.frame)
            for conn in delivery.conns:
                if (client := self.clients.get(conn)) is not None:
                    client.hear(msgspec.json.decode(raw), raw)

    def _answer_roll(self, parcel: Any) -> None:
        now_ms = self._clock.now_ms()
        for roll in msgspec.json.decode(parcel.body, type=list[commands.Roll]):
            for conn, client in self.clients.items():
                table = client.table
                if table is None or self._game_of(table) != roll.game or shard_of(table, roll.shards) != roll.shard:
                    continue
                id = f"roll-{self.name}-{conn}-{now_ms}"
                self.waiting.append(
                    commands.Watch(table, "", now_ms, self.name, conn, client.account, id, client.version)
                )
