"""The interfaces that use cases need besides their own tables: other services and what they have said a moment ago,
password hashing, pushes to clients."""

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import msgspec

from services.contracts.base import Request
from services.contracts.client.frames import ServerFrame
from services.contracts.tables.catalogue import CheckOptions
from services.contracts.wallet.balances import CheckStake
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.lobby.access.providers.rules import Identity, Provider, Trip
from services.lobby.accounts.pictures.rules import Pictures
from services.lobby.halls.rules import Hall, HallCounts
from services.lobby.messages.rules import RefusedLately
from services.lobby.settings import LobbySettings
from services.platform.database.unit_of_work import Database, Work
from services.platform.process.json import encode_text
from services.platform.process.single_flight import Shared

A = TypeVar("A")
AGE_MS = 5_000
KNOWN_MAX = 1_000
"""Of `KnownReplies`."""
_OF_A_GAME = frozenset({"stake_invalid", "stake_below_minimum", "stake_above_maximum"})
"""Refusals of a table without a stake that depend on its game alone."""


class KnownReplies:
    """What tables and wallet have said a moment ago about games, for searches: it is the same for every account, and
    both are asked again before players are seated (RULES.md §9). Of one process, bounded, and a few seconds old at
    most. Threads may use it at the same time: at worst two ask the same."""

    def __init__(self) -> None:
        """Nothing is known."""
        self._known: dict[Hashable, tuple[TimeMs, object]] = {}

    def find(self, request: Request[A], now_ms: TimeMs) -> A | Refusal | None:
        """The reply to this question if it is known and not old; None: it has to be asked."""
        key = _key(request)
        at_ms, reply = self._known.get(key, (0, None)) if key is not None else (0, None)
        return reply if 0 <= now_ms - at_ms < AGE_MS else None  # type: ignore[return-value]

    def keep(self, request: Request[A], reply: A | Refusal, now_ms: TimeMs) -> None:
        """Keep a reply, if it depends on nothing but what the question names. With too many all are forgotten."""
        key = _key(request)
        if key is None or (isinstance(reply, Refusal) and reply.error not in _OF_A_GAME):
            return
        if len(self._known) >= KNOWN_MAX:
            self._known = {}
        self._known[key] = now_ms, reply


def _key(request: Request[A]) -> Hashable | None:
    """What a reply depends on; None: on the account too."""
    if isinstance(request, CheckOptions):
        return "options", request.game, encode_text(request.options)
    if isinstance(request, CheckStake) and request.stake_chips == 0 and not request.practice:
        return "free", request.game
    return None


class Rpc(Protocol):
    """Asks other services. Never called inside a unit of work, since an answer may take long."""

    def call(self, request: Request[A], timeout_ms: int | None = None) -> A | Refusal:
        """The answer or refusal; `service_unavailable` when none came in time."""
        ...


class Verdict(msgspec.Struct, frozen=True):
    """Whether a password is right; `fresh_hash`: what to store instead of a hash that is out of date."""

    is_right: bool
    fresh_hash: str | None = None


class Passwords(Protocol):
    """Hashes passwords, slowly on purpose. Both refuse `service_unavailable` when too many wait."""

    def hash(self, password: str) -> str | Refusal:
        """The text to store."""
        ...

    def check(self, password: str, stored: str | None) -> Verdict | Refusal:
        """Whether the password is the stored one; for `stored` None it takes as long and the answer is no."""
        ...


class Push(Protocol):
    """Sends updates to clients after the commit, wherever they are connected. Returns at once; not durable."""

    def players(self, accounts: Collection[str]) -> None:
        """Send the changed lines of these players to everybody in their halls."""
        ...

    def tables(self, table_ids: Collection[str]) -> None:
        """Send the changed lines of these tables to everybody in their halls, of house-banked ones to everybody."""
        ...

    def room_again(self, account: str) -> None:
        """Send the account's connections the whole room again."""
        ...

    def frame(
        self,
        accounts: Collection[str] | None,
        frame: ServerFrame,
        close: str | None = None,
        except_conn: tuple[str, int] | None = None,
        table: str | None = None,
        *,
        spectators: bool = False,
        hall: Hall | None = None,
        session: str = "",
        conn: tuple[str, int] | None = None,
    ) -> None:
        """Send a frame to these accounts (None: everybody, or everybody in a hall); as in contracts.pushes.Push."""
        ...


