"""Commands on their way to tables: everything that waits for one shard goes as one message (design: natural batching).

Messages are mandatory and not persistent: a client sends again what was not answered. While the broker is away they
are held; what no queue takes is refused to its sender with `table_unavailable`.
"""

import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

from gateway.metrics import counts
from gateway.ws.connection import Connection
from services.contracts import tables
from services.plumbing.batching import BatchQueue, Full
from services.plumbing.broker import BrokerDown, Link
from services.plumbing.json import encode
from services.plumbing.logs import get_logger

log = get_logger(__name__)

_BATCH_HEADER = "x-batch"
_BATCHES_REMEMBERED = 1_024
_BROKER_WAIT_S = 1.0


class Outgoing(NamedTuple):
    """A command for a queue; `sender` gets to know if it cannot be delivered (None: the gateway's own)."""

    queue: str
    command: tables.FromPlayer
    sender: Connection | None


class Commands:
    """The queue of all commands of this process, and the one that flushes it."""

    def __init__(self, link: Link, waiting_max: int, reserved: int) -> None:
        """`waiting_max`: players' commands that may wait; `reserved`: room beyond them for the gateway's own."""
        self._link = link
        self._waiting_max = waiting_max
        self._queue: BatchQueue[Outgoing] = BatchQueue("gateway-commands", waiting_max + reserved)
        self._sent: OrderedDict[int, Sequence[Outgoing]] = OrderedDict()
        self._last_batch = 0
        self._flushing = False
        self._stopping = False

    def __len__(self) -> int:
        """How many wait."""
        return len(self._queue)

    @property
    def idle(self) -> bool:
        """Whether all have been handed to the broker."""
        return not len(self._queue) and not self._flushing

    def put(self, queue: str, command: tables.FromPlayer, sender: Connection | None = None) -> bool:
        """Send a command; False: too many wait already."""
        if sender is not None and len(self._queue) >= self._waiting_max:
            return False
        try:
            self._queue.put(Outgoing(queue, command, sender))
        except Full:
            counts.lost["own_command"] += 1
            return False
        return True

    def run(self) -> None:
        """Flush until stopped."""
        while not self._stopping:
            batch = self._queue.drain(timeout_s=1.0)
            try:
                self._flush(batch)
            except Exception:
                counts.lost["batch"] += 1
                log.exception("commands_not_sent", commands=len(batch))

    def stop(self) -> None:
        """Stop flushing."""
        self._stopping = True
        self._queue.wake()

    def on_return(self, _routing_key: str, headers: dict[str, Any]) -> None:
        """A message that no queue takes: tell the senders."""
        for outgoing in self._sent.pop(headers.get(_BATCH_HEADER, 0), ()):
            if outgoing.sender is not None:
                outgoing.sender.refuse("table_unavailable", outgoing.command.id)

    def _flush(self, batch: list[Outgoing]) -> None:
        self._flushing = True
        try:
            groups: dict[str, list[Outgoing]] = {}
            for outgoing in batch:
                groups.setdefault(outgoing.queue, []).append(outgoing)
            for queue, group in groups.items():
                self._publish(queue, group)
        finally:
            self._flushing = False

    def _publish(self, queue: str, group: list[Outgoing]) -> None:
        body = encode([outgoing.command for outgoing in group])
        headers = {_BATCH_HEADER: self._remember(group)}
        while not self._stopping:
            try:
                self._link.publish(body, "", queue, headers=headers, mandatory=True, wait_up_s=_BROKER_WAIT_S)
                return
            except BrokerDown as error:
                log.warning("commands_held", queue=queue, commands=len(group), error=str(error))
                time.sleep(0.05)

    def _remember(self, group: list[Outgoing]) -> int:
        self._last_batch += 1
        self._sent[self._last_batch] = group
        if len(self._sent) > _BATCHES_REMEMBERED:
            self._sent.popitem(last=False)
        return self._last_batch
