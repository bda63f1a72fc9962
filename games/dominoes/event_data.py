"""The events of dominoes by kind, as `view.event` makes them (RULES.md §9)."""

from typing import Literal

from games.toolkit.event_data import UNSET, EventData, SeatLeft, UnsetType
from services.kernel.seats import Seat


class Leader(EventData, frozen=True):
    """Who leads the first hand."""

    seat: Seat


class Deal(EventData, frozen=True):
    """The tiles are dealt. `hands`: seat → tiles, of the seats whose tiles the viewer may see."""

    hand_number: int
    leader: Seat
    hands: dict[str, list[str]]


class HandCounted(EventData, frozen=True):
    """A hand as it was counted when a lay ended it: `seat` ran out or blocked, `side` won it with `points`."""

    number: int
    side: int | None
    points: int
    result: Literal["run_out", "block"]
    seat: Seat
    left: dict[str, list[str]]
    pips: list[int]
    entry: list[int] | Literal["C"]


class Laid(EventData, frozen=True):
    """A tile was laid. `end`: null for the first one; `passed`: who was skipped after it; `turn`: who is next."""

    seat: Seat
    tile: str
    end: Literal["up_left", "down_right"] | None
    passed: list[Seat]
    turn: Seat | None
    hand: HandCounted | UnsetType = UNSET


class NextHand(EventData, frozen=True):
    """The pause after a hand is over; the deal follows."""

    hand_number: int
    leader: Seat


EVENTS: dict[str, type] = {"leader": Leader, "deal": Deal, "lay": Laid, "hand": NextHand, "left": SeatLeft}
