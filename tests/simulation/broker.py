"""A broker that does to messages what the real one may: it keeps them, delivers them, and gives them back after a cut.

Messages of one connection reach the broker in order and each queue keeps its order; connections overtake each other.
What a lost connection had not acknowledged comes again, in order or not, before or after what is new. A queue with a
single active consumer serves the one who has waited longest.
"""

from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

from tests.simulation.verdict import promise

_REQUEUED_SHUFFLED = 0.3
"""How often what comes back after a cut comes out of order."""


class Parcel:
    """A message as a consumer gets it."""

    __slots__ = ("body", "delivery_tag", "headers", "queue")

    def __init__(self, body: bytes, headers: dict[str, Any], queue: str) -> None:
        self.body = body
        self.headers = headers
        self.queue = queue
        self.delivery_tag = 0


class Consumer:
    """A subscription of a line to a queue."""

    __slots__ = ("callback", "count", "line", "no_ack", "prefetch", "tag")

    def __init__(self, line: "Line", tag: str, callback: Callable[[Any], None], prefetch: int, no_ack: bool) -> None:
        self.line = line
        self.tag = tag
        self.callback = callback
        self.prefetch = prefetch
        self.no_ack = no_ack
        self.count = 0
        """How many of its messages are not acknowledged."""


class Queue:
    """Messages that wait, and who waits for them."""

    def __init__(self, name: str, single: bool) -> None:
        self.name = name
        self.single = single
        self.ready: deque[Parcel] = deque()
        self.returned: deque[Parcel] = deque()
        """What came back; it goes out first."""
        self.consumers: list[Consumer] = []

    def __len__(self) -> int:
        return len(self.ready) + len(self.returned)

    def taker(self) -> Consumer | None:
        """Who gets the next message."""
        able = self.consumers[:1] if self.single else self.consumers
        return next((each for each in able if not each.prefetch or each.count < each.prefetch), None)


class Line:
    """A connection with one channel, as the broker sees it."""

    def __init__(self, broker: "Broker", name: str) -> None:
        self.name = name
        self.alive = True
        self.outgoing: deque[tuple[bytes, str, str, dict[str, Any], bool] | tuple[int, bool]] = deque()
        """What was published or acknowledged and has not arrived yet."""
        self.unacked: dict[int, tuple[Consumer, Parcel]] = {}
        self.own_queues: list[str] = []
        self.on_return: Callable[[str, dict[str, Any]], None] | None = None
        self._broker = broker
        self._tags = 0

    def next_tag(self) -> int:
        """The number of the next delivery on this channel."""
        self._tags += 1
        return self._tags


