"""The walks that are traced: each prepares the real services and returns the step that is followed.

What is prepared is not traced: registrations, a competition that is open, a match that has begun. Between services the
step carries requests and events itself, through the entrypoints where the broker would bring them.
"""

import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from services.contracts.base import Request
from services.contracts.moderation.cards import GiveCard
from services.contracts.moderation.conduct import CardsChanged
from services.contracts.moderation.events import StandingChanged
from services.contracts.tables.catalogue import CheckedOptions, CheckOptions
from services.contracts.tables.commands import Expel, Held, Move, RatingsFrozen, SeatRating
from services.contracts.tables.events import CardEarned
from services.contracts.tournaments.competitions import Enter
from services.contracts.tournaments.entries import GetCompetitor, PayEntry
from services.contracts.wallet.payments import BeginPayment, ConfirmPayment
from services.kernel.clock import FakeClock
from services.kernel.refusal import Refusal
from services.lobby.service import LobbyService
from services.lobby.service.app import App
from services.lobby.settings import LobbySettings
from services.lobby.visits.cell_directory import Directory
from services.moderation.cards.rules import DEFAULTS
from services.moderation.staff import role_rows
from services.platform.broker.rpc_client import RpcClient
from services.platform.database.migrations import migrate
from tests.lobby.local_lobby import Here, LocalLobby
from tests.moderation.moderation import Moderation
from tests.support.server import in_memory
from tests.support.services.match_events import asked, card, finished
from tests.support.services.process import Process
from tests.tables.support.desk import Desk, Roots, Seated
from tests.tournaments.platform import OPERATOR, Others, Tournaments
from tests.wallet.wallets import Wallet

P = TypeVar("P", bound=Process)
Step = Callable[[], None]
"""What is followed."""
_CARD_MS = 20_100
"""A little later than an idle turn earns its first yellow card."""


class Ground:
    """Where one walk takes place: fresh databases with the newest schema, and what has opened them."""

    def __init__(self) -> None:
        """Nothing is open yet."""
        self.clock = FakeClock()
        self._opened = ExitStack()
        self._folder = Path(self._opened.enter_context(tempfile.TemporaryDirectory(dir=in_memory())))

    def close(self) -> None:
        """Close and delete everything."""
        self._opened.close()

    def url(self, service: str) -> str:
        """The address of a fresh database."""
        path = self._folder / f"{service}.sqlite3"
        path.write_bytes(_migrated(service))
        return f"sqlite:///{path}"

    def wallet(self, *accounts: str) -> Wallet:
        """A wallet in which these accounts have their welcome chips."""
        wallet = self._keep(Wallet(self.url("wallet"), clock=self.clock))
        if accounts:
            wallet.registered(*accounts)
            wallet.told()
        return wallet

    def moderation(self) -> Moderation:
        """Moderation with an operator and without cards."""
        moderation = self._keep(ModerationOfTables(self.url("moderation")))
        moderation.keep(role_rows.add_role, OPERATOR, "operator")
        return moderation

    def lobby(self) -> "Lobby":
        """An empty lobby."""
        lobby = self._keep(Lobby(self.url("lobby"), self.clock))
        self._opened.callback(lobby.arranged.database.close)
        return lobby

    def tournaments(self, others: Others) -> Tournaments:
        """Tournaments without competitions; `others` are asked."""
        return self._keep(Tournaments(self.url("tournaments"), self.clock, others))

    def worker(self, game: str) -> Desk:
        """A tables worker of one game, without tables."""
        desk = WorkerOfGame(game)
        self._opened.callback(desk.database.close)
        return desk

    def aside(self, look: Callable[[], Any]) -> Any:
        """What the walk itself has to read to go on; it is not followed."""
        following = sys.getprofile()
        sys.setprofile(None)
        try:
            return look()
        finally:
            sys.setprofile(following)

    def sent(self, process: Process | Desk) -> list[Any]:
        """What a service has published and sent to queues since the last look."""
        found: list[Any] = self.aside(process.told)
        return found

    def _keep(self, process: P) -> P:
        self._opened.callback(process.close)
        return process


