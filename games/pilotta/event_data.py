"""The events of pilotta by kind, as `events.event` makes them."""

from games.toolkit.event_data import UNSET, EventData, SeatLeft, UnsetType
from services.kernel.seats import Seat


class Leader(EventData, frozen=True):
    """Who leads and who deals the first hand."""

    seat: Seat
    dealer: Seat


class Deal(EventData, frozen=True):
    """Cards are dealt. `hands`: seat → cards, of the seats whose cards the viewer may see; `turn_up`: in classic."""

    hand_number: int
    dealer: Seat
    hands: dict[str, list[str]]
    turn_up: str | UnsetType = UNSET


class Called(EventData, frozen=True):
    """A call, in the words of the moves. `redeal`: it cancelled the deal; `hands`: it brought the last cards;
    `turn_up` and `swapped`: the seven was swapped for the turned card."""

    seat: Seat
    call: str
    phase: str
    turn: Seat | None
    redeal: bool | UnsetType = UNSET
    hands: dict[str, list[str]] | UnsetType = UNSET
    turn_up: str | UnsetType = UNSET
    swapped: str | UnsetType = UNSET


class Declared(EventData, frozen=True):
    """A seat declares so many points."""

    seat: Seat
    points: int


class Played(EventData, frozen=True):
    """A card. `said`: belote or rebelote; `winner`: of the trick that it ended; what the first trick showed of
    declarations; `units` and `totals` by team: of the hand that it ended."""

    seat: Seat
    card: str
    turn: Seat | None
    said: str | UnsetType = UNSET
    winner: Seat | UnsetType = UNSET
    declarations_by: int | UnsetType | None = UNSET
    declaration_points: list[int] | UnsetType = UNSET
    declared_cards: dict[str, list[str]] | UnsetType = UNSET
    units: list[int] | UnsetType = UNSET
    totals: list[int] | UnsetType = UNSET


class NextHand(EventData, frozen=True):
    """The pause after a hand is over; the deal follows."""

    hand_number: int
    dealer: Seat


EVENTS: dict[str, type] = {
    "leader": Leader,
    "deal": Deal,
    "call": Called,
    "declare": Declared,
    "play": Played,
    "hand": NextHand,
    "left": SeatLeft,
}
