"""At tables of all policies the journal has every event, no chip is made or lost, no card is revealed."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.contracts.tables import commands
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.events import MatchFinished, SeatFreed, TableDone
from services.kernel.refusal import Refusal
from services.platform.process.json import encode
from services.tables.settings import TablesSettings
from services.wallet.stakes.match_chips import Hold, payment
from tests.tables.support.desk import CONNS, Desk
from tests.tables.support.made_up_games import NAMES, PAIRS, THREE, TWO, TurnsGame, register

STAKE = 1000
KINDS = {
    "dominoes-like": (PAIRS, ("card_clock", "fixed_window", "pause_return")),
    "pilotta-like": (PAIRS, ("move_clock", "budget", "bot_replace")),
    "tavli-like": (TWO, ("move_clock", "budget", "concede")),
    "koumkan-like": (THREE, ("move_clock", "budget", "eliminate")),
    "buraco-like": (PAIRS, ("move_clock", "budget", "forfeit")),
    "patient": (THREE, ("move_clock", "fixed_window", "bot_replace")),
}
ACCOUNTS = {conn: account for account, conn in CONNS.items()}
WHO = st.integers(0, 3)
AGO_MS = st.sampled_from([0, 0, 0, 5, 40_000])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("say"), st.sampled_from([0, 0, 0, 0, 1, 2, 4, 9, 7])),
        st.tuples(st.just("say"), st.just(0)),
        st.tuples(st.just("bot")),
        st.tuples(st.just("bomb"), WHO),
        st.tuples(st.just("lose"), WHO, AGO_MS),
        st.tuples(st.just("watch"), WHO, AGO_MS),
        st.tuples(st.just("leave"), WHO),
        st.tuples(st.just("expel"), WHO),
        st.tuples(st.just("pass"), st.sampled_from([1, 50, 999, 5_001, 6_100, 20_001, 30_000, 30_051, 299_999])),
        st.tuples(st.just("takeover"), st.integers(0, 90_000)),
        st.tuples(st.just("gateway")),
    ),
    min_size=8,
    max_size=30,
)


class House:
    """A table under some policies, in anybody's hands."""

    def __init__(self, sides: tuple[tuple[int, ...], ...]) -> None:
        self.seats = sum(len(side) for side in sides)
        self.desk = Desk(settings=TablesSettings(bot_processes=0, snapshot_every=5), games=["turns"])
        players = [SeatPlayer(name=name, account=name.lower()) for name in NAMES[: self.seats]]
        self.table = self.desk.open("table-1@turns", options={}, seats=players, stake=STAKE).begin().all_watch()
        self.told: list[object] = []

    @property
    def live(self):
        return self.desk.held.loaded_tables.get(self.table.id)

    def name(self, who: int) -> str:
        return NAMES[who % self.seats].lower()

    def do(self, step: tuple) -> None:
        before = self.live.table
        getattr(self, step[0])(*step[1:])
        assert self.desk.worker._again == [] and not self.desk.link.given_up
        self.told += self.desk.told()
        self.no_card_is_told()
        if self.live is not None:
            after = self.live.table
            assert after.phase not in ("stopped", "closed") and after.at_ms >= before.at_ms
            assert encode(self.desk.stored(self.table.id)) == encode(after), "the same state, the same clocks"
            self.clocks_are_sound(after)

    def clocks_are_sound(self, table) -> None:
        away = [seat.is_away for seat in table.seats]
        waits = table.policies.returning == "fixed_window"
        if table.phase == "playing":
            assert (table.match.paused_at_ms is not None) == (waits and any(away))
            assert all(clock.since_ms <= self.desk.clock.now_ms() + 10_000 for clock in table.match.clocks)
            assert all(seat.timeouts <= 4 for seat in table.seats)
        else:
            assert not any(away)

    def no_card_is_told(self) -> None:
        """A card of another seat is in no frame: cards are numbers that nothing else in these frames can be."""
        for _, conn, frame in self.desk.link.frames:
            view = frame.get("view") or {}
            seat = view.get("you")
            if seat is not None and self.live is not None and frame.get("version") == self.live.table.seq:
                assert seat == self.live.table.seat_of(ACCOUNTS[conn]), (conn, frame)
            shown = (view.get("game_view") or {}).get("card")
            cards = self.live.table.match.state.cards if self.live and self.live.table.match.state else None
            if shown is not None and cards:
                assert shown == cards[seat], (conn, frame)
            assert "cards" not in str(frame) and "root" not in str(frame.get("events")), frame
        self.desk.link.frames.clear()

    # --- what happens ---

    def say(self, n: int) -> None:
        clocks = self.live.table.match.clocks
        if clocks and not self.live.table.seats[clocks[0].seat].is_bot:
            self.table.say(n=n)

    def bot(self) -> None:
        clocks = self.live.table.match.clocks
        if clocks and self.live.table.seats[clocks[0].seat].is_bot:
            self.desk.bot(self.table.id, clocks[0].seat, {"move": "say", "n": 0})

    def bomb(self, who: int) -> None:
        self.table.move(self.name(who), None, {"move": "bomb"})

    def lose(self, who: int, ago_ms: int) -> None:
        self.table.lose(self.name(who), at_ms=self.desk.clock.now_ms() - ago_ms)

    def watch(self, who: int, ago_ms: int) -> None:
        self.table.watch(self.name(who), at_ms=self.desk.clock.now_ms() - ago_ms)

    def leave(self, who: int) -> None:
        self.table.leave(self.name(who))

    def expel(self, who: int) -> None:
        self.table.expel(self.name(who))

    def gateway(self) -> None:
        self.desk.turn(commands.GatewayGone("gateway.1"))

    def takeover(self, ms: int) -> None:
        self.desk.beat()
        self.desk.clock.advance(ms)
        old, self.desk = self.desk, Desk(self.desk.database, self.desk.settings, games=["turns"])
        self.desk.worker._secrets, self.desk._told = old.worker._secrets, old._told
        (wake,) = self.desk.deliver([commands.Wake(0)])
        wake.shard = old.shard(self.table.id)
        self.desk.turn(wake)
        self.table.desk = self.desk

    def __getattr__(self, name: str):
        return {"pass": self.desk.pass_ms}[name]

    # --- the end ---

    def finish(self) -> None:
        """Left alone, every match comes to its end: the clocks see to it."""
        for _ in range(60):
            if self.live is None:
                break
            for step in (("bot",), ("pass", 400_000)):
                if self.live is not None:
                    self.do(step)
        assert self.live is None
        (finished,) = [event for event in self.told if isinstance(event, MatchFinished)]
        self.chips_are_conserved(finished)
        freed = [event.account for event in self.told if isinstance(event, SeatFreed)]
        assert len(freed) == len(set(freed)) and sum(isinstance(event, TableDone) for event in self.told) == 1
        seats = [left.seat for left in finished.departures]
        assert len(seats) == len(set(seats))

    def chips_are_conserved(self, finished: MatchFinished) -> None:
        paid = payment(finished, Hold(finished.match, STAKE, 3000, tuple(finished.accounts)))
        assert not isinstance(paid, Refusal), (paid, finished)
        assert sum(paid.payouts) + paid.settlement.rake_chips == STAKE * self.seats
        known = {finished.outcome} | ({"won"} if finished.outcome == "forfeited" and len(finished.sides) > 2 else set())
        assert paid.settlement.outcome in known, (paid, finished)


