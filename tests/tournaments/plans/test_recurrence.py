"""The dates of competitions that come again (services/tournaments/RULES.md §8)."""

from datetime import UTC, date, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.tournaments.plans.recurrence import Recurrence, read, starts

ATHENS = "Europe/Athens"
ZONES = ("UTC", ATHENS, "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Kiritimati", "Asia/Kathmandu")
DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def at_ms(zone: str, *local: int) -> int:
    return round(datetime(*local, tzinfo=ZoneInfo(zone)).timestamp() * 1000)  # type: ignore[arg-type,misc]


def found(rule: str, first: tuple[int, ...], count: int = 4, zone: str = ATHENS) -> list[str]:
    first_ms = at_ms(zone, *first)
    recurrence = read(rule, zone, first_ms)
    assert isinstance(recurrence, Recurrence)
    local = (datetime.fromtimestamp(each.at_ms / 1000, ZoneInfo(zone)) for each in starts(recurrence, first_ms, 0))
    return [f"{each:%Y-%m-%d %H:%M}" for each in islice(local, count)]


@pytest.mark.parametrize(
    ("rule", "first", "dates"),
    [
        ("FREQ=DAILY", (2027, 1, 1, 21), ["2027-01-01 21:00", "2027-01-02 21:00", "2027-01-03 21:00"]),
        ("FREQ=DAILY;INTERVAL=3;COUNT=2", (2027, 1, 1, 21), ["2027-01-01 21:00", "2027-01-04 21:00"]),
        ("FREQ=WEEKLY", (2027, 1, 1, 21), ["2027-01-01 21:00", "2027-01-08 21:00", "2027-01-15 21:00"]),
        ("FREQ=WEEKLY;BYDAY=SU,TH", (2027, 1, 1, 21), ["2027-01-03 21:00", "2027-01-07 21:00", "2027-01-10 21:00"]),
        ("FREQ=WEEKLY;BYDAY=FR;UNTIL=20270108", (2027, 1, 1, 21), ["2027-01-01 21:00", "2027-01-08 21:00"]),
        ("freq=monthly;byday=-1su", (2027, 1, 1, 21), ["2027-01-31 21:00", "2027-02-28 21:00", "2027-03-28 21:00"]),
        ("FREQ=MONTHLY;BYDAY=5SA", (2027, 1, 1, 21), ["2027-01-30 21:00", "2027-05-29 21:00", "2027-07-31 21:00"]),
        ("FREQ=DAILY", (2027, 3, 27, 3, 30), ["2027-03-27 03:30", "2027-03-28 04:30", "2027-03-29 03:30"]),
        ("FREQ=DAILY", (2027, 10, 30, 3, 30), ["2027-10-30 03:30", "2027-10-31 03:30", "2027-11-01 03:30"]),
    ],
)
def test_a_rule_has_the_dates_that_its_words_say_at_one_wall_time(
    rule: str, first: tuple[int, ...], dates: list[str]
) -> None:
    assert found(rule, first, 3) == dates


def test_an_hour_that_comes_twice_is_the_first_of_the_two() -> None:
    first_ms = at_ms(ATHENS, 2027, 10, 30, 3, 30)
    recurrence = read("FREQ=DAILY", ATHENS, first_ms)
    assert isinstance(recurrence, Recurrence)
    second = next(starts(recurrence, first_ms, first_ms))
    assert datetime.fromtimestamp(second.at_ms / 1000, UTC) == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("rule", "field"),
    [
        *(("", "FREQ"), ("FREQ=YEARLY", "FREQ"), ("FREQ=HOURLY", "FREQ"), ("BYDAY=MO", "FREQ")),
        *(("FREQ=DAILY;BYDAY=MO", "BYDAY"), ("FREQ=WEEKLY;BYDAY=1MO", "BYDAY"), ("FREQ=WEEKLY;BYDAY=", "BYDAY")),
        *(("FREQ=MONTHLY", "BYDAY"), ("FREQ=MONTHLY;BYDAY=FR", "BYDAY"), ("FREQ=MONTHLY;BYDAY=6FR", "BYDAY")),
        *(("FREQ=DAILY;COUNT=0", "COUNT"), ("FREQ=DAILY;COUNT=1001", "COUNT"), ("FREQ=DAILY;COUNT=-1", "COUNT")),
        *(("FREQ=DAILY;INTERVAL=13", "INTERVAL"), ("FREQ=DAILY;INTERVAL=٣", "INTERVAL")),
        *(("FREQ=DAILY;COUNT=2;UNTIL=20290101", "UNTIL"), ("FREQ=DAILY;UNTIL=20261231", "UNTIL")),
        *(("FREQ=DAILY;UNTIL=20291301", "UNTIL"), ("FREQ=DAILY;UNTIL=20290101T000000Z", "UNTIL")),
        *(("FREQ=DAILY;FREQ=DAILY", "rule"), ("FREQ=DAILY;", "rule"), ("FREQ=DAILY;BYHOUR=3", "rule")),
        *(("FREQ=DAILY\nDTSTART:20270101", "FREQ"), ("RRULE:FREQ=DAILY", "FREQ")),
    ],
)
def test_any_other_rule_is_refused_with_its_field(rule: str, field: str) -> None:
    assert read(rule, "UTC", at_ms("UTC", 2027, 1, 1)) == Refusal("recurrence_invalid", {"field": field})


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../etc/passwd", "localtime", "Europe", "europe/athens"])
def test_a_zone_that_does_not_exist_is_refused(zone: str) -> None:
    assert read("FREQ=DAILY", zone, 0) == Refusal("recurrence_invalid", {"field": "zone"})


