"""The commands that reach a worker: by the queues of its shards, and by a queue of its own, to which gateways send.

A gateway keeps each direct command until the worker reports it as dealt with (`Deliveries.taken`), so none is lost: a
command for another worker's shard is first forwarded to the queue of that shard. Commands of kinds that this release
does not know are collected in `unreadable`, to be parked before the messages are acknowledged; all other commands of
the same message are read.
"""

from collections.abc import Container
from typing import Any

import msgspec

from services.contracts.tables import commands
from services.contracts.tables.commands import ToTable
from services.platform.process.json import Unreadable, join_array, read_items, read_raw_items
from services.platform.process.logs import get_logger
from services.tables import metrics
from services.tables.worker.cycle.publisher import Publisher
from services.tables.worker.shards.inbox_items import DirectDelivery, QueueDelivery
from services.tables.worker.shards.shard_names import key_of, queue_of

log = get_logger(__name__)

DIRECT_TRIES = 3
"""How often commands of the worker's own queue are tried here; after that they go into their shard's queue."""


class _RawDirect(msgspec.Struct, array_like=True, frozen=True):
    """`commands.Direct` whose commands are not decoded."""

    gateway: str
    number: int
    commands: dict[str, list[msgspec.Raw]]


_many = msgspec.json.Decoder(list[commands.Command])
_single: msgspec.json.Decoder[commands.Command] = msgspec.json.Decoder(commands.Command)
_direct = msgspec.json.Decoder(commands.Direct)
_raw_direct = msgspec.json.Decoder(_RawDirect)


class CommandReader:
    """Reads the messages of one cycle."""

    def __init__(self) -> None:
        """Nothing has been read yet."""
        self.unreadable: list[tuple[str, Unreadable]] = []
        """The queue of each command that could not be read, and the command as a message of its own."""
        self._direct: list[commands.Direct] = []
        self._for_others: list[tuple[str, list[commands.Command]]] = []
        """Shard queue → direct commands for it that this worker does not carry out."""

    def read(self, item: Any, owned: Container[str]) -> list[tuple[str, ToTable]]:
        """The commands of an item for tables in `owned` shards, each with its shard; none for an item that is not a
        message. A `Wake` does its work by arriving: the worker owns its shard from then on."""
        if isinstance(item, QueueDelivery):
            found = self._of_shard(queue_of(item.shard), item.body)
            return [(item.shard, command) for command in found if isinstance(command, ToTable)]
        if isinstance(item, DirectDelivery):
            return self._of_gateway(item, owned if item.failures < DIRECT_TRIES else ())
        return []

    def forward(self, lost: frozenset[str], publisher: Publisher) -> None:
        """Forward the direct commands that are for other workers, those for `lost` shards among them; then report to
        the gateways that all of their commands are dealt with."""
        lost_queues = {queue_of(shard) for shard in lost}
        taken = [item for each in self._direct for item in each.commands.items() if item[0] in lost_queues]
        for queue, sent in (*self._for_others, *taken):
            metrics.passed_on.inc(len(sent))
            publisher.forward(queue, sent)
        for each in self._direct:
            publisher.taken(each.gateway, each.number)

    def _of_shard(self, queue: str, body: bytes) -> list[commands.Command]:
        read, unreadable = read_items(body, _many, _single)
        if unreadable:
            self._set_aside(queue, [each if each.body is body else _alone(each) for each in unreadable])
        return read

    def _of_gateway(self, item: DirectDelivery, owned: Container[str]) -> list[tuple[str, ToTable]]:
        direct = self._decode_direct(item.body)
        if direct is None:
            return []
        self._direct.append(direct)
        found: list[tuple[str, ToTable]] = []
        for queue, sent in direct.commands.items():
            shard = key_of(queue)
            if shard in owned:
                found += [(shard, command) for command in sent if isinstance(command, ToTable)]
            else:
                self._for_others.append((queue, sent))
        return found

    def _decode_direct(self, body: bytes) -> commands.Direct | None:
        """A message of the worker's own queue; None if it cannot be read at all."""
        try:
            return _direct.decode(body)
        except msgspec.MsgspecError as error:
            reason = str(error)
        try:
            raw = _raw_direct.decode(body)
        except msgspec.MsgspecError:
            metrics.unreadable.inc()
            log.error("direct_unreadable", error=reason)
            return None
        read: dict[str, list[commands.Command]] = {}
        for queue, items in raw.commands.items():
            read[queue], unreadable = read_raw_items(items, _single)
            self._set_aside(queue, [_alone(each) for each in unreadable])
        return commands.Direct(raw.gateway, raw.number, read)

    def _set_aside(self, queue: str, unreadable: list[Unreadable]) -> None:
        for each in unreadable:
            metrics.unreadable.inc()
            log.error("command_unreadable", queue=queue, error=each.reason)
            self.unreadable.append((queue, each))


def _alone(item: Unreadable) -> Unreadable:
    """A command as a message of its own."""
    return item._replace(body=join_array([item.body]))
