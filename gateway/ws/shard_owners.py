"""The workers that own shards, as far as they have reported: commands go to them directly, past the shards' queues.

A shard's queue is replicated, elects the owner and keeps what must not be lost; a message takes milliseconds through
it. A worker's own queue does none of that, so what was given to it is kept here until the worker says that it has dealt
with it. If the worker or its connection is gone, or another one owns the shard, what was kept goes into the shard's
queue: commands have ids, so none is carried out twice.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from itertools import count
from typing import NamedTuple

from gateway.ws.connection import Connection
from services.contracts import tables

IN_FLIGHT_MAX = 4
"""Messages that a worker may have from us: further commands wait here for company, and leave as one message."""


class Outgoing(NamedTuple):
    """A command for a shard's queue; `sender` gets to know if it cannot be delivered (None: the gateway's own)."""

    queue: str
    command: tables.FromPlayer
    sender: Connection | None


class Owner:
    """One worker's own queue, and what we have for it."""

    __slots__ = ("_numbers", "given", "name", "waiting")

    def __init__(self, name: str, numbers: Iterator[int]) -> None:
        """`name`: its queue's; `numbers` go up, and on where the worker is forgotten and met again: what it says of
        then must not be taken for what it has now."""
        self.name = name
        self._numbers = numbers
        self.given: deque[tuple[int, float, list[Outgoing]]] = deque()
        """What it has and has not dealt with: number, when it left, commands."""
        self.waiting: list[Outgoing] = []
        """What leaves when there is room."""

    @property
    def has_room(self) -> bool:
        """Whether it may be given more."""
        return len(self.given) < IN_FLIGHT_MAX

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way."""
        return not self.given and not self.waiting

    def next(self, now_s: float) -> tuple[int, list[Outgoing]]:
        """What waits, under its number; kept until taken."""
        commands, self.waiting = self.waiting, []
        number = next(self._numbers)
        self.given.append((number, now_s, commands))
        return number, commands

    def taken(self, number: int) -> None:
        """Everything up to a number is dealt with."""
        while self.given and self.given[0][0] <= number:
            self.given.popleft()

    def all(self) -> list[Outgoing]:
        """Everything that it has or should have, in order."""
        return [each for _, _, commands in self.given for each in commands] + self.waiting

    def take_back(self, queues: Collection[str]) -> list[Outgoing]:
        """What is meant for these shards, in order; it is not kept any more."""
        found = [each for each in self.all() if each.queue in queues]
        if found:
            self.given = deque(
                (number, since_s, [each for each in commands if each.queue not in queues])
                for number, since_s, commands in self.given
            )
            self.waiting = [each for each in self.waiting if each.queue not in queues]
        return found


class ShardOwners:
    """All of them. One for all connections, used by green threads that do not wait in between."""

    def __init__(self) -> None:
        """Nobody is known."""
        self._by_name: dict[str, Owner] = {}
        self._of_shard: dict[str, Owner] = {}
        self._numbers = count(1)

    def __iter__(self) -> Iterator[Owner]:
        """Those that are known."""
        return iter(list(self._by_name.values()))

    def __len__(self) -> int:
        """How many are known."""
        return len(self._by_name)

    @property
    def waiting(self) -> int:
        """Commands that wait for room."""
        return sum(len(each.waiting) for each in self._by_name.values())

    @property
    def is_idle(self) -> bool:
        """Whether all that was given is dealt with."""
        return all(each.is_idle for each in self._by_name.values())

    def of(self, queue: str) -> Owner | None:
        """Who owns a shard, if that is known."""
        return self._of_shard.get(queue)

    def on_report(self, report: tables.Deliveries) -> Owner | None:
        """What a worker says of itself; the worker, if we have something for it."""
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
        """A worker cannot be reached: what it has not dealt with."""
        owner = self._by_name.pop(name, None)
        if owner is None:
            return []
        self._of_shard = {queue: each for queue, each in self._of_shard.items() if each is not owner}
        return owner.all()

    def all_gone(self) -> list[Outgoing]:
        """Nothing is certain any more: what nobody has dealt with."""
        return [each for owner in self for each in self.gone(owner.name)]

    def moved(self, queues: Iterable[str]) -> list[Outgoing]:
        """Shards have new owners: what the old ones have not dealt with."""
        chosen = frozenset(queues)
        for queue in chosen:
            self._of_shard.pop(queue, None)
        found = [each for owner in self for each in owner.take_back(chosen)]
        self._forget_idle()
        return found

    def overdue(self, before_s: float) -> list[Owner]:
        """Those that have had something since before a moment."""
        return [each for each in self._by_name.values() if each.given and each.given[0][1] < before_s]

    def _forget_idle(self) -> None:
        """Who owns nothing any more and has nothing of ours."""
        owning = {each.name for each in self._of_shard.values()}
        self._by_name = {name: each for name, each in self._by_name.items() if name in owning or not each.is_idle}
