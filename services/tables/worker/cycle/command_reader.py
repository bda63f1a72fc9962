"""Broker messages as commands: those of the shard queues, and those of the worker's own queue.

Commands of kinds that this release does not know are collected in `unreadable`, to be parked before the messages are
acknowledged; all other commands of the same message are read.
"""

import msgspec

from services.contracts.tables import commands_and_events as commands
from services.platform.process.json import Unreadable, join_array, read_items, read_raw_items
from services.platform.process.logs import get_logger
from services.tables import metrics

log = get_logger(__name__)


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
    """Decodes the messages of one cycle."""

    def __init__(self) -> None:
        """Nothing has been read yet."""
        self.unreadable: list[tuple[str, Unreadable]] = []
        """The queue of each command that could not be read, and the command as a message of its own."""

    def of_shard(self, queue: str, body: bytes) -> list[commands.Command]:
        """The commands of a message of a shard's queue."""
        read, unreadable = read_items(body, _many, _single)
        if unreadable:
            self._set_aside(queue, [each if each.body is body else _alone(each) for each in unreadable])
        return read

    def direct(self, body: bytes) -> commands.Direct | None:
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