class Broker:
    """Queues, bindings and lines."""

    def __init__(self, chance: Random, note: Callable[..., None]) -> None:
        self.queues: dict[str, Queue] = {}
        self.lines: list[Line] = []
        self._bindings: dict[str, list[tuple[str, str]]] = {}
        """Exchange → patterns and queues."""
        self._chance = chance
        self._note = note

    # --- what lines ask for ---

    def connect(self, name: str) -> Line:
        """A new connection."""
        line = Line(self, name)
        self.lines.append(line)
        return line

    def declare(self, queue: str, single: bool = False, owner: Line | None = None) -> None:
        """A queue, there until its owner is gone, if it has one."""
        if queue not in self.queues:
            self.queues[queue] = Queue(queue, single)
            if owner is not None:
                owner.own_queues.append(queue)

    def bind(self, queue: str, exchange: str, pattern: str = "#") -> None:
        """Let the queue have what an exchange is given under keys that fit."""
        bindings = self._bindings.setdefault(exchange, [])
        if (pattern, queue) not in bindings:
            bindings.append((pattern, queue))

    def consume(
        self, line: Line, queue: str, tag: str, callback: Callable[[Any], None], prefetch: int = 0, no_ack: bool = False
    ) -> None:
        """Subscribe, behind all others."""
        if line.alive:
            self.queues[queue].consumers.append(Consumer(line, tag, callback, prefetch, no_ack))

    def cancel(self, line: Line, tag: str) -> None:
        """Take no more; what was delivered stays with the line until it is settled."""
        for queue in self.queues.values():
            queue.consumers = [each for each in queue.consumers if each.line is not line or each.tag != tag]

    def settle(self, line: Line, tag: int, multiple: bool = False) -> None:
        """Acknowledged."""
        for each in [each for each in line.unacked if each == tag or (multiple and each < tag)]:
            consumer, _parcel = line.unacked.pop(each)
            consumer.count -= 1

    def requeue(self, line: Line, tag: int) -> None:
        """Back, for whoever is served next."""
        if tag in line.unacked:
            consumer, parcel = line.unacked.pop(tag)
            consumer.count -= 1
            self.queues[parcel.queue].returned.append(parcel)

    def cut(self, line: Line) -> None:
        """The connection is no more. Of what it had sent a part has arrived; what it had not settled comes back."""
        if not line.alive:
            return
        for _ in range(self._chance.randint(0, len(line.outgoing))):
            self.arrive(line)
        line.alive = False
        line.outgoing.clear()
        self.lines.remove(line)
        for queue in self.queues.values():
            queue.consumers = [each for each in queue.consumers if each.line is not line]
        back = [parcel for _consumer, parcel in line.unacked.values()]
        line.unacked.clear()
        if self._chance.random() < _REQUEUED_SHUFFLED:
            self._chance.shuffle(back)
        for parcel in back:
            if parcel.queue in self.queues:
                self.queues[parcel.queue].returned.append(parcel)
        for name in line.own_queues:
            del self.queues[name]
        self._note("cut", line.name, len(back))

    # --- what passes ---

    def arrive(self, line: Line) -> bool:
        """The next message of a line arrives; whether there was one."""
        if not line.outgoing:
            return False
        next = line.outgoing.popleft()
        if len(next) == 2:
            self.settle(line, *next)
            return True
        body, exchange, key, headers, mandatory = next
        took = self.route(body, exchange, key, headers)
        if mandatory and not took and line.on_return is not None:
            line.on_return(key, headers)
        return True

    def route(self, body: bytes, exchange: str, key: str, headers: dict[str, Any]) -> bool:
        """Put a message into the queues that are to have it; whether there is one."""
        names = self._targets(exchange, key) if exchange else [key]
        found = [self.queues[name] for name in names if name in self.queues]
        for queue in found:
            queue.ready.append(Parcel(body, headers, queue.name))
        return bool(found)

    def reaches(self, exchange: str, key: str) -> bool:
        """Whether a queue would have a message."""
        names = self._targets(exchange, key) if exchange else [key]
        return any(name in self.queues for name in names)

    def _targets(self, exchange: str, key: str) -> list[str]:
        return [queue for pattern, queue in self._bindings.get(exchange, ()) if _fits(pattern, key)]

    def waiting(self) -> list[Queue]:
        """Queues with something to deliver and somebody to take it."""
        return [queue for queue in self.queues.values() if len(queue) and queue.taker() is not None]

    def deliver(self, queue: Queue) -> None:
        """The next message of a queue goes to whoever is served."""
        taker = queue.taker()
        promise(taker is not None, "nobody takes", queue.name)
        parcel = (queue.returned or queue.ready).popleft()
        parcel.delivery_tag = taker.line.next_tag()
        if not taker.no_ack:
            taker.line.unacked[parcel.delivery_tag] = (taker, parcel)
            taker.count += 1
        taker.callback(parcel)

    def is_idle(self) -> bool:
        """Whether nothing is under way that somebody would take."""
        return not self.waiting() and not any(line.outgoing or line.unacked for line in self.lines)


def _fits(pattern: str, key: str) -> bool:
    if pattern == "#":
        return True
    asked, had = pattern.split("."), key.split(".")
    return len(asked) == len(had) and all(a in ("*", b) for a, b in zip(asked, had, strict=True))
