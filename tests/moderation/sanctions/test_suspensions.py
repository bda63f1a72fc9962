"""Suspensions: services/moderation/RULES.md §4."""

from datetime import UTC, datetime
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.clock import DAY_MS
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
        ("2027-12-01 00:00:00.001", "2028-01-01 00:00:00.001"),
    ],
)
def test_a_month_ends_at_the_same_day_and_time_or_the_months_last_day(at, later):
    assert months_later(ms(at), 1) == ms(later)


@given(st.integers(0, 4 * 10**12), st.integers(1, 30))
def test_some_months_later_it_is_the_same_time_of_day_to_the_millisecond(at_ms, months):
    later_ms = months_later(at_ms, months)
    assert later_ms % DAY_MS == at_ms % DAY_MS
    assert 28 * months <= (later_ms - at_ms) // DAY_MS <= 31 * months


def test_several_months_go_over_the_end_of_the_year():
    assert months_later(ms("2027-11-30 08:00:00"), 3) == ms("2028-02-29 08:00:00")
    assert months_later(ms("2027-01-15 08:00:00"), 12) == ms("2028-01-15 08:00:00")
    assert months_later(ms("2027-01-15 08:00:00"), 26) == ms("2029-03-15 08:00:00")


def test_of_two_suspensions_the_one_that_lasts_longer_keeps_the_account_out():
    short, long = Suspension(100, 200), Suspension(50, 300)
    assert in_force([short, long], 150) == in_force([long, short], 150) == long


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


@given(st.lists(st.integers(1, 10**12), min_size=2, max_size=5), st.integers(0, 10**12), st.data())
def test_a_shortened_queue_keeps_every_other_length_and_leaves_no_gap(lengths_ms, start_ms, data):
    ends_ms = list(accumulate(lengths_ms, initial=start_ms))
    queue = [Suspension(begin, end, id=str(end)) for begin, end in pairwise(ends_ms)]
    place = data.draw(st.integers(0, len(queue) - 1))
    until_ms = data.draw(st.integers(queue[place].from_ms, queue[place].until_ms))
    after = shortened(queue, queue[place], until_ms, now_ms=start_ms)
    assert after[:place] == queue[:place]
    assert (after[place].from_ms, after[place].until_ms) == (queue[place].from_ms, until_ms)
    assert all(one.until_ms == other.from_ms for one, other in pairwise(after))
    assert [one.until_ms - one.from_ms for one in after[place + 1 :]] == lengths_ms[place + 1 :]


def test_a_queued_suspension_can_vanish_from_the_queue():
    assert spans(shortened(QUEUE, SECOND, 120, now_ms=120)) == [(100, 200), (200, 200), (200, 250)]


def test_a_suspension_that_has_begun_is_not_moved_by_one_before_it():
    assert spans(shortened(QUEUE, FIRST, 150, now_ms=220)) == [(100, 150), (200, 350), (350, 400)]
