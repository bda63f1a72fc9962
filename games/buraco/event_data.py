"""The events of buraco by kind, as `view.event` makes them."""

from games.buraco.view_parts import CountedHand, MeldView
from games.toolkit.event_data import UNSET, EventData, SeatLeft, UnsetType
from games.toolkit.melding.event_data import Deal, Drawn, Leader, PotTaken
from services.kernel.seats import Seat


class Melded(EventData, frozen=True):
    """Cards laid down as a meld or added to one; `meld`: as it lies then. `pot` and `own_hand`: the last card of
    the hand brought the pot; `used_pot`: its side has played with the pot."""

    seat: Seat
    cards: list[str]
    meld: MeldView
    used_pot: bool
    pot: PotTaken | UnsetType = UNSET
    own_hand: list[str] | UnsetType | None = UNSET
    hand: CountedHand | UnsetType = UNSET


class PileTaken(EventData, frozen=True):
    """The pile is taken."""

    seat: Seat
    cards: list[str]


class Discarded(EventData, frozen=True):
    """A discard, and who is next; what the last card of the hand brought; `hand`: as it was counted."""

    seat: Seat
    card: str
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
