"""The events of mpirimpa and mpirimpa Pro by kind, as `view.event` makes them."""

from typing import Literal

from games.mpirimpa.view_parts import CountedHand, MeldView
from games.toolkit.event_data import UNSET, EventData, SeatLeft, UnsetType
from games.toolkit.melding.event_data import Deal, Drawn, Leader, PotTaken
from services.kernel.seats import Seat


class Melded(EventData, frozen=True):
    """Cards laid down as a meld or added to one; `meld`: as it lies then. `pot` and `own_hand`: the last card of
    the hand brought the pot."""

    seat: Seat
    cards: list[str]
    meld: MeldView
    pot: PotTaken | UnsetType = UNSET
    own_hand: list[str] | UnsetType | None = UNSET
    hand: CountedHand | UnsetType = UNSET


class PileTaken(EventData, frozen=True):
    """The pile is taken; `melds`: those that had to be laid with it, in Pro."""

    seat: Seat
    cards: list[str]
    melds: list[MeldView]
    pot: PotTaken | UnsetType = UNSET
    own_hand: list[str] | UnsetType | None = UNSET


class Discarded(EventData, frozen=True):
    """A discard, the trumps, who is next; what the last card of the hand brought; `hand`: as it was counted."""

    seat: Seat
    card: str
    trump: Literal["c", "d", "h", "s"] | None
    turn: Seat | None
    pot: PotTaken | UnsetType = UNSET
    own_hand: list[str] | UnsetType | None = UNSET
    hand: CountedHand | UnsetType = UNSET


EVENTS: dict[str, type] = {
    "leader": Leader,
    "deal": Deal,
    "draw": Drawn,
    "take_pile": PileTaken,
    "meld": Melded,
    "lay_off": Melded,
    "discard": Discarded,
    "left": SeatLeft,
}
