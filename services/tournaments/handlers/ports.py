"""What use cases work with besides their own tables: asking services, notifying clients, the operator's numbers."""

from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from services.contracts.base import Request
from services.contracts.frames import ServerFrame
from services.kernel.refusal import Refusal
from services.plumbing.database import Database
from services.tournaments.settings import TournamentsSettings
from services.tournaments.standings import Standing

A = TypeVar("A")
_TABLES_MAX = 64


class Rpc(Protocol):
    """Asks other services. Never inside a unit of work: it takes as long as it takes."""

    def call(self, request: Request[A], timeout_ms: int | None = None) -> A | Refusal:
        """The answer or refusal; `service_unavailable` when none came in time."""
        ...


class Push(Protocol):
    """Notifies clients, once committed. Returns at once; not durable: who misses something asks again."""

    def changed(self, competition: str) -> None:
        """A competition has changed: its line goes to everybody."""
        ...

    def frame(self, accounts: Collection[str], frame: ServerFrame) -> None:
        """A frame for these accounts."""
        ...


class StandingsCache:
    """The standings last computed, by competition and number of change: a crowd that looks costs one computation."""

    def __init__(self) -> None:
        """Empty."""
        self._known: OrderedDict[tuple[str, int], list[Standing]] = OrderedDict()

    def get(self, competition: str, seq: int, compute: Callable[[], list[Standing]]) -> list[Standing]:
        """The standings of this change of the competition."""
        key = (competition, seq)
        if key not in self._known:
            self._known[key] = compute()
            while len(self._known) > _TABLES_MAX:
                self._known.popitem(last=False)
        return self._known[key]


@dataclass(frozen=True)
class Ports:
    """Handed to every use case. `nudge` wakes the pairing of this process."""

    database: Database
    rpc: Rpc
    push: Push
    settings: TournamentsSettings
    nudge: Callable[[], None] = lambda: None
    standings: StandingsCache = field(default_factory=StandingsCache)
    cell: str = ""
    """The cell's id, which is in the ids of the tables of games."""

    def run(self, handler: Any, *args: Any) -> Any:
        """One unit of work: `handler(work, ports, *args)`."""
        return self.database.run(handler, self, *args)

    def look(self, handler: Any, *args: Any) -> Any:
        """`handler(work, ports, *args)` that only reads, without a transaction."""
        return self.database.look(handler, self, *args)

    def ask(self, request: Request[A]) -> A | Refusal:
        """Another service, with the time that a player may have to wait."""
        return self.rpc.call(request, timeout_ms=self.settings.checks_timeout_ms)
