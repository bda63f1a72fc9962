"""Tables of two sides that lay melds: whose meld lies where, hands by seat, pots, the move made last."""

from typing import Literal, Protocol

import msgspec

from games.toolkit.double_deck import Card
from games.toolkit.melds import Meld
from services.kernel.seats import Seat

Side = int
"""0: seats 0 (and 2), 1: seats 1 (and 3)."""
Pot = Literal["waiting", "direct", "indirect"]
"""Of a side: not taken yet; taken in the middle of a turn; taken by a discard, for the next turn."""

UNKNOWN_MELD = "unknown_meld"
NOT_YOUR_MELD = "not_your_meld"


class Lying(msgspec.Struct, frozen=True):
    """A meld on the table; ids count from 1 through a hand, over both sides."""

    id: int
    side: Side
    meld: Meld


Table = tuple[Lying, ...]
Hands = tuple[tuple[Card, ...], ...]


class LastMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """The move made last, as everybody saw it."""

    seat: Seat
    move: Literal["draw", "take_pile", "meld", "lay_off", "discard"]
    cards: tuple[Card, ...] = ()
    """The cards that everybody saw: the pile taken, cards laid, the discard; of a draw from the stock none."""
    melds: tuple[int, ...] = ()
    """The ids of the melds that were laid or got cards."""
    pot: Literal["direct", "indirect"] | None = None
    """How the move took the pot, if it did."""


def with_pot(last: LastMove, how: Pot) -> LastMove:
    """The move, with how it took the pot."""
    return last if how == "waiting" else msgspec.structs.replace(last, pot=how)


class _Held(Protocol):
    @property
    def hands(self) -> Hands: ...


def side_of(seat: Seat) -> Side:
    """The side of a seat."""
    return seat % 2


def find_meld(table: Table, side: Side, number: object) -> Lying | str:
    """A side's meld by its id: `unknown_meld`, `not_your_meld`."""
    for each in table:
        if each.id == number:
            return each if each.side == side else NOT_YOUR_MELD
    return UNKNOWN_MELD


def with_meld(table: Table, lying: Lying, meld: Meld) -> Table:
    """The table with one meld changed."""
    changed = Lying(lying.id, lying.side, meld)
    return tuple(changed if each is lying else each for each in table)


def with_new_meld(table: Table, side: Side, meld: Meld) -> tuple[int, Table]:
    """The id of a new meld, and the table with it."""
    number = table[-1].id + 1 if table else 1
    return number, (*table, Lying(number, side, meld))


def with_hand(state: _Held, seat: Seat, hand: tuple[Card, ...]) -> Hands:
    """All hands of a state with one changed."""
    hands = state.hands
    return (*hands[:seat], hand, *hands[seat + 1 :])


def barred_face(pile: tuple[Card, ...], hand: tuple[Card, ...], text: tuple[str, ...]) -> str | None:
    """The face that may not go back in the turn in which the pile was taken: that of its only card, unless a copy was
    held before. `text`: card → its face."""
    if len(pile) != 1:
        return None
    face = text[pile[0]]
    return None if any(text[card] == face for card in hand) else face
