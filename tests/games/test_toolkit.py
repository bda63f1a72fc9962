"""The toolkit: situations' record of seats."""

import pytest

from tests.conformance.toolkit.situation import SeatRecord, removed_seats, seat_records, timeouts_data


def test_timeouts_are_read_by_seat() -> None:
    assert seat_records(3, {0: 1, 2: 4}, [1]) == (SeatRecord(1), SeatRecord(0, removed=True), SeatRecord(4))


def test_seats_left_out_have_no_timeouts() -> None:
    assert seat_records(2, {}, []) == (SeatRecord(), SeatRecord())


@pytest.mark.parametrize(("timeouts", "removed"), [({2: 1}, []), ({-1: 0}, []), ({}, [2]), ({0: -1}, [])])
def test_seats_that_do_not_exist_and_negative_timeouts_are_none(timeouts, removed) -> None:
    assert seat_records(2, timeouts, removed) is None


def test_the_record_of_seats_is_written_as_it_was_read() -> None:
    seats = (SeatRecord(3), SeatRecord(0, removed=True))
    assert timeouts_data(seats) == {"0": 3, "1": 0}
    assert removed_seats(seats) == (1,)
    assert seat_records(2, {int(seat): n for seat, n in timeouts_data(seats).items()}, removed_seats(seats)) == seats
