"""The workers that own shards, as they have reported: commands are sent to them directly, without the shards' queues.

A shard's queue is replicated, elects the owner and keeps what must not be lost; a message takes milliseconds through
it. A worker's own queue does none of that, so what was given to it is kept here until the worker says that it has dealt
with it. If the worker or its connection is gone, or another one owns the shard, what was kept goes into the shard's
queue: commands have ids, so none is carried out twice.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from itertools import count
from typing import NamedTuple

from gateway.ws.connection.connection import Connection
from services.contracts.tables import commands as tables_commands
from services.contracts.tables import deliveries

IN_FLIGHT_MAX = 4
"""The most messages that a worker may have at the same time: further commands wait here, and are sent as one
message."""


class Outgoing(NamedTuple):
    """A command for a shard's queue; `sender` is notified if it cannot be delivered (None: the gateway's own)."""

    queue: str
    command: tables_commands.FromPlayer
    sender: Connection | None


class Owner:
    """One worker's own queue, and the commands for it."""

    __slots__ = ("_numbers", "given", "name", "waiting")

    def __init__(self, name: str, numbers: Iterator[int]) -> None:
        """`name`: its queue's; `numbers` go up, and on where the worker is forgotten and met again: what it says of
        then must not be taken for what it has now."""
        self.name = name
        self._numbers = numbers
        self.given: deque[tuple[int, float, list[Outgoing]]] = deque()
        """The messages that it has not dealt with: number, time of sending, commands."""
        self.waiting: list[Outgoing] = []
        """The commands that are sent when there is room."""

    @property
    def has_room(self) -> bool:
        """Whether a further message may be sent to it."""
        return len(self.given) < IN_FLIGHT_MAX

    @property
    def is_idle(self) -> bool:
        """Whether it has dealt with everything."""
        return not self.given and not self.waiting

    def next(self, now_s: float) -> tuple[int, list[Outgoing]]:
        """The waiting commands as the next numbered message, which is kept until the worker has dealt with it."""
        commands, self.waiting = self.waiting, []
        number = next(self._numbers)
        self.given.append((number, now_s, commands))
        return number, commands

    def taken(self, number: int) -> None:
        """Everything up to a number is dealt with."""
        while self.given and self.given[0][0] <= number:
            self.given.popleft()

    def all(self) -> list[Outgoing]:
        """All commands that it has not dealt with, in order."""
        return [each for _, _, commands in self.given for each in commands] + self.waiting

    def take_back(self, queues: Collection[str]) -> list[Outgoing]:
        """Take back the commands for these shards, in order."""
        found = [each for each in self.all() if each.queue in queues]
        if found:
            self.given = deque(
                (number, since_s, [each for each in commands if each.queue not in queues])
                for number, since_s, commands in self.given
            )
            self.waiting = [each for each in self.waiting if each.queue not in queues]
        return found


class ShardOwners:
    """All known workers. Used by all connections, on one thread."""

    def __init__(self) -> None:
        """No worker is known yet."""
        self._by_name: dict[str, Owner] = {}
        self._of_shard: dict[str, Owner] = {}
        self._numbers = count(1)

    def __iter__(self) -> Iterator[Owner]:
        """The known workers."""
        return iter(list(self._by_name.values()))

    def __len__(self) -> int:
        """The number of known workers."""
        return len(self._by_name)

    @property
    def waiting(self) -> int:
        """Commands that wait for room."""
        return sum(len(each.waiting) for each in self._by_name.values())

    @property
    def is_idle(self) -> bool:
        """Whether all commands are dealt with."""
        return all(each.is_idle for each in self._by_name.values())

    def of(self, queue: str) -> Owner | None:
        """The owner of a shard, if it is known."""
        return self._of_shard.get(queue)

    def on_report(self, report: deliveries.Deliveries) -> Owner | None:
        """Handle a worker's report. Returns the worker, if it has commands from here."""
        owner = self._by_name.get(report.direct)
        if owner is None:
            if not report.shards:
                return None
            owner = self._by_name[report.direct] = Owner(report.direct, self._numbers)
        owner.taken(report.taken)
        if any(self._of_shard.get(queue) is not owner for queue in report.shards):
            self._of_shard.update(dict.fromkeys(report.shards, owner))
            self._forget_idle()
        return owner if owner.waiting else None

    def gone(self, name: str) -> list[Outgoing]:
        """A worker cannot be reached. Returns the commands that it has not dealt with."""
        owner = self._by_name.pop(name, None)
        if owner is None:
            return []
        self._of_shard = {queue: each for queue, each in self._of_shard.items() if each is not owner}
        return owner.all()

    def all_gone(self) -> list[Outgoing]:
        """Forget all owners. Returns the commands that none has dealt with."""
        return [each for owner in self for each in self.gone(owner.name)]

    def moved(self, queues: Iterable[str]) -> list[Outgoing]:
        """Shards have new owners. Returns the commands that the old ones have not dealt with."""
        chosen = frozenset(queues)
        for queue in chosen:
            self._of_shard.pop(queue, None)
        found = [each for owner in self for each in owner.take_back(chosen)]
        self._forget_idle()
        return found

    def overdue(self, before_s: float) -> list[Owner]:
        """The workers with a message from before this moment."""
        return [each for each in self._by_name.values() if each.given and each.given[0][1] < before_s]

    def _forget_idle(self) -> None:
        """Forget workers that own no shard and have no commands from here."""
        owning = {each.name for each in self._of_shard.values()}
        self._by_name = {name: each for name, each in self._by_name.items() if name in owning or not each.is_idle}
