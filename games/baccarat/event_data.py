"""The events of baccarat by kind, as `events.event` makes them; the same for all viewers."""

from typing import Literal

from games.toolkit.event_data import UNSET, EventData, UnsetType
from services.kernel.seats import Seat

Stakes = dict[str, int]
"""Box → chips."""


class InPhase(EventData, frozen=True):
    """The phase and round to which the event led; alone where a window began: `betting`, `closed`, `idle`,
    `shuffling`, and `dummy` for an annulled round."""

    phase: str
    round: int


class OfSeat(InPhase, frozen=True):
    """A guest has pressed Done, or has stood up."""

    seat: Seat


class BetLaid(InPhase, frozen=True):
    """What a guest has on the boxes now."""

    seat: Seat
    stakes: Stakes


class GuestChanged(InPhase, frozen=True):
    """A guest sat down, was lost or came back."""

    seat: Seat
    present: bool


class ShoeOpened(InPhase, frozen=True):
    """A new shoe: its first card, shown, how many cards were burnt for it, and how many remain."""

    first_card: str
    burnt: int
    remaining: int


class BetsHeld(InPhase, frozen=True):
    """The bank holds the stakes by seat."""

    stakes: dict[str, Stakes]


class BetsPaid(InPhase, frozen=True):
    """What the bank has credited by seat and box."""

    credited: dict[str, Stakes]


class CardDealt(InPhase, frozen=True):
    """The next card of a hand."""

    hand: Literal["player", "banker"]
    card: str


class RoundDecided(InPhase, frozen=True):
    """The result: who won with which totals, and what side bets look at."""

    winner: Literal["player", "banker", "tie", "dummy"]
    totals: list[int] | UnsetType = UNSET
    player_pair: bool | UnsetType = UNSET
    banker_pair: bool | UnsetType = UNSET
    natural: bool | UnsetType = UNSET
    six: int | UnsetType = UNSET


EVENTS: dict[str, type] = {
    "guest": GuestChanged,
    "stand_up": OfSeat,
    "done": OfSeat,
    "bet": BetLaid,
    "shoe": ShoeOpened,
    "betting": InPhase,
    "closed": InPhase,
    "held": BetsHeld,
    "card": CardDealt,
    "result": RoundDecided,
    "paid": BetsPaid,
    "idle": InPhase,
    "shuffling": InPhase,
    "dummy": InPhase,
}
