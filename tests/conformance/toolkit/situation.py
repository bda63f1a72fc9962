"""A moment of a match as tests, golden games, the Academy and support hold it: engine state and record of seats.

The engine does not know timeouts and the table does not know marks; a situation in plain data has both.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from services.contracts.tables.events import CardEarned, Departure, MatchFinished


class SeatRecord(msgspec.Struct, frozen=True):
    """What the table remembers of a seat: move timeouts so far, and whether it has gone for good."""

    timeouts: int = 0
    removed: bool = False


class Situation(msgspec.Struct, frozen=True, eq=False):
    """A game's id, its state at one moment, and the table's record of each seat in seat order.

    `given`: the plain data that it was read from. It decides in which form the moment is written, and nothing else.
    What was published on the way to it is no part of it: it is not written, and does not count in a comparison.
    """

    game: str
    state: Any
    seats: tuple[SeatRecord, ...]
    given: Mapping[str, Any] = {}
    options: Any = None
    """What the match is played by; None: the game's defaults."""
    departures: tuple[Departure, ...] = ()
    """Who has left for good while it was played, in order."""
    cards: tuple[CardEarned, ...] = ()
    """The cards that the table has asked for while it was played."""
    finished: MatchFinished | None = None
    """What the table published when the match ended."""

    def __eq__(self, other: object) -> bool:
        mine = self.game, self.state, self.seats
        return isinstance(other, Situation) and mine == (other.game, other.state, other.seats)

    def __ne__(self, other: object) -> bool:
        return not self == other  # msgspec's own compares whether it is the same object

    def __hash__(self) -> int:
        return hash((self.game, self.seats))