class Visits(Protocol):
    """The lobby's questions about players who are at home in another cell (RULES.md §19)."""

    def home_of(self, account: str) -> str | None:
        """The other cell in which an account is at home; None: it is at home here."""
        ...

    def last_visit_ms(self, work: Work, account: str) -> TimeMs | None:
        """When the last visit of an account began; None: it has visited nothing here, or is erased."""
        ...

    def rows_of(self, work: Work, account: str) -> list[dict[str, object]]:
        """The account's visits, for an export."""
        ...

    def erase(self, work: Work, account: str) -> None:
        """Delete the account's visits."""
        ...


class NoVisits:
    """`Visits` of a platform with a single cell."""

    def home_of(self, account: str) -> str | None:
        """Every account is at home here."""
        return None

    def last_visit_ms(self, work: Work, account: str) -> TimeMs | None:
        """No visit has ever begun."""
        return None

    def rows_of(self, work: Work, account: str) -> list[dict[str, object]]:
        """No rows."""
        return []

    def erase(self, work: Work, account: str) -> None:
        """There is nothing to delete."""


class Providers(Protocol):
    """The OpenID providers that the operator has named (RULES.md §27). Never asked inside a unit of work."""

    def list(self) -> list[Provider]:
        """All, in the operator's order."""
        ...

    def find(self, provider: str) -> Provider | None:
        """One by its id."""
        ...

    def address(self, provider: Provider, state: str, trip: Trip, callback: str) -> str | Refusal:
        """The provider's page for one attempt. Refusals: `provider_silent`, `provider_failed`."""
        ...

    def identify(self, provider: Provider, code: str, trip: Trip, callback: str) -> Identity | Refusal:
        """Who has come back with a code. Refusals: `provider_silent`, `provider_failed`."""
        ...


class NoProviders:
    """`Providers` of an operator who has named none."""

    def list(self) -> list[Provider]:
        """None."""
        return []

    def find(self, provider: str) -> Provider | None:
        """No provider has this id."""
        return None

    def address(self, provider: Provider, state: str, trip: Trip, callback: str) -> str | Refusal:
        """There is no page."""
        return Refusal("provider_silent")

    def identify(self, provider: Provider, code: str, trip: Trip, callback: str) -> Identity | Refusal:
        """Nobody comes back."""
        return Refusal("provider_silent")


def _nothing() -> None:
    """Nothing is to be done."""


@dataclass(frozen=True)
class Ports:
    """The interfaces for every use case."""

    database: Database
    rpc: Rpc
    passwords: Passwords
    push: Push
    settings: LobbySettings
    pictures: Pictures
    shared: Shared = field(default_factory=Shared)
    hall_counts: HallCounts = field(default_factory=HallCounts)
    cell: str = ""
    """This cell's id, which is part of the ids of accounts and tables created here."""
    visits: Visits = field(default_factory=NoVisits)
    providers: Providers = field(default_factory=NoProviders)
    known_replies: KnownReplies = field(default_factory=KnownReplies)
    refused_messages: RefusedLately = field(default_factory=RefusedLately)
    push_due: Callable[[], None] = _nothing
    """Called after the commit of a notice to browsers that is due (RULES.md §24)."""

    def read(self, handler: Callable[..., A], *args: Hashable) -> A:
        """A unit of work that only reads, `handler(work, ports, *args)`, shared by all who want it at the same time."""
        return self.shared.get((handler, *args), lambda: self.run(handler, *args))

    def read_aged(self, handler: Callable[..., A], age_s: float) -> A:
        """The same, at most so many seconds old: for what many pages ask for again and again."""
        return self.shared.get_aged(handler, lambda: self.run(handler), age_s)

    def run(self, handler: Any, *args: Any) -> Any:
        """One unit of work: `handler(work, ports, *args)`."""
        return self.database.run(handler, self, *args)

    def ask_known(self, request: Request[A]) -> A | Refusal:
        """Ask another service, unless it has replied to the same a moment ago (`KnownReplies`)."""
        now_ms = self.database.clock.now_ms()
        known = self.known_replies.find(request, now_ms)
        if known is not None:
            return known
        reply = self.rpc.call(request, timeout_ms=self.settings.table_checks_timeout_ms)
        self.known_replies.keep(request, reply, now_ms)
        return reply

    def look(self, handler: Any, *args: Any) -> Any:
        """Call `handler(work, ports, *args)`, which only reads, each statement by itself (`Database.look`)."""
        return self.database.look(handler, self, *args)
