"""Time: whole milliseconds since 1970, in UTC."""

import time
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.clock import CLOCK_FACTORS, DAY_MS, HOUR_MS, FakeClock, SystemClock, utc_date


def test_an_hour_and_a_day_are_as_long_as_the_calendar_has_them() -> None:
    assert timedelta(milliseconds=HOUR_MS) == timedelta(hours=1)
    assert timedelta(milliseconds=DAY_MS) == timedelta(days=1)


def test_a_clock_may_be_twice_five_times_or_ten_times_as_long() -> None:
    assert CLOCK_FACTORS == (1, 2, 5, 10)


def test_the_machines_clock_counts_milliseconds() -> None:
    before_s = time.time()
    now_ms = SystemClock().now_ms()
    assert int(before_s * 1000) - 1 <= now_ms <= time.time() * 1000 + 1


def test_a_clock_of_tests_stands_still_until_it_is_moved() -> None:
    clock = FakeClock(5)
    assert (clock.now_ms(), clock.now_ms()) == (5, 5)
    clock.advance(7)
    clock.advance(1)
    assert clock.now_ms() == 13
    assert FakeClock().now_ms() % DAY_MS == 8 * HOUR_MS, "a round number in the daytime"


@pytest.mark.parametrize(
    ("at_ms", "day"),
    [
        (0, date(1970, 1, 1)),
        (DAY_MS - 1, date(1970, 1, 1)),
        (DAY_MS, date(1970, 1, 2)),
        (-1, date(1969, 12, 31)),
        (1_835_395_199_999, date(2028, 2, 28)),
        (1_835_395_200_000, date(2028, 2, 29)),
    ],
)
def test_a_day_begins_at_midnight_in_utc(at_ms: int, day: date) -> None:
    assert utc_date(at_ms) == day


@given(st.dates(date(1970, 1, 1), date(2200, 1, 1)), st.integers(0, DAY_MS - 1))
def test_every_moment_of_a_day_is_on_it(day: date, of_day_ms: int) -> None:
    begins_ms = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000
    assert utc_date(begins_ms + of_day_ms) == day
