"""Moments in plain data keep the asker's form."""

import pytest

from tests.conformance.instants import UnreadableError, read, write

EVENING_MS = 1_804_701_600_000


@pytest.mark.parametrize(
    "text",
    [
        "2027-03-10 18:00",
        "2027-03-10 18:00:00",
        "2027-03-10T18:00:00Z",
        "2027-03-10 18:00:00.000+00:00",
        "2027-03-10T20:00:00+02:00",
    ],
)
def test_text_is_read_and_written_back_alike(text):
    assert read(text) == EVENING_MS
    assert write(EVENING_MS, like=text) == text


def test_as_many_digits_are_written_as_it_takes():
    assert write(EVENING_MS + 1, "2027-01-01 00:00") == "2027-03-10 18:00:00.001"
    assert write(EVENING_MS + 1000, "2027-01-01 00:00Z") == "2027-03-10 18:00:01Z"


def test_numbers_are_milliseconds():
    assert read(EVENING_MS) == read(float(EVENING_MS)) == EVENING_MS
    assert write(EVENING_MS, like=5) == EVENING_MS


@pytest.mark.parametrize(
    "text", ["", "now", "2027-03-10", "2027-13-10 18:00", "2027-03-10 18:00 EET", float("nan"), 1e99]
)
def test_what_is_no_moment_is_said_to_be_none(text):
    with pytest.raises(UnreadableError):
        read(text)


def test_a_year_that_does_not_exist_cannot_be_written():
    with pytest.raises(UnreadableError):
        write(10**15, like="2027-03-10 18:00")
