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


class Situation(msgspec.Struct, frozen=True, eq=False):
    """A game's id, its state at one moment, and the table's record of each seat in seat order.

    `given`: the plain data that it was read from. They say in which form it is written, and nothing of the moment.
    """

    game: str
    state: Any
    seats: tuple[SeatRecord, ...]
    given: Mapping[str, Any] = {}
    options: Any = None
    """What the match is played by; None: the game's defaults."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Situation) and self._moment == other._moment

    def __hash__(self) -> int:
        return hash((self.game, self.seats))

    @property
    def _moment(self) -> tuple[Any, ...]:
        return self.game, self.state, self.seats


def seat_records(count: int, timeouts: Mapping[Seat, int], removed: Sequence[Seat]) -> tuple[SeatRecord, ...] | None:
    """The records of `count` seats; seats left out have no timeouts.

    None if a seat does not exist or a number of timeouts is negative.
    """
    if not {*timeouts, *removed} <= set(range(count)) or any(number < 0 for number in timeouts.values()):
        return None
    return tuple(SeatRecord(timeouts.get(seat, 0), seat in removed) for seat in range(count))


def timeouts_data(seats: Sequence[SeatRecord]) -> dict[str, int]:
    """Timeouts by seat as plain data: `{"0": 0, "1": 2}`."""
    return {str(seat): record.timeouts for seat, record in enumerate(seats)}


def removed_seats(seats: Sequence[SeatRecord]) -> tuple[Seat, ...]:
    """The seats that have gone for good, in seat order."""
    return tuple(seat for seat, record in enumerate(seats) if record.removed)
