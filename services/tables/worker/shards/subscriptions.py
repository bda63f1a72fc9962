"""A worker's subscriptions at the broker: to the queues of its games' shards, and to a queue of its own.

Each shard queue has a single active consumer, so the broker chooses the owner of a shard. A worker that gives a shard
back subscribes to it again, behind all others.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import msgspec

from services.contracts.tables import deliveries as commands
from services.platform.broker import names
from services.platform.broker.loop import BrokerDown, LoopLink
from services.platform.process.json import encode
from services.platform.process.logs import get_logger
from services.tables import metrics
from services.tables.generations import shards_in_all
from services.tables.settings import TablesSettings
from services.tables.worker.shards.inbox_items import DirectDelivery, LinkUp, QueueDelivery
from services.tables.worker.shards.shard_names import queue_of, read_shard_key, shard_key

log = get_logger(__name__)


class ShardSubscriptions:
    """The subscriptions of a worker on its present connection."""

    def __init__(
        self, worker: str, games: Iterable[str], settings: TablesSettings, offer: Callable[[Any], None],
        on_beat: Callable[[str], None],
    ) -> None:  # fmt: skip
        """`worker`: its name; `offer` puts an item into its inbox; `on_beat`: a gateway has shown that it is alive."""
        self.link: LoopLink
        """Set before the connection is opened."""
        self.direct_queue = ""
        """The worker's own queue. Each connection has another one: commands sent to an old one come back to their
        gateway."""
        self._worker = worker
        self._games = list(games)
        self._settings = settings
        self._offer = offer
        self._on_beat = on_beat
        self._renewals: dict[str, int] = {}
        """Shard → how often the worker has subscribed to it again on this connection."""
        self._connections = 0

    def begin(self, link: LoopLink) -> None:
        """The connection is up: declare the queues and subscribe to them."""
        link.declare_exchanges()
        for shard in self._shards():
            link.declare_durable(queue_of(shard), names.dead_queue("tables"), **{"x-single-active-consumer": True})
        beats = f"tables.beats.{self._worker}"
        link.declare_own(beats, (names.BEAT_EXCHANGE,), length_max=1000)
        link.consume(beats, self._on_gateway_beat, no_ack=True)
        channel = link.channel
        self._connections += 1
        self.direct_queue = names.direct_queue(self._worker, self._connections)
        link.declare_own(self.direct_queue)
        link.consume(self.direct_queue, partial(self._on_direct, channel), no_ack=True)
        self._renewals = {}
        self._offer(LinkUp())
        for shard in self._shards():
            callback = partial(self._on_message, shard, channel)
            link.consume(queue_of(shard), callback, prefetch=self._settings.shard_prefetch)

    def cancel_all(self) -> None:
        """Receive nothing more from the shards' queues."""
        for shard in self._shards():
            self.link.cancel(self._tag(shard))

    def renew(self, shard: str) -> None:
        """Leave a shard to another worker: unsubscribe, and subscribe again behind all others."""
        self.link.cancel(self._tag(shard))
        self._renewals[shard] = self._renewals.get(shard, 0) + 1
        metrics.shards_given_back.inc()
        log.info("shard_given_back", shard=shard)
        callback = partial(self._on_message, shard, self.link.channel, subscription=self._renewals[shard])
        self.link.consume_again(queue_of(shard), callback, self._tag(shard))

    def is_current(self, item: QueueDelivery) -> bool:
        """Whether a message still has to be handled here. One of a shard given back goes to its new owner; one of an
        earlier connection is delivered again by the broker."""
        if item.channel is not self.link.channel or item.returned:
            return False
        if item.subscription != self._renewals.get(item.shard, 0):
            self.link.requeue(item.tag, item.channel)
            item.returned = True
            return False
        return True

    def acknowledge(self, items: Iterable[Any], lost: frozenset[str]) -> None:
        """All messages that were handled, at once; those of `lost` shards go back into the queue for their owner."""
        last = None
        for item in items:
            if isinstance(item, QueueDelivery):
                if item.shard in lost:
                    self.link.requeue(item.tag, item.channel)
                else:
                    last = item
        if last is not None:
            self.link.ack(last.tag, last.channel, multiple=True)

    def give_up(self, item: QueueDelivery) -> None:
        """A message that fails again and again goes to the dead letters."""
        log.error("message_given_up", shard=item.shard)
        self.link.give_up(item.tag, item.channel)

    def wake_all(self, wake: Callable[[str], None]) -> None:
        """Call `wake` for every shard, unless the connection is lost again: the next one will do so."""
        if self.link.channel is not None:
            for shard in self._shards():
                wake(shard)

    def ask_for_viewers(self, shard: str) -> None:
        """Ask all gateways who views tables of a shard, because this worker owns it now."""
        game_id, number = read_shard_key(shard)
        try:
            roll = commands.Roll(game_id, number, shards_in_all(self._settings))
            self.link.publish(encode([roll]), names.ROLL_EXCHANGE, "")
        except BrokerDown:
            log.warning("roll_unsent", shard=shard)

    def _shards(self) -> Iterator[str]:
        for game in self._games:
            for number in range(shards_in_all(self._settings)):
                yield shard_key(game, number)

    def _tag(self, shard: str) -> str:
        """The consumer tag of the present subscription to a shard."""
        renewals = self._renewals.get(shard, 0)
        return f"{self.link.name}.{queue_of(shard)}" + (f".{renewals}" if renewals else "")

    def _on_message(self, shard: str, channel: Any, message: Any, subscription: int = 0) -> None:
        self._offer(QueueDelivery(shard, message, channel, subscription))

    def _on_direct(self, channel: Any, message: Any) -> None:
        self._offer(DirectDelivery(message, channel))

    def _on_gateway_beat(self, message: Any) -> None:
        try:
            for beat in msgspec.json.decode(message.body, type=list[commands.GatewayBeat]):
                self._on_beat(beat.gateway)
        except msgspec.MsgspecError:
            metrics.unreadable.inc()
