"""The record of seats in a moment: timeouts by seat, and who has gone."""

from typing import Any

import pytest

from services.kernel.refusal import Refusal
from tests import conformance
from tests.conformance.toolkit.situation import SeatRecord, Situation


def moment(**record: Any) -> Situation | Refusal:
    return conformance.situation("tictactoe", {"size": 3}, record)


def test_timeouts_are_read_by_seat() -> None:
    found = moment(timeouts={"1": 4}, removed=[1])
    assert isinstance(found, Situation)
    assert found.seats == (SeatRecord(), SeatRecord(4, removed=True))
    written = conformance.situation_data(found)
    assert (written["timeouts"], written["removed"]) == ({"0": 0, "1": 4}, [1])


def test_without_a_record_no_seat_has_timeouts_or_is_removed() -> None:
    found = moment()
    assert isinstance(found, Situation) and found.seats == (SeatRecord(), SeatRecord())
    assert "removed" not in conformance.situation_data(found)


@pytest.mark.parametrize(
    ("timeouts", "removed"), [({2: 1}, []), ({-1: 0}, []), ({}, [2]), ({0: -1}, []), ([0, 0, 0], [])]
)
def test_seats_that_do_not_exist_and_negative_timeouts_are_refused(timeouts: Any, removed: Any) -> None:
    refused = moment(timeouts=timeouts, removed=removed)
    assert isinstance(refused, Refusal) and refused.error == "situation_invalid"
