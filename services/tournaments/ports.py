"""The interfaces that use cases need besides their own tables: other services, notifications, settings."""

from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from services.contracts.base import Request
from services.contracts.client.frames import ServerFrame
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database
from services.tournaments.settings import TournamentsSettings

A = TypeVar("A")
_TABLES_MAX = 64


class Rpc(Protocol):
    """Asks other services. Never called inside a unit of work, since an answer may take long."""

    def call(self, request: Request[A], timeout_ms: int | None = None) -> A | Refusal:
        """The answer or refusal; `service_unavailable` when none came in time."""
        ...


class Push(Protocol):
    """Notifies clients, once committed. Returns at once; not durable: a client that misses something asks again."""

    def changed(self, competition: str) -> None:
        """A competition has changed: send its line to everybody."""
        ...

    def frame(self, accounts: Collection[str], frame: ServerFrame) -> None:
        """Send a frame to these accounts."""
        ...


class StandingsCache:
    """The standings last computed, by competition and number of change: many readers cost one computation."""

    def __init__(self) -> None:
        """Nothing is cached yet."""
        self._known: OrderedDict[tuple[str, int], list[Any]] = OrderedDict()

    def get(self, competition: str, seq: int, compute: Callable[[], list[Any]]) -> list[Any]:
        """The standings of this change of the competition."""
        key = (competition, seq)
        if key not in self._known:
            self._known[key] = compute()
            while len(self._known) > _TABLES_MAX:
                self._known.popitem(last=False)
        return self._known[key]


@dataclass(frozen=True)
class Ports:
    """The interfaces for every use case. `nudge` wakes the pairing of this process."""

    database: Database
    rpc: Rpc
    push: Push
    settings: TournamentsSettings
    nudge: Callable[[], None] = lambda: None
    standings: StandingsCache = field(default_factory=StandingsCache)
    cell: str = ""
    """The cell's id, which is part of the ids of games' tables."""

    def run(self, handler: Any, *args: Any) -> Any:
        """One unit of work: `handler(work, ports, *args)`."""
        return self.database.run(handler, self, *args)

    def look(self, handler: Any, *args: Any) -> Any:
        """`handler(work, ports, *args)` that only reads, without a transaction."""
        return self.database.look(handler, self, *args)

    def ask(self, request: Request[A]) -> A | Refusal:
        """Ask another service, with a timeout that a player may have to wait for."""
        return self.rpc.call(request, timeout_ms=self.settings.checks_timeout_ms)
