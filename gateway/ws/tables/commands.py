"""Commands for tables: all that wait for one worker are sent as one message.

A shard's owner gets its commands directly where it is known (`shard_owners.py`), otherwise by the shard's queue. All
messages are mandatory and not persistent: a client sends again what was not answered. While the broker is away commands
are kept; a command that no queue takes is refused to its sender with `table_unavailable`.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from gateway.metrics import counts
from gateway.ws.connection.connection import Connection
from gateway.ws.tables.shard_owners import Outgoing, Owner, ShardOwners
from services.contracts.tables import commands as tables_commands
from services.contracts.tables import deliveries
from services.platform.broker import names
from services.platform.broker.errors import BrokerDown
from services.platform.process import metrics, tracing
from services.platform.process.json import encode
from services.platform.process.logs import get_logger

log = get_logger(__name__)

_BATCH_HEADER = "x-batch"
_BATCHES_REMEMBERED = 1_024
_BATCH_MAX = 256
"""The most commands that are sent in one go."""
OVERDUE_S = 0.1
"""Seconds after which a worker that has not dealt with a message is asked whether it is alive."""


class _Publisher(Protocol):
    def publish(
        self,
        body: bytes,
        exchange: str,
        routing_key: str,
        *,
        headers: dict[str, Any] | None = None,
        mandatory: bool = False,
    ) -> object:
        """Send one message, without waiting; raises BrokerDown."""
        ...


class Commands:
    """The queue of all commands of this process. `flusher.py` says when they leave; nothing here waits."""

    def __init__(
        self,
        link: _Publisher,
        gateway: str,
        waiting_max: int,
        reserved: int,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`gateway`: this process's queue; `waiting_max`: players' commands that may wait; `reserved`: room beyond
        them for the gateway's own."""
        self._link = link
        self._gateway = gateway
        self._waiting_max = waiting_max
        self._capacity = waiting_max + reserved
        self._queue: deque[Outgoing] = deque()
        self._sizes = metrics.batch_size.labels("gateway-commands")
        self.on_work: Callable[[], None] = _nobody_listens
        """Called whenever commands may be sent."""
        self._shard_owners = ShardOwners()
        self._again: list[Outgoing] = []
        """Commands that were sent to a worker that is gone, or that the broker did not take; they are sent first."""
        self._clock_s = clock_s
        self._asked_s = 0.0
        self._sent: OrderedDict[int, Sequence[Outgoing]] = OrderedDict()
        self._last_batch = 0

    def __len__(self) -> int:
        """The number of waiting commands."""
        return len(self._queue) + len(self._again) + self._shard_owners.waiting

    @property
    def idle(self) -> bool:
        """Whether all commands were sent to the broker, and those sent to workers directly are dealt with."""
        return not self.has_more and self._shard_owners.is_idle

    @property
    def has_more(self) -> bool:
        """Whether commands wait that can be sent now."""
        return bool(self._queue or self._again)

    @property
    def is_under_way(self) -> bool:
        """Whether a worker has commands that it has not dealt with."""
        return not self._shard_owners.is_idle

    def put(self, queue: str, command: tables_commands.FromPlayer, sender: Connection | None = None) -> bool:
        """Send a command; False: too many wait already."""
        if sender is not None and len(self) >= self._waiting_max:
            return False
        if len(self._queue) >= self._capacity:
            counts.lost["own_command"] += 1
            return False
        self._queue.append(Outgoing(queue, command, sender))
        self.on_work()
        return True

    # --- reports of workers ---

    def on_report(self, report: deliveries.Deliveries) -> None:
        """A worker's report: which shards it owns, and what it has dealt with of the commands that were sent to it."""
        if self._shard_owners.on_report(report) is not None:
            self.on_work()

    def on_roll(self, rolls: Iterable[deliveries.Roll]) -> None:
        """Shards have new owners, which get the commands that the old ones have not dealt with."""
        self._send_again(self._shard_owners.moved(names.shard_queue(roll.game, roll.shard) for roll in rolls))

    def on_return(self, routing_key: str, headers: dict[str, Any]) -> None:
        """A message was returned because no queue takes it: a worker is gone, or there is none, and the senders get
        a refusal."""
        self._send_again(self._shard_owners.gone(routing_key))
        for outgoing in self._sent.pop(headers.get(_BATCH_HEADER, 0), ()):
            if outgoing.sender is not None:
                outgoing.sender.refuse("table_unavailable", outgoing.command.id)

    def on_back(self) -> None:
        """The connection to the broker was lost, and with it reports of workers: send again what they may not have."""
        self._send_again(self._shard_owners.all_gone())

    # --- sending ---

    def drain(self) -> list[Outgoing]:
        """Take the waiting commands, at most as many as are sent in one go."""
        items = self._queue
        batch = [items.popleft() for _ in range(min(len(items), _BATCH_MAX))]
        if batch:
            self._sizes.observe(len(batch))
        return batch

    def flush(self, batch: Sequence[Outgoing]) -> None:
        """Send these commands, before them those that are sent again, and those that have waited for room."""
        again, self._again = self._again, []
        groups: dict[str, list[Outgoing]] = {}
        for outgoing in (*again, *batch) if again else batch:
            owner = self._shard_owners.of(outgoing.queue)
            (groups.setdefault(outgoing.queue, []) if owner is None else owner.waiting).append(outgoing)
        for queue, group in groups.items():
            self._publish(queue, group)
        for owner in self._shard_owners:
            if owner.waiting and owner.has_room:
                self._give(owner)

    def ask_overdue(self) -> None:
        """Ask workers that have had commands for a long time: a message to one that is gone is returned."""
        now_s = self._clock_s()
        if now_s - self._asked_s < OVERDUE_S:
            return
        self._asked_s = now_s
        for owner in self._shard_owners.overdue(now_s - OVERDUE_S):
            self._say(owner, tables_commands.Direct(self._gateway, 0, {}))

    def _give(self, owner: Owner) -> None:
        number, commands = owner.next(self._clock_s())
        shards: dict[str, list[Any]] = {}
        for outgoing in commands:
            shards.setdefault(outgoing.queue, []).append(outgoing.command)
        self._say(owner, tables_commands.Direct(self._gateway, number, shards))
        _end_spans(commands)

    def _say(self, owner: Owner, what: tables_commands.Direct) -> None:
        try:
            self._link.publish(encode(what), "", owner.name, mandatory=True)
        except BrokerDown as error:
            log.warning("owner_not_reached", commands=len(what.commands), error=str(error))
            self._send_again(self._shard_owners.gone(owner.name))

    def _send_again(self, commands: list[Outgoing]) -> None:
        if commands:
            counts.sent_again += len(commands)
            self._again += commands
            self.on_work()

    def _publish(self, queue: str, group: list[Outgoing]) -> None:
        body = encode([outgoing.command for outgoing in group])
        headers = {_BATCH_HEADER: self._remember(group)}
        try:
            self._link.publish(body, "", queue, headers=headers, mandatory=True)
        except BrokerDown as error:
            log.debug("commands_held", queue=queue, commands=len(group), error=str(error))
            self._again += group
            return
        _end_spans(group)

    def _remember(self, group: list[Outgoing]) -> int:
        self._last_batch += 1
        self._sent[self._last_batch] = group
        if len(self._sent) > _BATCHES_REMEMBERED:
            self._sent.popitem(last=False)
        return self._last_batch


def _end_spans(sent: Iterable[Outgoing]) -> None:
    """End the spans of commands that were sent to the broker."""
    if tracing.spans is not None:
        for outgoing in sent:
            tracing.spans.end(outgoing.command.trace)


def _nobody_listens() -> None:
    """The callback before the flusher is started."""
