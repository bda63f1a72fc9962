"""The events of koum-kan, thanasis and dynamitis by kind, as `view.event` makes them."""

from typing import Literal

import msgspec

from games.koumkan.view_parts import CountedHand, MeldView
from games.toolkit.event_data import UNSET, EventData, UnsetType
from services.kernel.seats import Seat


class Leader(EventData, frozen=True):
    """Who begins and who deals the first hand."""

    seat: Seat
    dealer: Seat


class Deal(EventData, frozen=True):
    """Cards are dealt: the first discard (koum-kan) or the card turned up, and whether it is the indicator.
    `own_hand`: the viewer's cards, null for others."""

    turned: str | None
    indicator: bool
    discard_top: str | None
    hand_number: int
    dealer: Seat
    own_hand: list[str] | None


class PutBack(EventData, frozen=True):
    """The card turned up could not be the indicator and was put back; another one is turned up."""

    turned: str | None
    indicator: bool


class Reshuffled(EventData, frozen=True):
    """The discards are shuffled and become the stock."""

    stock_count: int


class Drawn(EventData, frozen=True):
    """A card is drawn; which, is null where the viewer may not see it."""

    seat: Seat
    source: Literal["stock", "discard"] = msgspec.field(name="from")
    card: str | None


class Melded(EventData, frozen=True):
    """Cards laid down as a meld, added to one, or put in a joker's place; `meld`: as it lies then."""

    seat: Seat
    cards: list[str]
    meld: MeldView


class Discarded(EventData, frozen=True):
    """A discard; `turn`: who is next; `hand`: as it was counted, if this ended it."""

    seat: Seat
    card: str
    turn: Seat | None
    hand: CountedHand | UnsetType = UNSET


class WentOut(EventData, frozen=True):
    """A player goes out with a last discard."""

    seat: Seat
    card: str
    hand: CountedHand | UnsetType = UNSET


class Left(EventData, frozen=True):
    """A player has left for good; `hand`: as it was counted, if that ended it."""

    seat: Seat
    hand: CountedHand | UnsetType = UNSET


EVENTS: dict[str, type] = {
    "leader": Leader,
    "deal": Deal,
    "put_back": PutBack,
    "reshuffle": Reshuffled,
    "draw": Drawn,
    "meld": Melded,
    "lay_off": Melded,
    "swap_joker": Melded,
    "discard": Discarded,
    "go_out": WentOut,
    "left": Left,
}
