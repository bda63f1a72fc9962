"""Events that are the same in the games with pots and two packs (buraco, mpirimpa)."""

from typing import Literal

from games.toolkit.event_data import EventData
from services.kernel.seats import Seat

PotTaken = Literal["direct", "indirect"]


class Leader(EventData, frozen=True):
    """Who begins the first hand."""

    seat: Seat


class Deal(EventData, frozen=True):
    """Cards are dealt; `own_hand`: the viewer's cards, null for others."""

    hand_number: int
    starter: Seat
    own_hand: list[str] | None


class Drawn(EventData, frozen=True):
    """A card is drawn from the stock; which, is null where the viewer may not see it."""

    seat: Seat
    card: str | None
