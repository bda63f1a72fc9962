"""A tournaments process, and the services around it as far as it calls them or receives their events."""

from typing import Any

import msgspec

from services.contracts.base import Done, Request, topic_of
from services.contracts.lobby.accounts.access import EmailConfirmed
from services.contracts.lobby.accounts.accounts import Registered
from services.contracts.lobby.people.companies import Companies, CompanyLine, ListOwnCompanies
from services.contracts.lobby.people.friends import Friend, Friends, ListFriends
from services.contracts.lobby.presence import Active
from services.contracts.moderation.conduct import Conduct, GetConduct, Suspension
from services.contracts.moderation.reports import FileReport, Receipt
from services.contracts.tables.catalogue import CheckedOptions, CheckOptions
from services.contracts.tables.commands import Annul, SeatRating
from services.contracts.tables.events import Departure, MatchFinished
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import entries as answers
from services.contracts.tournaments import events as competition_events
from services.kernel.clock import FakeClock
from services.kernel.refusal import Refusal
from services.tournaments import clock
from services.tournaments.entries import use_cases as registration
from services.tournaments.pairing import use_cases as matchmaking
from services.tournaments.service import App, TournamentsService
from services.tournaments.settings import TournamentsSettings
from tests.support.services.process import Process

MINUTE_MS = 60_000
ANSWER_MS = 4_000
"""An entry without an answer for so long is asked about again."""
HOUR_MS = 60 * MINUTE_MS
OPERATOR = "olga"
REASON = "for a good reason"
TOLD = (
    *(competition_events.RefundAsked, competition_events.PrizesAsked, competition_events.PrizesCorrected),
    *(competition_events.GameCalled, competition_events.ResultCorrected, competition_events.CompetitionChanged),
    competition_events.CompetitionSoon,
)
SIDES = {2: [[0], [1]], 4: [[0, 2], [1, 3]]}


class Others:
    """Wallet, lobby, moderation and tables, as far as they are asked."""

    def __init__(self) -> None:
        self.refused: dict[tuple[type[Any], str], Refusal] = {}
        """What a request about an account is refused with."""
        self.seated: dict[str, str] = {}
        self.absent: set[str] = set()
        self.roles: dict[str, list[str]] = {OPERATOR: ["operator"]}
        self.kept_out: set[str] = set()
        self.devices: dict[str, str] = {}
        self.elo: dict[str, int] = {}
        self.ages: dict[str, int] = {}
        self.photos: dict[str, str] = {}
        self.friends: dict[str, set[str]] = {}
        self.companies: dict[str, list[CompanyLine]] = {}
        self.lobby_is_away = False
        self.wallet_is_away = False
        self.asked: list[Request[Any]] = []

    def call(self, request: Request[Any], timeout_ms: int | None = None) -> Any:
        """An answer as the service would give it."""
        self.asked.append(request)
        account = getattr(request, "account", "")
        if self.lobby_is_away and isinstance(request, answers.GetFaces | ListOwnCompanies | ListFriends):
            return Refusal("service_unavailable", {"service": "lobby"})
        if (type(request), account) in self.refused:
            return self.refused[type(request), account]
        if isinstance(request, CheckOptions):
            return _options(request)
        if isinstance(request, GetConduct):
            suspension = Suspension(reason="threats", from_ms=0, until_ms=None) if account in self.kept_out else None
            return Conduct(account=account, cards={}, roles=self.roles.get(account, []), suspension=suspension)
        if isinstance(request, FileReport):
            return Receipt(id=request.id, reported=request.reported, category=request.category, created_at_ms=1)
        if isinstance(request, answers.PayEntry):
            return self.pay(request)
        return self.lobby(request, account)

    def lobby(self, request: Request[Any], account: str) -> Any:
        """What the lobby answers."""
        if isinstance(request, answers.GetCompetitor):
            return answers.Competitor(
                account=account,
                name=account.title(),
                here=account not in self.absent,
                table=self.seated.get(account),
                device=self.devices.get(account, ""),
                age=self.ages.get(account, 30),
                elo=self.elo.get(account, 1500),
                belongs=self.belongs(request),
            )
        if isinstance(request, answers.CheckMaker):
            return answers.Maker(name=account.title(), competition_name=request.name.strip())
        if isinstance(request, answers.GetFaces):
            known = set(request.accounts) & self.photos.keys()
            faces = [answers.Face(account=each, photo=self.photos[each], avatar=None) for each in sorted(known)]
            return answers.Faces(faces=faces)
        if isinstance(request, ListFriends):
            found = [Friend(account=each, name=each.title(), at_ms=1) for each in sorted(self.friends.get(account, ()))]
            return Friends(friends=found, asking=[], asked=[], most=200)
        if isinstance(request, ListOwnCompanies):
            return Companies(mine=self.companies.get(account, []), invitations=[], asked=[], most=10)
        assert isinstance(request, Active)
        return Done()

    def belongs(self, request: answers.GetCompetitor) -> bool:
        """Whether a player is a friend of a maker, or a member of a company."""
        if request.company is not None:
            return request.company in {each.company for each in self.companies.get(request.account, [])}
        return request.maker is not None and request.maker in self.friends.get(request.account, ())

    def pay(self, _request: answers.PayEntry) -> Any:
        """The wallet's answer about an entry."""
        return Refusal("service_unavailable") if self.wallet_is_away else Done()


