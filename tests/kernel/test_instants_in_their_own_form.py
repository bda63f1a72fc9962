"""Moments in plain data keep the asker's form."""

import pytest

from tests.conformance import instants

FOUR_HOURS_MS = 14_400_000


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("2027-03-10T18:00:00Z", "2027-03-10T22:00:00Z"),
        ("2027-03-10T18:00:00.000Z", "2027-03-10T22:00:00.000Z"),
        ("2027-03-10T21:30:00.250Z", "2027-03-11T01:30:00.250Z"),
        ("2027-03-10T18:00:00+00:00", "2027-03-10T22:00:00+00:00"),
        ("2027-03-10T18:00:00+02:00", "2027-03-10T22:00:00+02:00"),
        ("2027-03-10T18:00:00", "2027-03-10T22:00:00"),
        ("2027-03-10 18:00:00", "2027-03-10 22:00:00"),
        ("2028-02-28T20:00:00Z", "2028-02-29T00:00:00Z"),
    ],
)
def test_a_text_is_answered_in_its_own_form(text: str, later: str) -> None:
    assert instants.write(instants.read(text) + FOUR_HOURS_MS, like=text) == later


def test_numbers_are_milliseconds() -> None:
    assert instants.read(5) == 5
    assert instants.write(7, like=5) == 7
    assert instants.read("1970-01-01T00:00:01.5Z") == 1_500
    assert instants.read("1970-01-01T02:00:00+02:00") == 0


def test_a_form_without_room_for_milliseconds_gets_it() -> None:
    assert instants.write(1, like="1970-01-01T00:00:00Z") == "1970-01-01T00:00:00.001Z"


@pytest.mark.parametrize("text", ["", "soon", "2027-02-30T00:00:00Z", "25:00"])
def test_a_text_that_is_no_moment_is_unreadable(text: str) -> None:
    with pytest.raises(instants.UnreadableError):
        instants.read(text)


def test_there_is_no_year_ten_thousand() -> None:
    with pytest.raises(instants.UnreadableError):
        instants.write(10**18, like="9999-12-31T23:59:59Z")
