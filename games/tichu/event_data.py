"""The events of tichu by kind, as `events.event` makes them."""

from typing import Literal

from games.tichu.state import Call, Tally
from games.toolkit.event_data import UNSET, EventData, SeatLeft, UnsetType
from services.kernel.seats import Seat


class Deal(EventData, frozen=True):
    """Eight cards are dealt. `hands`: seat → cards, of the seats whose cards the viewer may see."""

    hand_number: int
    hands: dict[str, list[str]]


class Decided(EventData, frozen=True):
    """A seat has decided on Grand Tichu; `call`: what, to itself alone."""

    seat: Seat
    call: bool | UnsetType = UNSET


class GrandRevealed(EventData, frozen=True):
    """The last seat has decided: all calls by seat, and six cards more."""

    seat: Seat
    calls: list[Call | None]
    hands: dict[str, list[str]]


class Given(EventData, frozen=True):
    """A seat has chosen three cards to give; which, to itself alone."""

    seat: Seat
    next: str | UnsetType = UNSET
    partner: str | UnsetType = UNSET
    prev: str | UnsetType = UNSET


class Exchanged(EventData, frozen=True):
    """The last seat has given, and cards have changed hands. `received`: seat → cards by where they came from."""

    seat: Seat
    turn: Seat
    received: dict[str, dict[str, str]]
    hands: dict[str, list[str]]


class TichuCalled(EventData, frozen=True):
    """A seat calls Tichu."""

    seat: Seat
    call: Literal["tichu"]


class Played(EventData, frozen=True):
    """A play: its type and rank, what the Phoenix stands for, the wish and whether it is over, as which number the
    seat is out, whose turn it is; `hand`: as it was scored, if this ended it."""

    seat: Seat
    cards: list[str]
    type: str
    rank: float | None
    phx_as: str | None
    wish: str | None
    wish_done: bool
    place: int | None
    turn: Seat | None
    hand: Tally | UnsetType = UNSET


class TrickTaken(EventData, frozen=True):
    """A trick and whose it is; `dragon`: won with the Dragon, so that it will be given away."""

    owner: Seat
    dragon: bool
    turn: Seat
    hand: Tally | UnsetType = UNSET


class TrickInPass(EventData, frozen=True):
    """The trick that a pass has ended."""

    owner: Seat
    dragon: bool
    turn: Seat


class Passed(EventData, frozen=True):
    """A pass. `window`: it opens the window for bombs; `trick`: it ends the trick."""

    seat: Seat
    turn: Seat | None
    window: bool
    trick: TrickInPass | UnsetType = UNSET
    hand: Tally | UnsetType = UNSET


class DragonGiven(EventData, frozen=True):
    """The trick that the Dragon won goes to an opponent."""

    seat: Seat
    to: Seat
    turn: Seat | None
    hand: Tally | UnsetType = UNSET


EVENTS: dict[str, type] = {
    "deal": Deal,
    "decided": Decided,
    "grand": GrandRevealed,
    "given": Given,
    "exchanged": Exchanged,
    "call": TichuCalled,
    "play": Played,
    "pass": Passed,
    "trick": TrickTaken,
    "dragon": DragonGiven,
    "left": SeatLeft,
}
