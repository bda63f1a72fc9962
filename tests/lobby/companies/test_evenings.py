"""When evenings of companies are, over summer and winter time, and what is due about them (services/lobby/RULES.md
§23)."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.contracts.lobby.people.companies import Evening
from services.kernel.clock import HOUR_MS
from services.kernel.refusal import Refusal
from services.lobby.companies.evenings import APART_MS, LASTS_MS, LATE_MS, SOON_MS, check_zone, first_due, next_at, step

MINUTE_MS = 60_000
WEEK_MS = 7 * 24 * HOUR_MS
ZONES = ("Europe/Athens", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo", "UTC")
EVENINGS = st.builds(
    Evening,
    weekday=st.integers(0, 6),
    minute=st.one_of(st.integers(0, 1_439), st.integers(120, 240)),
    zone=st.sampled_from(ZONES),
    game=st.just("tavli"),
)
MOMENTS = st.integers(1_500_000_000, 2_500_000_000)
SWITCHES = st.sampled_from([(2027, 3, 28), (2027, 10, 31), (2027, 3, 14), (2027, 11, 7), (2027, 4, 4), (2027, 10, 3)])


def ms(*when: int, zone: str = "UTC") -> int:
    return round(datetime(*when, tzinfo=ZoneInfo(zone)).timestamp() * 1000)  # type: ignore[arg-type]


def is_wall(at_ms: int, evening: Evening) -> bool:
    local = datetime.fromtimestamp(at_ms / 1000, ZoneInfo(evening.zone))
    return (local.weekday(), local.hour * 60 + local.minute) == (evening.weekday, evening.minute) and not local.fold


def jumps_over(at_ms: int, evening: Evening) -> bool:
    """Whether the clock leaves the evening's time out on the day of a moment."""
    zone = ZoneInfo(evening.zone)
    day = datetime.fromtimestamp(at_ms / 1000, zone)
    wanted = day.replace(hour=evening.minute // 60, minute=evening.minute % 60, fold=0)
    return wanted.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != wanted.replace(tzinfo=None)


def check_next(evening: Evening, after_ms: int) -> None:
    """Compared with a walk from minute to minute."""
    at_ms = next_at(evening, after_ms)
    minutes = range(after_ms // MINUTE_MS + 1, (after_ms + WEEK_MS + 2 * HOUR_MS) // MINUTE_MS)
    walked = next((minute * MINUTE_MS for minute in minutes if is_wall(minute * MINUTE_MS, evening)), None)
    assert after_ms < at_ms <= after_ms + WEEK_MS + HOUR_MS
    assert at_ms == walked or jumps_over(at_ms, evening)
    assert walked is None or at_ms <= walked


@given(EVENINGS, MOMENTS)
@settings(max_examples=30, deadline=None)
def test_the_next_evening_is_the_first_such_local_time(evening: Evening, after_s: int) -> None:
    check_next(evening, after_s * 1000)


@given(EVENINGS, SWITCHES, st.integers(-8 * 24 * 60, 60))
@settings(max_examples=60, deadline=None)
def test_that_holds_around_the_days_on_which_clocks_change(
    evening: Evening, day: tuple[int, int, int], minutes: int
) -> None:
    after = datetime(*day, 3, tzinfo=ZoneInfo(evening.zone)) + timedelta(minutes=minutes)
    check_next(evening, round(after.timestamp() * 1000))


@pytest.mark.parametrize(
    ("local", "utc"),
    [
        ((2027, 3, 25, 20), (2027, 3, 25, 18)),
        ((2027, 4, 1, 20), (2027, 4, 1, 17)),
        ((2027, 11, 4, 20), (2027, 11, 4, 18)),
    ],
)
def test_thursdays_at_eight_stay_at_eight(local: tuple[int, ...], utc: tuple[int, ...]) -> None:
    thursday = Evening(weekday=3, minute=20 * 60, zone="Europe/Athens", game="tavli")
    assert next_at(thursday, ms(*local, zone="Europe/Athens") - 1) == ms(*utc)
    assert next_at(thursday, ms(*utc)) >= ms(*utc) + WEEK_MS - HOUR_MS


def test_a_time_that_is_left_out_is_later_and_one_that_comes_twice_counts_once() -> None:
    early = Evening(weekday=6, minute=3 * 60 + 30, zone="Europe/Athens", game="tavli")
    assert next_at(early, ms(2027, 3, 27)) == ms(2027, 3, 28, 1, 30)  # 4:30 in Athens
    first = next_at(early, ms(2027, 10, 30))
    assert first == ms(2027, 10, 31, 0, 30)
    assert next_at(early, first) == ms(2027, 11, 7, 1, 30)


@pytest.mark.parametrize(
    "zone", ["", "Athens", "localtime", "Factory", "../etc/passwd", "Europe/Athens\0", "europe/athens"]
)
def test_a_zone_that_is_none_is_refused(zone: str) -> None:
    assert check_zone(zone) == Refusal("zone_unknown")
    assert check_zone("Europe/Athens") is None


@given(st.lists(st.integers(0, 30 * MINUTE_MS), max_size=60), st.integers(0, 40 * MINUTE_MS))
def test_whatever_the_pauses_each_call_comes_once_and_in_time(pauses_ms: list[int], ahead_ms: int) -> None:
    at_ms = 10 * HOUR_MS
    now_ms = at_ms - ahead_ms
    due_ms, called_at_ms, calls = first_due(at_ms, now_ms), None, []
    for pause_ms in (*pauses_ms, LASTS_MS):
        while due_ms is not None and due_ms <= now_ms:
            done = step(at_ms, called_at_ms, due_ms, now_ms)
            assert done.next_ms is None or done.next_ms > due_ms
            due_ms = done.next_ms
            if done.call is not None:
                calls.append(done.call)
                called_at_ms = at_ms
                assert now_ms < at_ms if done.call == "soon" else at_ms <= now_ms < at_ms + LATE_MS
        now_ms += pause_ms
    assert calls in ([], ["soon"], ["now"], ["soon", "now"])


def test_the_times_of_an_evening_are_those_that_players_read() -> None:
    minutes = [each / 60_000 for each in (SOON_MS, LATE_MS, LASTS_MS, APART_MS)]
    assert minutes == [15, 15, 4 * 60, 12 * 60]


def test_another_time_on_the_same_day_is_not_called_again() -> None:
    at_ms = 100 * HOUR_MS
    assert step(at_ms, at_ms - APART_MS + 1, at_ms - SOON_MS, at_ms - SOON_MS).call is None
    assert step(at_ms, at_ms - APART_MS + 1, at_ms, at_ms).call is None
    assert step(at_ms, at_ms - APART_MS, at_ms, at_ms).call == "now"
