"""Messages for other cells: from their queues at our broker to the events of theirs.

The whole of it: docs/concepts/cells_and_visits.md.

A message is acknowledged here once the other broker has confirmed that a queue there has it. So it may arrive twice,
which its reader recognises, and is never lost; while the other cell cannot be reached it waits in its queue.
"""

import contextlib
from collections import deque
from typing import Any, NamedTuple

from services.contracts.base import topic_of
from services.contracts.wallet.cells import CellMessageSent
from services.platform.broker import names
from services.platform.broker.link import Link, body_of

TOPIC = topic_of(CellMessageSent)
_AT_ONCE = 100
"""So many messages are under way to another cell at the most."""
_CONFIRM_TIMEOUT_S = 5.0


class _Taken(NamedTuple):
    """A message that is not acknowledged yet."""

    tag: Any
    channel: Any
    body: bytes


class Crossing:
    """The way to one other cell: takes from its queue here (`home`), publishes at its broker (`away`)."""

    def __init__(self, cell: str, home: Any, away: Any) -> None:
        """`begin` is called with every connection of `home`."""
        self.cell = cell
        self.on_taken = lambda: None
        """Called when there is something to carry."""
        self._home: Link = home
        self._away: Link = away
        self._waiting: deque[_Taken] = deque()

    def __len__(self) -> int:
        """How many messages are taken and not carried yet."""
        return len(self._waiting)

    def begin(self, link: Link) -> None:
        """Take messages, on a new connection; those of the last one come again. The queue is the wallet's, which fills
        it and declares it; until it has, there is none and the link tries again."""
        self._waiting.clear()
        queue, channel = names.cell_queue(self.cell), link.channel
        link.consume(queue, lambda message: self._take(message, channel), prefetch=_AT_ONCE)

    def _take(self, message: Any, channel: Any) -> None:
        self._waiting.append(_Taken(message.delivery_tag, channel, body_of(message)))
        self.on_taken()

    def carry(self) -> int:
        """Publish what waits and acknowledge what the other broker has; returns how many messages.

        Raises:
            BrokerDown, Unroutable: the rest waits for the next call.
        """
        taken: list[_Taken] = []
        with contextlib.suppress(IndexError):  # all that waits; a new connection may take it away meanwhile
            while len(taken) < _AT_ONCE:
                taken.append(self._waiting.popleft())
        carried = 0
        try:
            self._away.wait_up(0)
            with self._away.together():
                promises = [self._publish(each.body) for each in taken]
            for each, promise in zip(taken, promises, strict=True):
                if promise is not None:
                    promise.wait(_CONFIRM_TIMEOUT_S)
                self._home.ack(each.tag, each.channel)
                carried += 1
        finally:
            current = [each for each in taken[carried:] if each.channel is self._home.channel]
            self._waiting.extendleft(reversed(current))
        return carried

    def _publish(self, body: bytes) -> Any:
        return self._away.publish(
            body,
            names.EVENTS_EXCHANGE,
            TOPIC,
            headers={"topic": TOPIC},
            persistent=True,
            mandatory=True,
            confirm=True,
        )