def _options(request: CheckOptions) -> CheckedOptions | Refusal:
    if request.game == "chess":
        return Refusal("game_unknown")
    if request.game == "baccarat":
        return CheckedOptions(options={}, seats=2, sides=[], shards=8, house_banked=True)
    if request.game == "tavli":
        target = request.options.get("target", 5)
        return CheckedOptions(options={"target": target}, seats=2, sides=SIDES[2], shards=8)
    if request.game == "koumkan":
        return CheckedOptions(options={"target_score": 101}, seats=4, sides=[[0], [1], [2], [3]], shards=8)
    return CheckedOptions(options={"target": 151}, seats=4, sides=SIDES[4], shards=8)


class Heard:
    """Stands for the push to clients."""

    def __init__(self) -> None:
        self.changes: list[str] = []
        self.news: list[tuple[str, str]] = []
        """(account, news)."""

    def changed(self, competition: str) -> None:
        self.changes.append(competition)

    def frame(self, accounts: Any, frame: Any) -> None:
        self.news += [(account, frame.news) for account in accounts]


class Tournaments(Process):
    """One tournaments process without a broker."""

    sent = Annul
    events = {topic_of(kind): kind for kind in TOLD}

    def __init__(
        self, url: str, fake_clock: FakeClock | None = None, others: Others | None = None, **settings: Any
    ) -> None:
        super().__init__(url, "tournaments", fake_clock)
        self.others = others or Others()
        self.heard = Heard()
        self.service = TournamentsService()
        self.service.app = App(self.base, self.others, TournamentsSettings(**settings), self.heard)
        self.ports = self.service.app.ports
        self.annulled: list[str] = []

    def _read(self, row: Any) -> Any:
        if row.exchange:
            return super()._read(row)
        self.annulled.append(row.routing_key)
        return msgspec.json.decode(row.body, type=Annul)

    # --- what operators do ---

    def announce(self, id: str = "cup", **how: Any) -> None:
        """Make and publish a competition that opens now and starts in an hour."""
        self.save(id, **how)
        answer = self.ask(contract.PublishCompetition(account=OPERATOR, competition=id, reason=REASON))
        assert not isinstance(answer, Refusal), answer

    def save(self, id: str = "cup", account: str = OPERATOR, preview: bool = False, **how: Any) -> Any:
        return self.ask(
            contract.SaveCompetition(
                account=account, competition=id, plan=self.plan(**how), preview=preview, reason=REASON
            )
        )

    def plan(self, **how: Any) -> contract.Plan:
        now_ms = self.clock.now_ms()
        usual: dict[str, Any] = {
            "name": "The spring cup",
            "game": "tavli",
            "options": {"target": 5},
            "players": 2,
            "opens_at_ms": now_ms,
            "starts_at_ms": now_ms + HOUR_MS,
            "ends_at_ms": now_ms + 3 * HOUR_MS,
            "price_chips": 1000,
            "games_per_entry": 3,
            "kind": "total",
            "prize_mode": "growing",
            "shares_bps": [5000, 3000, 2000],
            "guarantee_chips": 0,
        }
        return contract.Plan(**usual | how)

    # --- time ---

    def tick(self) -> None:
        """Let the clock look at what is due."""
        clock.move_all(self.ports)

    def later(self, ms: int) -> None:
        """Time passes."""
        self.clock.advance(ms)
        self.tick()

    def pair(self) -> int:
        """Call the games that can begin."""
        return matchmaking.pair_all(self.ports)

    # --- what players do ---

    def enter(self, *accounts: str, competition: str = "cup", id: str = "") -> list[Any]:
        """Entries are asked for, and paid unless the wallet is away."""
        return [
            self.ask(contract.Enter(account=each, id=id or f"{each}-{len(self.others.asked)}", competition=competition))
            for each in accounts
        ]

    def known(self, *accounts: str, age_days: int = 60, confirmed: bool = True, **keys: str) -> None:
        """These accounts, each of a person and a household of its own unless `keys` (of `Registered`) say otherwise."""
        made_ms = self.clock.now_ms() - age_days * 24 * HOUR_MS
        own = {each: {"email_key": f"mail of {each}", "network": f"home of {each}"} | keys for each in accounts}
        for each in accounts:
            device = {"device": f"device of {each}"}
            self.hear(
                "on_registered",
                Registered(account=each, name=each, created_at_ms=made_ms, **device | own[each]),
            )
            if confirmed:
                mailbox = own[each]["email_key"]
                self.hear("on_email_confirmed", EmailConfirmed(account=each, email_key=mailbox, at_ms=made_ms))

    def paid(self, *accounts: str, competition: str = "cup") -> None:
        """Entries of established accounts are paid."""
        self.known(*accounts)
        for entry in self.enter(*accounts, competition=competition):
            assert not isinstance(entry, Refusal), entry
            assert entry.state == "paid"

    def unanswered(self, *accounts: str, competition: str = "cup", id: str = "") -> list[Any]:
        """Entries are asked for while the wallet is away."""
        self.others.wallet_is_away = True
        found = self.enter(*accounts, competition=competition, id=id)
        self.others.wallet_is_away = False
        return found

    def ask_again(self) -> None:
        """Some seconds later the wallet is asked about the entries that it has not answered."""
        self.clock.advance(ANSWER_MS)
        registration.ask_again(self.ports)

    def wait(self, *accounts: str, competition: str = "cup") -> list[Any]:
        """Players ask for a game, one after the other."""
        found = []
        for account in accounts:
            found.append(self.ask(contract.AskGame(account=account, competition=competition)))
            self.clock.advance(1)
        return found

    def call(self, *accounts: str, competition: str = "cup") -> list[competition_events.GameCalled]:
        """They ask for a game, are paired and seated."""
        self.told()
        for answer in self.wait(*accounts, competition=competition):
            assert not isinstance(answer, Refusal), answer
        self.pair()
        called = self.told_of(competition_events.GameCalled)
        for each in called:
            self.hear("on_game_seated", answers.GameSeated(competition=competition, table=each.table))
        return called

    def finish(self, called: competition_events.GameCalled, **how: Any) -> MatchFinished:
        """A game is over."""
        event = finished(called, self.clock.now_ms(), **how)
        self.hear("on_match_finished", event)
        return event

    # --- what is seen ---

    def card(self, account: str | None = None, competition: str = "cup") -> contract.CompetitionCard:
        return self.ask(contract.GetCompetition(competition=competition, account=account))  # type: ignore[no-any-return]

    def state(self, competition: str = "cup") -> str:
        return self.card(competition=competition).competition.state

    def standings(self, competition: str = "cup") -> list[tuple[int, str, int, int, int]]:
        """Place, name, points, margin, prize."""
        found = self.ask(contract.GetStandings(competition=competition))
        return [(row.place, row.account, row.points, row.margin, row.prize_chips) for row in found.lines]


