"""Tables held against a second, plain writing of the clocks and returns of RULES.md §7 and §9, to the millisecond."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.contracts.tables.events import CardEarned, MatchFinished
from services.tables.table import absence
from services.tables.transitions import timers
from tests.tables.support.clock_models import Budget, Window
from tests.tables.support.made_up_games import NAMES, PAIRS, TWO, open_turns

GRACE_MS = 50
KINDS = {
    "budget": (TWO, ("move_clock", "budget", "forfeit"), Budget),
    "window": (PAIRS, ("card_clock", "fixed_window", "pause_return"), Window),
}
NEAR_MS = st.sampled_from([-1, 0, 0, 1, 49, 50, 51, 500])
SHORT_MS = [0, 0, 5_000, 6_000, 15_000, 20_000, 25_000, 30_000]
LONG_MS = [60_000, 65_000, 90_000, 120_000, 150_000, 300_000]
SPANS_MS = st.one_of(st.sampled_from(SHORT_MS), st.sampled_from(SHORT_MS), st.sampled_from(LONG_MS))
WAITS_MS = st.builds(lambda span_ms, near_ms: max(0, span_ms + near_ms), SPANS_MS, NEAR_MS)
STEPS = st.lists(
    st.tuples(
        WAITS_MS,
        st.one_of(
            st.tuples(st.just("say"), st.sampled_from([0, 0, 1, 2])),
            st.tuples(st.just("lose"), st.integers(0, 3)),
            st.tuples(st.just("back"), st.integers(0, 3)),
            st.tuples(st.just("all_back"), st.just(0)),
            st.tuples(st.just("look"), st.just(0)),
        ),
    ),
    min_size=6,
    max_size=30,
)


class Pair:
    """A table and the model of it; whatever is done is done to both."""

    def __init__(self, monkeypatch, kind: str) -> None:
        sides, kept, model = KINDS[kind]
        self.table = open_turns(monkeypatch, sides, kept).begin().all_watch()
        self.desk = self.table.desk
        self.seats = sum(map(len, sides))
        self.away: set[int] = set()
        self.cards: list[tuple[int, str]] = []
        self.finished: MatchFinished | None = None
        self.model = model(self.seats, self.table.now.match.clocks[0].seat, self.desk.clock.now_ms())

    @property
    def shown_ms(self) -> int:
        """How long the hand will be shown to who comes back: 250 ms an event, at most ten seconds."""
        return min((self.table.now.seq - self.table.now.match.hand_seq) * 250, 10_000)

    def do(self, wait_ms: int, what: str, number: int) -> None:
        self.desk.clock.advance(wait_ms)
        if what in ("lose", "back"):
            number %= self.seats
            if (number in self.away) != (what == "back"):
                what = "look"
        if what == "say" and self.away:
            what = "look"
        getattr(self, what)(number, self.desk.clock.now_ms())
        self.compare()

    def look(self, _number: int, now_ms: int) -> None:
        """The table looks at its clocks, which fire a little late."""
        self.model.until(now_ms - GRACE_MS)
        self.desk.turn()

    def say(self, n: int, now_ms: int) -> None:
        """The class of the next turn matters to the card clock alone."""
        n = n if isinstance(self.model, Window) else 0
        seat = self.table.now.match.clocks[0].seat
        self.table.say(n=n)
        self.model.say(seat, n, now_ms)

    def lose(self, seat: int, now_ms: int) -> None:
        self.away.add(seat)
        self.table.lose(NAMES[seat].lower())
        self.model.lose(seat, now_ms)

    def back(self, seat: int, now_ms: int) -> None:
        self.away.discard(seat)
        shown_ms = self.shown_ms
        self.table.watch(NAMES[seat].lower())
        self.model.back(seat, now_ms, shown_ms)

    def all_back(self, _number: int, now_ms: int) -> None:
        for seat in sorted(self.away):
            if self.model.removed is None:
                self.back(seat, now_ms)

    def compare(self) -> None:
        for event in self.desk.told():
            self.cards += [(event.seat, event.colour)] if isinstance(event, CardEarned) else []
            self.finished = event if isinstance(event, MatchFinished) else self.finished
        assert self.cards == getattr(self.model, "cards", [])
        departures = self.finished.departures if self.finished else []
        assert [(left.seat, left.at_ms, left.reason) for left in departures] == (
            [self.model.removed] if self.model.removed else []
        )
        if self.model.removed is None:
            self.clock_is_the_same()

    def clock_is_the_same(self) -> None:
        (clock,) = self.table.now.match.clocks
        assert (clock.seat, clock.since_ms) == (self.model.turn, self.model.begun_ms)
        if isinstance(self.model, Budget):
            assert [seat.timeouts for seat in self.table.now.seats] == self.model.timeouts
        else:
            assert (clock.clock, clock.marks) == (self.model.kind, self.model.marks)
            assert (self.table.now.match.paused_at_ms is not None) == bool(self.model.away)


def play(monkeypatch, kind, steps) -> Pair:
    """Both through all steps, or until somebody is removed."""
    pair = Pair(monkeypatch, kind)
    try:
        for wait_ms, (what, number) in steps:
            if pair.model.removed is None:
                pair.do(wait_ms, what, number)
    finally:
        pair.desk.database.close()
    return pair


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_a_table_keeps_time_as_the_rules_say(monkeypatch, kind, steps):
    play(monkeypatch, kind, steps)


def test_a_clock_that_is_a_millisecond_off_is_found(monkeypatch):
    plain = timers.clock_due_ms
    monkeypatch.setattr(timers, "clock_due_ms", lambda *given: (plain(*given) or 0) + 1)
    with pytest.raises(AssertionError):
        play(monkeypatch, "window", [(20_001, ("say", 0))])


def test_a_window_that_is_a_millisecond_short_is_found(monkeypatch):
    plain = absence.window_ms
    monkeypatch.setattr(absence, "window_ms", lambda *given: plain(*given) - 1)
    with pytest.raises(AssertionError):
        play(monkeypatch, "window", [(0, ("lose", 2)), (300_000, ("back", 2))])
