"""The toolkit: situations' record of seats, and calculations with plain edges."""

import pytest

from services.kernel.refusal import Refusal
from tests.conformance.toolkit.calculation import calculation
from tests.conformance.toolkit.situation import SeatRecord, removed_seats, seat_records, timeouts_data


@pytest.mark.parametrize("timeouts", [{0: 1, 2: 4}, [1, 0, 4], (1, 0, 4)])
def test_timeouts_are_read_by_seat_or_in_seat_order(timeouts) -> None:
    assert seat_records(3, timeouts, [1]) == (SeatRecord(1), SeatRecord(0, removed=True), SeatRecord(4))


def test_seats_left_out_have_no_timeouts() -> None:
    assert seat_records(2, {}, []) == (SeatRecord(), SeatRecord())


@pytest.mark.parametrize(
    ("timeouts", "removed"), [({2: 1}, []), ([0, 0, 0], []), ({-1: 0}, []), ({}, [2]), ({0: -1}, [])]
)
def test_seats_that_do_not_exist_and_negative_timeouts_are_none(timeouts, removed) -> None:
    assert seat_records(2, timeouts, removed) is None


def test_the_record_of_seats_is_written_as_it_was_read() -> None:
    seats = (SeatRecord(3), SeatRecord(0, removed=True))
    assert timeouts_data(seats) == {"0": 3, "1": 0}
    assert removed_seats(seats) == (1,)
    assert seat_records(2, {int(seat): n for seat, n in timeouts_data(seats).items()}, removed_seats(seats)) == seats


@calculation
def half(number: int) -> dict | Refusal:
    """Half of an even number."""
    return Refusal("odd", number) if number % 2 else {"half": number // 2}


def test_a_calculation_answers_with_plain_data() -> None:
    assert half(number=4) == {"half": 2}


def test_a_calculation_refuses_with_a_code() -> None:
    assert half(number=3) == {"error": "odd"}


@pytest.mark.parametrize("arguments", [{}, {"numbr": 4}, {"number": 4, "more": 1}])
def test_wrong_arguments_are_bad_parameters(arguments) -> None:
    assert half(**arguments)["error"] == "bad_parameters"