@cache
def _migrated(service: str) -> bytes:
    """The file of a database that has just been migrated."""
    with tempfile.TemporaryDirectory(dir=in_memory()) as folder:
        path = Path(folder) / f"{service}.sqlite3"
        migrate(service, f"sqlite:///{path}")
        return path.read_bytes()


class Lobby(Process):
    """One lobby process without a broker, with the real application; `arranged` brings players in beside it."""

    def __init__(self, url: str, clock: FakeClock) -> None:
        """Nobody is there."""
        super().__init__(url, "lobby", clock)
        self.base.link = self.parked  # type: ignore[assignment]
        self.arranged = LocalLobby(url, clock)
        self.service = LobbyService()
        self.service.app = App(self.base, cast(RpcClient, self.arranged.rpc), LobbySettings(), Directory())

    def push(self) -> list[bytes]:
        """Send what waits to the gateways; returns the messages."""
        self.service.app.pusher.turn(0)
        sent, self.parked.bodies = self.parked.bodies, []
        return sent

    def arrive(self, *names: str) -> list[Here]:
        """New players are connected; what gateways are sent of it is forgotten."""
        here = self.arranged.enter_one_by_one(names, "gateway.1")
        self.push()
        return here


class ModerationOfTables(Moderation):
    """Moderation that answers any tables worker."""

    def _read(self, row: Any) -> Any:
        return super()._read(row) if row.exchange else msgspec.json.decode(row.body, type=Expel)


class WorkerOfGame(Desk):
    """A tables worker whose tables are all of one game, whatever their ids are; every time the same tiles are dealt."""

    def __init__(self, game: str) -> None:
        """No table is there."""
        self._game = game
        super().__init__(games=[game])
        self.worker._secrets = Roots(0)  # type: ignore[assignment]

    def _game_of(self, _table: str) -> str:
        return self._game


class Asked(Others):
    """The services that tournaments ask: the real ones about an entry, played ones about everything else."""

    def __init__(self, wallet: Wallet, lobby: Lobby) -> None:
        """These processes answer."""
        super().__init__()
        self._answering: dict[type, Process] = {PayEntry: wallet, GetCompetitor: lobby}

    def call(self, request: Request[Any], timeout_ms: int | None = None) -> Any:
        """The answer or refusal."""
        process = self._answering.get(type(request))
        return super().call(request, timeout_ms) if process is None else process.ask(request)


# --- the walks ---


def move(ground: Ground) -> Step:
    """A move in a tables worker: one turn with one command."""
    desk = ground.worker("tictactoe")
    table = desk.open().begin().all_watch()
    match = table.now.match
    placed = match.id, match.clocks[0].number, {"move": "place", "row": 1, "col": 1}
    delivered = desk.deliver([Move(*(*table.head(table.turn_of), *placed))])

    def step() -> None:
        desk.turn(*delivered)

    return step


def hold(ground: Ground) -> Step:
    """The wallet holds the stakes of a match of two players of this cell."""
    wallet = ground.wallet("ana", "ben")

    def step() -> None:
        wallet.asked(asked("match-1", "ana", "ben"))

    return step


def settle(ground: Ground) -> Step:
    """The wallet settles a match that one of them has won."""
    wallet = ground.wallet("ana", "ben")
    wallet.asked(asked("match-1", "ana", "ben"))
    _the(Held, wallet.told())

    def step() -> None:
        wallet.finished(finished("match-1", "ana", "ben"))

    return step


def begin_purchase(ground: Ground) -> Step:
    """A player orders a pack of chips from the simulated provider."""
    wallet = ground.wallet("ana")

    def step() -> None:
        _taken(wallet.ask(_order()))

    return step


def confirm_purchase(ground: Ground) -> Step:
    """The player has paid, and the chips are credited."""
    wallet = ground.wallet("ana")
    begun = _taken(wallet.ask(_order()))

    def step() -> None:
        _taken(wallet.ask(ConfirmPayment(account="ana", payment=begun.payment)))

    return step


