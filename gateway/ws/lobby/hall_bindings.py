"""The bindings by which this gateway receives pushes for halls: those of the connections here."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from gateway.ws.connection.connections import Connections
from services.platform.broker import names
from services.platform.broker.loop.protocol import LoopLink
from services.platform.broker.push_keys import hall_key


class HallBindings:
    """Bindings of the gateway's queue. A hall is bound before its first client gets the room, and unbound by `sweep`
    after the last one has gone."""

    def __init__(self, link: LoopLink, queue: str, connections: Connections) -> None:
        """Nothing is bound."""
        self._link = link
        self._queue = queue
        self._connections = connections
        self._bound: dict[int, int] = {}
        """Hall → the number of its binding, set when the broker has confirmed it."""
        self._last = 0
        self._entering: Counter[int] = Counter()
        """The number of clients that are about to get the room of a hall."""

    def __len__(self) -> int:
        """The number of bound halls."""
        return len(self._bound)

    def mark(self) -> int:
        """A mark of the present moment, for `bind`."""
        return self._last

    def on_up(self) -> None:
        """The connection is new, and so is the queue: bind everything again."""
        for hall in self._bound:
            self._link.bind(self._queue, names.PUSH_ROUTES_EXCHANGE, hall_key(hall))

    @contextmanager
    def entering(self, hall: int) -> Iterator[None]:
        """Keep a hall bound while a client is about to get its room."""
        self._entering[hall] += 1
        try:
            yield
        finally:
            self._entering[hall] -= 1

    async def bind(self, hall: int, mark: int) -> bool:
        """Bind a hall. Returns whether it has been bound ever since the mark; if not, what was read of the hall since
        may miss changes that were pushed meanwhile, and must be read again.

        Raises:
            BrokerDown: there is no connection to the broker.
        """
        number = self._bound.get(hall)
        if number is not None:
            return number <= mark
        await self._link.bind(self._queue, names.PUSH_ROUTES_EXCHANGE, hall_key(hall))
        self._last += 1
        self._bound[hall] = self._last
        return False

    def sweep(self) -> None:
        """Unbind the halls that nobody here is in any more."""
        needed = {conn.hall for conn in self._connections.admitted()}
        for hall in [each for each in self._bound if each not in needed and not self._entering[each]]:
            del self._bound[hall]
            self._link.unbind(self._queue, names.PUSH_ROUTES_EXCHANGE, hall_key(hall))
        self._entering = +self._entering
