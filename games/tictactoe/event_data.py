"""The events of tic-tac-toe by kind, as `view.event` makes them; the same for all viewers."""

from typing import Literal

from games.toolkit.event_data import EventData, SeatLeft
from services.kernel.seats import Seat


class Leader(EventData, frozen=True):
    """Who begins, with X."""

    seat: Seat


class Placed(EventData, frozen=True):
    """A mark was put on a cell; both numbers count from 1 at the top left."""

    row: int
    col: int
    mark: Literal["X", "O"]


EVENTS: dict[str, type] = {"leader": Leader, "place": Placed, "left": SeatLeft}