def entry(ground: Ground) -> Step:
    """A player enters a competition: tournaments ask the lobby, then the wallet, which takes the price."""
    wallet, lobby = ground.wallet(), ground.lobby()
    tournaments = ground.tournaments(Asked(wallet, lobby))
    account = lobby.arrive("Anna")[0].account
    wallet.registered(account)
    wallet.told()
    tournaments.known(account)
    tournaments.announce()
    tournaments.tick()
    tournaments.told()

    def step() -> None:
        assert _taken(tournaments.ask(Enter(account=account, id="entry-1", competition="cup"))).state == "paid"

    return step


def red_card(ground: Ground) -> Step:
    """An administrator gives a red card: moderation suspends the player, the lobby ends the session and has its
    connections closed, and orders the table to go on without the player."""
    moderation, lobby, desk = ground.moderation(), ground.lobby(), ground.worker("dominoes")
    moderation.keep(role_rows.add_role, "the administrator", "administrator")
    table = _dominoes(lobby, desk)
    given = GiveCard(account="the administrator", id="card-1", to=table.turn_of, reason="threats at the table")

    def step() -> None:
        _taken(moderation.ask(given))
        lobby.hear("standing_changed", _the(StandingChanged, ground.sent(moderation)))
        assert any(b"account_suspended" in body for body in lobby.push())
        desk.hear(_the(Expel, [command for _, command in ground.aside(lobby.arranged.sent)]))

    return step


def earned_card(ground: Ground) -> Step:
    """An idle turn earns the yellow card too many: moderation suspends the player, the lobby ends the session and has
    its connections closed, and the table goes on without the player."""
    moderation, lobby, desk = ground.moderation(), ground.lobby(), ground.worker("dominoes")
    table = _dominoes(lobby, desk)
    account = table.turn_of
    earlier = [card("earlier", account, seq=seq) for seq in range(DEFAULTS.yellow_limit - 1)]
    moderation.hear("on_card_earned", *earlier)
    moderation.told()
    for clock in (desk.clock, ground.clock, moderation.clock):
        clock.advance(_CARD_MS)

    def step() -> None:
        desk.turn()
        moderation.hear("on_card_earned", _the(CardEarned, ground.sent(desk)))
        sent = ground.sent(moderation)
        lobby.hear("cards_changed", _the(CardsChanged, sent))
        lobby.hear("standing_changed", _the(StandingChanged, sent))
        assert any(b"account_suspended" in body for body in lobby.push())
        desk.hear(_the(Expel, sent))

    return step


WALKS: dict[str, Callable[[Ground], Step]] = {
    each.__name__: each for each in (move, hold, settle, begin_purchase, confirm_purchase, entry, red_card, earned_card)
}
"""By name. A new walk is a function like these, and is added here; its figures are written by `--write`."""


def _dominoes(lobby: Lobby, desk: Desk) -> Seated:
    """A match of dominoes between four players, from the lobby's table to the first turn."""
    players = lobby.arrive("Anna", "Ben", "Cleo", "Dan")
    arranged = lobby.arranged
    options = CheckedOptions(options={"target": 100}, seats=4, sides=[[0, 2], [1, 3]], shards=8)
    arranged.rpc.answers[CheckOptions] = options
    line = arranged.create(players[0], game="dominoes", stake_chips=0)
    for each in players[1:]:
        _taken(arranged.join(each, line.table))
    _taken(arranged.start(players[0], line.table))
    desk.hear(*(command for _, command in arranged.sent()))
    table = Seated(desk, line.table)
    for each in players:
        table.seed(each.account)
    ratings = [SeatRating(each.account, 1_500, 10, 1_500) for each in players]
    desk.hear(RatingsFrozen(table.id, "trace-ranking", desk.clock.now_ms(), table.now.match.id, ratings))
    table.all_watch()
    desk.told()
    return table


def _order() -> BeginPayment:
    return BeginPayment(account="ana", id="order-1", pack="pack_5000")


def _taken(answer: Any) -> Any:
    """The answer, which is no refusal."""
    assert not isinstance(answer, Refusal), answer
    return answer


def _the(kind: type[Any], sent: list[Any]) -> Any:
    """The only message of this kind."""
    (found,) = [each for each in sent if isinstance(each, kind)]
    return found
