"""Time zones, and the moments at which clocks on walls in them show a time of day."""

from datetime import UTC, date, datetime

import pytest

from services.kernel.local_time import is_zone, local_day, wall_time_ms


def ms(*parts: int) -> int:
    return round(datetime(*parts, tzinfo=UTC).timestamp() * 1000)  # type: ignore[misc,arg-type]


@pytest.mark.parametrize(
    "zone", ["", "Athens", "localtime", "Factory", "../etc/passwd", "Europe/Athens\0", "europe/athens"]
)
def test_names_outside_the_data_base_are_no_zones(zone: str) -> None:
    assert not is_zone(zone)
    assert is_zone("Europe/Athens")


def test_the_day_of_a_moment_is_that_of_its_zone() -> None:
    late = ms(2027, 1, 15, 22, 30)
    assert local_day("UTC", late) == date(2027, 1, 15)
    assert local_day("Europe/Athens", late) == date(2027, 1, 16)


def test_a_wall_time_stays_the_same_across_summer_time() -> None:
    assert wall_time_ms("Europe/Athens", date(2027, 1, 15), 20 * 60 + 30) == ms(2027, 1, 15, 18, 30)
    assert wall_time_ms("Europe/Athens", date(2027, 7, 15), 20 * 60 + 30) == ms(2027, 7, 15, 17, 30)


def test_a_time_that_is_left_out_is_later_and_one_that_comes_twice_is_the_first() -> None:
    assert wall_time_ms("Europe/Athens", date(2027, 3, 28), 3 * 60 + 30) == ms(2027, 3, 28, 1, 30)
    assert wall_time_ms("Europe/Athens", date(2027, 10, 31), 3 * 60 + 30) == ms(2027, 10, 31, 0, 30)