@pytest.fixture(autouse=True)
def chosen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    sides, kept = KINDS[request.node.callspec.params["kind"]]
    register(monkeypatch, TurnsGame("turns", sides), kept)
    yield


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_anything_at_any_time_under_any_policies(kind, steps):
    house = House(KINDS[kind][0])
    try:
        for step in steps:
            if house.live is not None:
                house.do(step)
        house.finish()
    finally:
        house.desk.database.close()


def in_time(step: tuple) -> tuple:
    """The step without its delay where it begins to watch: that an older word was overtaken by a newer one is known to
    the worker that received both, and forgotten with it."""
    return (*step[:2], 0) if step[0] == "watch" else step


@pytest.mark.parametrize("kind", ["dominoes-like", "pilotta-like"])
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=STEPS.map(lambda steps: [in_time(step) for step in steps if step[0] != "takeover"]), cut=st.integers(0, 29)
)
def test_a_take_over_gives_and_takes_no_time(kind, steps, cut):
    """The same happenings at the same times, with an owner's death of no length in between, give the same table."""
    found = []
    for dies in (False, True):
        house = House(KINDS[kind][0])
        house.desk.worker._secrets._seed = 7
        for number, step in enumerate(steps):
            if house.live is None:
                break
            if dies and number == cut:
                gone = set(house.live.viewers)
                house.takeover(0)
                for account in [seat.account for seat in house.live.table.seats if seat.account]:
                    if ("gateway.1", CONNS[account]) in gone and house.live is not None:
                        seat = house.live.table.seat_of(account)
                        eyes = "public" if seat is None else seat  # who has left looks on, as a spectator
                        house.live.look(("gateway.1", CONNS[account]), account, eyes)
            if house.live is not None:
                house.do(step)
        table = house.live.table if house.live else None
        found.append(None if table is None else ([clock.since_ms - table.opened_at_ms for clock in table.match.clocks],
                     [(seat.timeouts, seat.left, seat.is_away) for seat in table.seats], table.phase))  # fmt: skip
        house.desk.database.close()
    assert found[0] == found[1]
