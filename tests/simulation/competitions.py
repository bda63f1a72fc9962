"""Competitions in the simulated day: what operators and players do about them, and what must hold of them.

The tournaments processes are the real ones; what they ask of other services is answered here.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.base import Request
from services.contracts.moderation import conduct as moderation
from services.contracts.tables.catalogue import CheckOptions
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import entries
from services.kernel.clock import FakeClock
from services.kernel.refusal import Refusal
from services.tables.catalogue import offers
from services.tables.settings import TablesSettings
from services.tournaments import clock
from services.tournaments.entries import use_cases as registration
from services.tournaments.pairing import use_cases as matchmaking
from services.tournaments.plans import use_cases as administration
from services.tournaments.results import corrections
from services.tournaments.service import App
from services.tournaments.settings import TournamentsSettings
from services.wallet.competitions import use_cases as wallet_handlers
from services.wallet.schema import transfers
from services.wallet.settings import WalletSettings
from tests.games.seeded_matches import Case
from tests.simulation.databases import Shared
from tests.simulation.lobby import COMPETITORS
from tests.simulation.robots import Robot
from tests.simulation.verdict import promise

OPERATOR = "olga"
_REASON = "a day of the simulation"
SETTINGS = TournamentsSettings(overtime_min=1)
_NO_ANSWER = Refusal("service_unavailable")
_OPEN_MAX = 2
"""So many competitions are on at once, at most."""
_GAMES_MAX = 3
_KINDS = ("total", "best_x")
_MODES = ("fixed", "growing")
Do = Callable[[App], Any]


class Quiet:
    """Nobody looks at a page."""

    def changed(self, competition: str) -> None:
        """A competition has changed."""

    def frame(self, accounts: Any, frame: Any) -> None:
        """News for some players."""


class Neighbours:
    """The services that tournaments asks. The wallet is the real one; questions and answers on the way to it and back
    are lost, or come late."""

    def __init__(
        self, robots: Callable[[], list[Robot]], settings: TablesSettings, wallet: Shared, chance: Random
    ) -> None:
        self._robots = robots
        self._settings = settings
        self._wallet = wallet.open(lambda _where: None)
        self._chance = chance
        self._late: list[entries.PayEntry] = []
        self.lost = 0.1
        """How often a question is lost, its answer is, or it comes late."""

    def call(self, request: Request[Any], timeout_ms: int | None = None) -> Any:
        """An answer at once."""
        if isinstance(request, CheckOptions):
            return offers.check_options(self._settings, request)
        if isinstance(request, moderation.GetConduct):
            roles = ["operator"] if request.account == OPERATOR else []
            return moderation.Conduct(account=request.account, cards={}, roles=roles, suspension=None)
        if isinstance(request, entries.GetCompetitor):
            robot = next(each for each in self._robots() if each.account == request.account)
            return entries.Competitor(
                account=robot.account, name=robot.account.title(), here=True, table=robot.table, device="", age=30,
                elo=1500,
            )  # fmt: skip
        assert isinstance(request, entries.PayEntry)
        return self._ask_wallet(request)

    def _ask_wallet(self, request: entries.PayEntry) -> Any:
        luck = self._chance.random()
        if self._late and luck < 0.5:
            self._pay(self._late.pop())
        if luck < self.lost:
            return _NO_ANSWER
        if luck < 2 * self.lost:
            self._late.append(request)
            return _NO_ANSWER
        answer = self._pay(request)
        return _NO_ANSWER if luck < 3 * self.lost else answer

    def _pay(self, request: entries.PayEntry) -> Any:
        return self._wallet.run(wallet_handlers.pay_entry, WalletSettings(), request)

    def clear_up(self) -> None:
        """Nothing is lost any more, and what was late arrives."""
        self.lost = 0.0
        while self._late:
            self._pay(self._late.pop())


class Competitions:
    """What people do about competitions, one thing at a time, and what must hold in the end."""

    def __init__(
        self, cups: Shared, wallet: Shared, tables: Shared, chance: Random, clock_: FakeClock, cases: list[Case]
    ) -> None:
        self._cups = cups
        self._wallet = wallet
        self._tables = tables
        self._chance = chance
        self._clock = clock_
        self._cases = [case for case in cases if not case.game.house_banked and len(case.seats()) in (2, 4)]
        self._made = 0
        self._sent: list[contract.Enter] = []

    # --- what is done ---

    def act(self, robots: list[Robot]) -> Do | None:
        """Something that a player or the operator might do now; None: nothing."""
        on = self._read("SELECT competition_id, state FROM competitions WHERE state NOT IN ('settled', 'cancelled')")
        if not self._cases:
            return None
        if not on or (len(on) < _OPEN_MAX and self._chance.random() < 0.01):
            return self._announce()
        keen = robots[-COMPETITORS:] if self._chance.random() < 0.8 else robots
        one, robot = self._chance.choice(on), self._chance.choice(keen)
        who = {"account": robot.account, "competition": one.competition_id}
        chance = self._chance.random()
        if chance < (0.8 if one.state == "open" else 0.2):
            return self._enter(**who)
        if chance < 0.95:
            return self._ask_game(robots, one.competition_id)
        if chance < 0.96:
            return lambda app: app.run(matchmaking.stop_waiting, contract.StopWaiting(**who))
        if chance < 0.98:
            return lambda app: app.run(registration.withdraw, contract.Withdraw(**who))
        return self._judge(**who)

    def work(self) -> Do:
        """What a tournaments process does by itself."""
        chance = self._chance.random()
        if chance < 0.4:
            return lambda app: clock.move_all(app.ports)
        if chance < 0.8:
            return lambda app: matchmaking.pair_all(app.ports)
        return lambda app: registration.ask_again(app.ports)

    def do_all(self, app: App) -> None:
        """Everything that a tournaments process does by itself."""
        registration.ask_again(app.ports)
        clock.move_all(app.ports)
        matchmaking.pair_all(app.ports)

    def _announce(self) -> Do:
        self._made += 1
        id_, case, now_ms = f"cup{self._made}", self._chance.choice(self._cases), self._clock.now_ms()
        kind, mode = self._chance.choice(_KINDS), self._chance.choice(_MODES)
        starts_ms = now_ms + self._chance.choice([3_000, 9_000])
        plan = contract.Plan(
            name=f"Cup {self._made}", game=case.game.id, options=_options(case), players=len(case.seats()),  # type: ignore[arg-type]
            opens_at_ms=now_ms, starts_at_ms=starts_ms, ends_at_ms=starts_ms + self._chance.choice([60_000, 400_000]),
            price_chips=self._chance.choice([0, 10, 333]), games_per_entry=self._chance.randint(1, _GAMES_MAX),
            kind=kind, x=1 if kind == "best_x" else None, min_entrants=len(case.seats()), prize_mode=mode,
            prizes=[500, 300] if mode == "fixed" else [], shares_bps=[6000, 4000] if mode == "growing" else [],
            guarantee_chips=self._chance.choice([0, 700]) if mode == "growing" else 0,
        )  # fmt: skip

        def do(app: App) -> None:
            administration.save_competition(
                app.ports, contract.SaveCompetition(account=OPERATOR, competition=id_, plan=plan, reason=_REASON)
            )
            publish = contract.PublishCompetition(
                account=OPERATOR, id=f"publish {id_}", competition=id_, reason=_REASON
            )
            _once(app, administration.publish_competition, publish)

        return do

    def _enter(self, account: str, competition: str) -> Do:
        if self._sent and self._chance.random() < 0.2:
            again = self._chance.choice(self._sent)
            return lambda app: registration.enter(app.ports, again)
        request = contract.Enter(account=account, id=f"enter-{len(self._sent)}", competition=competition)
        self._sent.append(request)
        return lambda app: registration.enter(app.ports, request)

    def _ask_game(self, robots: list[Robot], competition: str) -> Do | None:
        """Somebody who sits nowhere and has entered wants to play, or to no avail somebody else."""
        paid = "SELECT account FROM entries WHERE competition_id = :id AND state = 'paid'"
        entered = {row.account for row in self._read(paid, id=competition)}
        free = [robot for robot in robots if robot.table is None and robot.account in entered]
        account = self._chance.choice(free or robots).account
        request = contract.AskGame(account=account, competition=competition)
        return lambda app: matchmaking.ask_game(app.ports, request)

    def _judge(self, account: str, competition: str) -> Do:
        id_ = f"order-{self._chance.randrange(1 << 30)}"
        order = {"account": OPERATOR, "id": id_, "competition": competition, "reason": "the hall is on fire"}
        if self._chance.random() < 0.3:
            return lambda app: _once(app, administration.cancel_competition, contract.CancelCompetition(**order))
        undo = self._chance.random() < 0.5
        request = contract.Disqualify(**order, player=account, undo=undo)
        return lambda app: _once(app, corrections.disqualify, request)

    # --- what must hold ---

    def are_over(self) -> bool:
        """Whether nothing of them is to be waited for any more."""
        pending = "SELECT competition_id FROM entries WHERE state IN ('asked', 'refunding')"
        return not self._running() and not self._read(pending) and not self._unpaid()

    def check_liveness(self) -> None:
        """Whoever could be paired has been: fewer wait than a game needs."""
        for row in self._read(
            "SELECT w.competition_id, c.players, COUNT(*) AS waiting FROM waiting w JOIN competitions c "
            "ON c.competition_id = w.competition_id WHERE c.state = 'running' AND c.ends_at_ms > :now_ms "
            "GROUP BY w.competition_id, c.players",
            now_ms=self._clock.now_ms(),
        ):
            promise(row.waiting < row.players, row.waiting, "wait in", row.competition_id)

    def check_end(self) -> None:
        """Everything is over, every game was counted once, and every chip is accounted for."""
        promise(not self._running(), "competitions that do not end:", self._running())
        promise(not self._unpaid(), "settled and not paid:", self._unpaid())
        promise(not self._read("SELECT account FROM waiting"), "somebody is left waiting")
        self._check_games()
        for row in self._read("SELECT competition_id, state, price_chips FROM competitions"):
            self._check_chips(row.competition_id, row.state, row.price_chips)

    def _check_games(self) -> None:
        called = {row.table_id: row for row in self._read("SELECT table_id, state, match_id FROM games")}
        unended = [row.table_id for row in called.values() if row.state in ("called", "playing")]
        promise(not unended, "games without an end:", unended)
        counted = [row.match_id for row in called.values() if row.state == "counted"]
        promise(len(counted) == len(set(counted)), "a match counts twice:", counted)
        for row in self._tables.read("SELECT match_id, table_id, outcome FROM matches"):
            if row.table_id not in called:
                continue
            game = called[row.table_id]
            promise(game.state == "void" or game.match_id == row.match_id, "not counted:", row.table_id, row.outcome)
        scored = self._read("SELECT table_id FROM game_players WHERE state = 'running'")
        promise(not scored, "players of games that still run:", scored)

    def _check_chips(self, competition: str, state: str, price_chips: int) -> None:
        """Σ prizes + what the platform got + refunds = Σ entries + what the platform gave."""
        flows, kept = self._flows(competition), self._count_entries(competition, "paid")
        promise(flows["left"] == 0, competition, "is over, and its escrow holds", flows)
        promise(flows["entry"] - flows["entry_refund"] == kept * price_chips, competition, kept, "entries kept", flows)
        won = self._read("SELECT SUM(chips) AS chips FROM prizes WHERE competition_id = :id", id=competition)[0].chips
        promise(flows["prize"] == (won or 0), competition, "has paid", flows, "and owes", won)
        held = self._wallet.read(
            "SELECT COUNT(*) AS n FROM competition_entries WHERE competition_id = :id AND refusal IS NULL",
            id=competition,
        )[0].n
        answered = kept + self._count_entries(competition, "refunded")
        promise(kept <= held <= answered, competition, "has", answered, "entries, and the wallet took", held)
        if state == "cancelled":
            of_the_disqualified = (
                "SELECT COUNT(*) AS n FROM entries e JOIN entrants p ON p.competition_id = e.competition_id "
                "AND p.account = e.account WHERE e.competition_id = :id AND e.state = 'paid' "
                "AND p.disqualified IS NOT NULL"
            )
            theirs = self._read(of_the_disqualified, id=competition)[0].n
            promise(kept == theirs and not won, competition, "was cancelled, and keeps", kept, "entries")

    def _flows(self, competition: str) -> dict[str, int]:
        """Chips that have moved for a competition, by kind, and what is left of them in its escrow."""
        escrow, idem = f"escrow:tournament:{competition}", transfers.c.idem
        own = [idem.startswith(f"{kind}:{competition}:") for kind in ("entry", "entryrefund", "prize")]
        with self._wallet.origin.work() as work:
            rows = work.execute(sa.select(transfers).where(sa.or_(*own, idem == f"entryincome:{competition}"))).all()
        found = dict.fromkeys(("entry", "entry_refund", "prize", "entry_income", "left"), 0)
        for row in rows:
            found[row.kind] += row.amount_chips
            found["left"] += row.amount_chips * ((row.target == escrow) - (row.source == escrow))
        return found

    def _count_entries(self, competition: str, state: str) -> int:
        chosen = "SELECT COUNT(*) AS n FROM entries WHERE competition_id = :id AND state = :state"
        return int(self._read(chosen, id=competition, state=state)[0].n)

    def _running(self) -> list[Any]:
        return self._read(
            "SELECT competition_id, state FROM competitions WHERE state NOT IN ('draft', 'settled', 'cancelled')"
        )

    def _unpaid(self) -> list[Any]:
        return self._read("SELECT competition_id FROM competitions WHERE state = 'settled' AND paid_at_ms IS NULL")

    def _read(self, statement: str, **parameters: Any) -> list[Any]:
        return self._cups.read(statement, **parameters)


def _once(app: App, handler: Any, request: Any) -> Any:
    return app.run_once(handler, request)


def _options(case: Case) -> dict[str, Any]:
    return dict(msgspec.json.decode(case.options))