@pytest.mark.parametrize("first_ms", [at_ms("UTC", 2100, 1, 1), 9_000_000_000_000_000])
def test_a_start_beyond_the_century_is_refused(first_ms: int) -> None:
    assert read("FREQ=DAILY", "UTC", first_ms) == Refusal("recurrence_invalid", {"field": "starts_at"})


@st.composite
def _rules(draw: st.DrawFn) -> str:
    every = draw(st.sampled_from(["DAILY", "WEEKLY", "MONTHLY"]))
    parts = [f"FREQ={every}"]
    if draw(st.booleans()):
        parts.append(f"INTERVAL={draw(st.integers(1, 12))}")
    if every != "DAILY":
        number = st.sampled_from(["-1", "1", "2", "3", "4"] if every == "MONTHLY" else [""])
        days = draw(st.lists(st.builds(str.__add__, number, st.sampled_from(DAYS)), min_size=1, max_size=4))
        parts.append(f"BYDAY={','.join(days)}")
    if draw(st.booleans()):
        parts.append(f"COUNT={draw(st.integers(1, 1000))}")
    return ";".join(parts)


@given(_rules(), st.sampled_from(ZONES), st.integers(0, 80 * 365 * DAY_MS // 2), st.integers(0, 400))
def test_dates_rise_are_different_keep_the_wall_time_and_do_not_depend_on_when_one_looks(
    rule: str, zone: str, first_ms: int, days: int
) -> None:
    recurrence = read(rule, zone, first_ms)
    assert isinstance(recurrence, Recurrence)
    assert read(recurrence.rule, zone, first_ms) == recurrence

    listed = list(islice(starts(recurrence, first_ms, first_ms - 1), 12))
    dates = [each.date for each in listed]
    assert dates == sorted(set(dates))
    assert all(each.at_ms >= first_ms for each in listed)
    wall = datetime.fromtimestamp(first_ms // 1000, ZoneInfo(zone))
    for each in listed:
        local = datetime.fromtimestamp(each.at_ms // 1000, ZoneInfo(zone))
        meant = datetime.combine(each.date, wall.time(), ZoneInfo(zone))
        assert local.timestamp() == meant.timestamp(), "the wall time of the first one"
    after_ms = first_ms + days * DAY_MS
    assert (
        list(islice(starts(recurrence, first_ms, after_ms), 3))
        == [each for each in islice(starts(recurrence, first_ms, first_ms - 1), 500) if each.at_ms > after_ms][:3]
    )


def test_the_last_date_is_one_of_its_zone() -> None:
    recurrence = read("FREQ=DAILY;UNTIL=20270103", "Pacific/Kiritimati", at_ms("Pacific/Kiritimati", 2027, 1, 1, 1))
    assert isinstance(recurrence, Recurrence)
    dates = [each.date for each in starts(recurrence, at_ms("Pacific/Kiritimati", 2027, 1, 1, 1), 0)]
    assert dates == [date(2027, 1, 1) + timedelta(days=number) for number in range(3)]
