"""Suspensions: services/moderation/RULES.md §4."""

from datetime import UTC, datetime

import pytest

from services.moderation.sanctions.suspensions import (
    Suspension,
    in_force,
    months_later,
    queue_ends_ms,
    shortened,
)

FIRST = Suspension(100, 200, "yellow", "time", "1")
SECOND = Suspension(200, 350, "red", "insult", "2")
THIRD = Suspension(350, 400, "blue", "not_returned", "3")
QUEUE = [FIRST, SECOND, THIRD]


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def spans(suspensions):
    return [(one.from_ms, one.until_ms) for one in suspensions]


@pytest.mark.parametrize(
    ("at", "later"),
    [
        ("2027-01-31 12:00:00", "2027-02-28 12:00:00"),
        ("2028-01-31 12:00:00", "2028-02-29 12:00:00"),
        ("2027-03-17 18:00:00", "2027-04-17 18:00:00"),
        ("2027-12-31 23:59:59.999", "2028-01-31 23:59:59.999"),
        ("2027-02-28 00:00:00", "2027-03-28 00:00:00"),
    ],
)
def test_a_month_ends_at_the_same_day_and_time_or_the_months_last_day(at, later):
    assert months_later(ms(at), 1) == ms(later)


def test_an_account_is_suspended_from_the_first_millisecond_and_free_at_the_last():
    assert in_force(QUEUE, 99) is None
    assert in_force(QUEUE, 100) == FIRST
    assert in_force(QUEUE, 199) == FIRST
    assert in_force(QUEUE, 200) == SECOND
    assert in_force(QUEUE, 400) is None


def test_the_queue_ends_with_its_last_suspension():
    assert queue_ends_ms(QUEUE, 150) == 400
    assert queue_ends_ms(QUEUE, 400) is None
    assert queue_ends_ms([], 0) is None


def test_what_is_queued_behind_a_shortened_suspension_follows_on_and_keeps_its_length():
    assert spans(shortened(QUEUE, FIRST, 150, now_ms=120)) == [(100, 150), (150, 300), (300, 350)]
    assert spans(shortened(QUEUE, SECOND, 250, now_ms=120)) == [(100, 200), (200, 250), (250, 300)]


def test_a_queued_suspension_can_vanish_from_the_queue():
    assert spans(shortened(QUEUE, SECOND, 120, now_ms=120)) == [(100, 200), (200, 200), (200, 250)]


def test_a_suspension_that_has_begun_is_not_moved_by_one_before_it():
    assert spans(shortened(QUEUE, FIRST, 150, now_ms=220)) == [(100, 150), (200, 350), (350, 400)]
