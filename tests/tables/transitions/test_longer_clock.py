"""A clock that its organizer has lengthened: services/tables/RULES.md §7."""

import pytest

from services.contracts.tables.events import MatchFinished
from services.kernel.clock import CLOCK_FACTORS
from services.tables.table.card_clock import CARD_LIMIT_MS, card_mark_ms
from tests.tables.history.test_recordings import of, recording, replay
from tests.tables.support.desk import Desk, Seated, last_view
from tests.tables.support.made_up_games import PAIRS, open_turns

PERIOD_MS = 30_000


def timeouts(table: Seated) -> list[int]:
    return [seat.timeouts for seat in table.now.seats]


@pytest.mark.parametrize("factor", CLOCK_FACTORS)
@pytest.mark.parametrize("kind", [{}, {"practice": True}], ids=["people", "practice"])
def test_a_period_is_so_many_times_as_long_and_is_shown(desk: Desk, factor: int, kind: dict[str, bool]) -> None:
    table = desk.open(clock_factor=factor, **kind).begin().all_watch()
    view = last_view(table.watch("ann"))
    assert view["clock_factor"] == factor
    assert [due["limit_ms"] for due in view["due"]] == [PERIOD_MS * factor]

    desk.clock.advance(PERIOD_MS * factor)
    desk.turn()
    assert timeouts(table) == [0, 0]
    desk.pass_ms(1_000)
    assert sorted(timeouts(table)) == [0, 1]


def test_the_fifth_period_removes_as_it_does_elsewhere(desk: Desk) -> None:
    table = desk.open(clock_factor=2).begin()
    desk.pass_ms(4 * 2 * PERIOD_MS + 1_000)
    assert sorted(timeouts(table)) == [0, 4]
    desk.pass_ms(2 * PERIOD_MS)
    (ended,) = desk.told(MatchFinished)
    assert (ended.reason, ended.clock_factor) == ("timeouts", 2)


def test_an_absence_has_as_many_longer_periods(desk: Desk) -> None:
    table = desk.open(clock_factor=5).begin().all_watch()
    seat = table.now.match.clocks[0].seat
    table.lose(("ann", "bob")[seat])
    desk.pass_ms(5 * 5 * PERIOD_MS - 1_000)
    assert table.phase == "playing"
    desk.pass_ms(2_000)
    assert table.phase != "playing"


def test_a_match_says_how_long_its_clock_was_and_replays(desk: Desk) -> None:
    table = desk.open(clock_factor=10).begin()
    table.play_out()
    (ended,) = desk.told(MatchFinished)
    assert ended.clock_factor == 10
    kept = recording(desk, of(table))
    assert kept.clock_factor == 10
    assert len(replay(desk, of(table)).positions) == len(kept.events) + 1


def test_a_rematch_has_the_same_clock(desk: Desk) -> None:
    table = desk.open(clock_factor=2).begin()
    table.play_out()
    for account in ("ann", "bob"):
        table.choose(account, "rematch")
    assert table.now.policies.move_ms == 2 * PERIOD_MS


@pytest.mark.parametrize("factor", CLOCK_FACTORS)
def test_the_limits_of_the_card_clock_are_longer_and_what_follows_them_is_not(factor: int) -> None:
    for kind, limit_ms in CARD_LIMIT_MS.items():
        own, usual = card_mark_ms(kind, 0, factor), card_mark_ms(kind, 0)
        assert own is not None and usual is not None
        assert own - usual == limit_ms * (factor - 1)
        later, then = card_mark_ms(kind, 1, factor), card_mark_ms(kind, 1)
        assert later is not None and then is not None
        assert later - own == then - usual


def test_a_turn_of_the_card_clock_shows_its_longer_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = ("card_clock", "fixed_window", "pause_return")
    table = open_turns(monkeypatch, PAIRS, kept, clock_factor=5).begin().all_watch()
    (due,) = last_view(table.watch(table.turn_of))["due"]
    assert due["limit_ms"] == CARD_LIMIT_MS["normal"] * 5
