"""The move clock: services/tables/RULES.md §7 and §9."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.tables.table.clocks import (
    CARD_LIMIT_MS,
    CARD_SYSTEM_PLAY_MS,
    MoveClock,
    MoveClockSettings,
    allowance_ms,
    decided,
    is_removed,
    lost,
    passed,
    period_ends_at_ms,
    shifted,
    started,
)

PERIOD = 30_000


@pytest.mark.parametrize(("timeouts", "seconds"), [(0, 150), (1, 120), (2, 90), (3, 60), (4, 30), (5, 0)])
def test_the_allowance_shrinks_by_a_period_with_each_timeout(timeouts, seconds):
    assert allowance_ms(timeouts) == seconds * 1000


def test_each_period_without_a_decision_is_a_timeout_and_the_fifth_removes():
    clock = started(MoveClock(), 0)
    assert passed(clock, 29_999).timeouts == 0
    assert passed(clock, 30_000).timeouts == 1
    assert passed(clock, 149_999).timeouts == 4
    assert not is_removed(passed(clock, 149_999))
    assert is_removed(passed(clock, 150_000))
    assert passed(clock, 10**9).timeouts == 5
    assert period_ends_at_ms(passed(clock, 10**9)) is None


def test_a_decision_at_exactly_the_limit_is_in_time():
    clock = started(MoveClock(), 1000)
    assert decided(clock, 31_000) == MoveClock(0)
    assert decided(clock, 31_001) == MoveClock(1)


def test_timeouts_are_kept_from_decision_to_decision_in_a_match():
    clock = decided(passed(started(MoveClock(), 0), 65_000), 70_000)
    clock = started(clock, 100_000)
    assert clock.timeouts == 2
    assert passed(clock, 130_000).timeouts == 3


def test_a_loss_starts_the_running_period_again_once_per_decision():
    clock = lost(started(MoveClock(), 0), 20_000)
    assert period_ends_at_ms(clock) == 50_000
    again = lost(clock, 40_000)
    assert period_ends_at_ms(again) == 50_000
    fresh = lost(started(decided(again, 45_000), 60_000), 70_000)
    assert period_ends_at_ms(fresh) == 100_000


def test_a_loss_without_a_decision_to_make_costs_nothing_until_one_begins():
    clock = lost(MoveClock(2), 5_000)
    assert passed(clock, 10**9) == MoveClock(2)
    assert period_ends_at_ms(clock) is None
    assert passed(started(clock, 10**9), 10**9 + 90_000).timeouts == 5


def test_a_loss_after_a_timeout_restarts_only_the_running_period():
    clock = lost(started(MoveClock(), 0), 40_000)
    assert (clock.timeouts, period_ends_at_ms(clock)) == (1, 70_000)


def test_time_that_does_not_count_moves_the_period():
    assert period_ends_at_ms(shifted(started(MoveClock(), 0), 7_000)) == 37_000
    assert shifted(MoveClock(3), 7_000) == MoveClock(3)


def test_other_settings_make_other_periods():
    quick = MoveClockSettings(move_s=10, max_timeouts=1)
    clock = passed(started(MoveClock(), 0), 15_000, quick)
    assert (clock.timeouts, period_ends_at_ms(clock, quick)) == (1, 20_000)
    assert is_removed(passed(clock, 20_000, quick), quick)


def test_the_card_clock_has_three_limits_and_the_system_plays_a_second_after_the_shortest():
    assert CARD_LIMIT_MS == {"single": 5_000, "normal": 20_000, "block": 60_000}
    assert CARD_SYSTEM_PLAY_MS == 6_000


@settings(max_examples=80)
@given(st.integers(0, 4), st.lists(st.integers(0, 200_000), min_size=1, max_size=6))
def test_looking_at_a_clock_more_often_never_changes_what_it_shows(timeouts, looks):
    clock = watched = started(MoveClock(timeouts), 0)
    for at_ms in sorted(looks):
        watched = passed(watched, at_ms)
    assert watched == passed(clock, max(looks))


@settings(max_examples=80)
@given(st.integers(0, 4), st.integers(0, 29_999), st.integers(0, 200_000))
def test_a_player_lost_in_the_own_turn_is_removed_exactly_when_the_allowance_ends(timeouts, lost_at_ms, away_ms):
    clock = lost(started(MoveClock(timeouts), 0), lost_at_ms)
    assert is_removed(passed(clock, lost_at_ms + away_ms)) == (away_ms >= allowance_ms(timeouts))
