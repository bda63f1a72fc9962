"""Cards of two packs by their faces, in moments and in calculations."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Protocol

from services.kernel.seats import Seat
from services.tables.games.toolkit.double_deck import COPIES, Card, Undealt
from tests.conformance.by_seat import known, must


class GivenTurns(Protocol):
    """What a moment says of its first round."""

    @property
    def turned(self) -> tuple[Seat, ...]: ...
    @property
    def first_round_done(self) -> bool: ...


def cards_given(undealt: Undealt, faces: Sequence[str], name: str) -> tuple[Card, ...]:
    """Cards of a moment, each another physical one; there are so many of a face as the deck has."""
    return known(undealt.cards(faces), name)


def stock_given(undealt: Undealt, faces: Sequence[str], count: int | None) -> tuple[Card, ...]:
    """The stock of a moment: the cards given, or as many of those not met as are counted."""
    stock = cards_given(undealt, faces, "stock")
    if count is None or stock:
        must(count in (None, len(stock)), "stock_count")
        return stock
    left = undealt.rest()
    must(0 <= count <= len(left), "stock_count")
    return left[:count]


def turned_given(given: GivenTurns, active: Collection[Seat], seats: int) -> tuple[Seat, ...]:
    """Who has had a turn in the hand: everybody where the first round is said to be done."""
    turned, everybody = given.turned, tuple(range(seats))
    must(set(turned) <= set(everybody) and len(set(turned)) == len(turned), "turned")
    done = set(active) <= set(turned)
    must(given.first_round_done or not done, "turned")
    return everybody if given.first_round_done and not done else turned


def cards_of(faces: Sequence[str], name: str, without: str | None = None) -> tuple[Card, ...]:
    """Cards with these faces, the copies in turn; none with the face that the deck is `without`."""
    must(all(face in COPIES and face != without for face in faces), name)
    return tuple(COPIES[face][faces[:index].count(face) % len(COPIES[face])] for index, face in enumerate(faces))


def cards_from_hand(
    faces: Sequence[str], hand: Sequence[str] | None, without: str | None = None
) -> tuple[Card, ...] | None:
    """The cards, if the hand has them; any that there are if none is given. None: `card_not_in_hand`."""
    there = all(face in COPIES and face != without for face in faces)
    held = there and (hand is None or not Counter(faces) - Counter(hand))
    return cards_of(faces, "cards") if held else None