def finished(called: competition_events.GameCalled, at_ms: int, **how: Any) -> MatchFinished:
    """A match of a competition that seat 0's side has won 5 to 2."""
    sides = how.pop("sides", SIDES[len(called.seats)])
    elo = how.pop("elo", [1500] * len(called.seats))
    left = how.pop("left", [])
    usual: dict[str, Any] = {
        "match": f"match-of-{called.table}",
        "table": called.table,
        "number": 1,
        "game": called.game,
        "rules": 1,
        "options": called.options,
        "stake_chips": 0,
        "clock_policy": "move_clock",
        "return_policy": "budget",
        "leave_policy": "concede",
        "competition": called.competition,
        "practice": False,
        "accounts": list(called.seats),
        "sides": sides,
        "started_at_ms": at_ms - MINUTE_MS,
        "ended_at_ms": at_ms,
        "outcome": "won",
        "winners": sides[0],
        "places": [1 if seat in sides[0] else 2 for seat in range(len(called.seats))],
        "points": [5, 2],
        "named": None,
        "reason": "won",
        "hands": [],
        "departures": [
            Departure(seat=seat, account=called.seats[seat], at_ms=at_ms, first_round_done=True, reason="left")
            for seat in left
        ],
        "first_round_done": True,
        "ratings": [SeatRating(account, rating, 50, rating) for account, rating in zip(called.seats, elo, strict=True)],
        "reply_to": "tables.tavli.3",
    }
    return MatchFinished(**usual | how)


def suspension(until_ms: int) -> Suspension:
    """Kept out until a moment."""
    return Suspension(reason="misconduct", from_ms=0, until_ms=until_ms)
