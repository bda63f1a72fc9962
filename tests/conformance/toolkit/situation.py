"""A moment of a match as tests, golden games, the Academy and support hold it: engine state and record of seats.

The engine knows nothing of timeouts and the table nothing of marks; a situation in plain data has both.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from services.kernel.seats import Seat


class SeatRecord(msgspec.Struct, frozen=True):
    """What the table remembers of a seat: move timeouts so far, and whether it has gone for good."""

    timeouts: int = 0
    removed: bool = False


class Situation(msgspec.Struct, frozen=True):
    """A game's id, its state at one moment, and the table's record of each seat in seat order."""

    game: str
    state: Any
    seats: tuple[SeatRecord, ...]


def without_nulls(data: Mapping[str, Any]) -> dict[str, Any]:
    """A moment in plain data in which what is null is left out."""
    return {name: value for name, value in data.items() if value is not None}


def seat_records(
    count: int, timeouts: Mapping[Seat, int] | Sequence[int], removed: Sequence[Seat]
) -> tuple[SeatRecord, ...] | None:
    """The records of `count` seats; timeouts by seat or as a list, seats left out have none.

    None if a seat does not exist or a number of timeouts is negative.
    """
    by_seat = timeouts if isinstance(timeouts, Mapping) else dict(enumerate(timeouts))
    if not {*by_seat, *removed} <= set(range(count)) or any(number < 0 for number in by_seat.values()):
        return None
    return tuple(SeatRecord(by_seat.get(seat, 0), seat in removed) for seat in range(count))


def timeouts_data(seats: Sequence[SeatRecord]) -> dict[str, int]:
    """Timeouts by seat as plain data: `{"0": 0, "1": 2}`."""
    return {str(seat): record.timeouts for seat, record in enumerate(seats)}


def removed_seats(seats: Sequence[SeatRecord]) -> tuple[Seat, ...]:
    """The seats that have gone for good, in seat order."""
    return tuple(seat for seat, record in enumerate(seats) if record.removed)
