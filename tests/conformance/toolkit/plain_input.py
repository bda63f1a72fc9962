"""Plain data as calculations and moments are given it: by seat or side, and cards by their faces."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from services.tables.games.toolkit.cards import JOKER
from services.tables.games.toolkit.double_deck import COPIES, Card, Undealt
from tests.conformance.plain_edge import Malformed


class Wrong(ValueError):
    """The name in a moment that cannot be or does not fit the rest."""


def must(fits: bool, name: str) -> None:
    """Raises `Wrong` with the name unless it fits."""
    if not fits:
        raise Wrong(name)


def listed(given: Any, count: int, nothing: Any, name: str) -> list[Any]:
    """What a moment gives by seat or side, as a list or by number; what is left out is `nothing`."""
    by_number = given if isinstance(given, Mapping) else dict(enumerate(given))
    must(set(by_number) <= set(range(count)), name)
    return [by_number.get(number, nothing) for number in range(count)]


def cards_given(undealt: Undealt, faces: Sequence[str], name: str) -> tuple[Card, ...]:
    """Cards of a moment, each another physical one; there are so many of a face as the deck has."""
    found = undealt.cards(faces)
    if found is None:
        raise Wrong(name)
    return found


def stock_given(undealt: Undealt, faces: Sequence[str], count: int | None) -> tuple[Card, ...]:
    """The stock of a moment: the cards given, or as many of those not met as are counted."""
    stock = cards_given(undealt, faces, "stock")
    if count is None or stock:
        must(count in (None, len(stock)), "stock_count")
        return stock
    left = undealt.rest()
    must(0 <= count <= len(left), "stock_count")
    return left[:count]


def numbered(given: Any, count: int) -> dict[int, Any]:
    """By seat or side, given to a calculation as a list or with the numbers as keys."""
    if isinstance(given, list | tuple):
        given = {str(number): each for number, each in enumerate(given)}
    if not set(given) <= {str(number) for number in range(count)}:
        raise Malformed("seats, sides")
    return {int(number): each for number, each in given.items()}


def pair(given: Any, nothing: Any = 0) -> tuple[Any, Any]:
    """Both sides' of what is given by side."""
    by_side = numbered(given, 2)
    return by_side.get(0, nothing), by_side.get(1, nothing)


def cards_of(faces: Any, name: str, jokers: bool = True) -> tuple[Card, ...]:
    """Cards with these faces, the copies in turn."""
    if not isinstance(faces, list) or not all(isinstance(face, str) and face in COPIES for face in faces):
        raise Malformed(name)
    if JOKER in faces and not jokers:
        raise Malformed(name)
    return tuple(COPIES[face][faces[:index].count(face) % len(COPIES[face])] for index, face in enumerate(faces))


def cards_from_hand(faces: Sequence[str], hand: Sequence[str] | None, jokers: bool = True) -> tuple[Card, ...] | None:
    """The cards, if the hand has them; any if none is given."""
    cards = cards_of(faces, "cards", jokers)
    held = hand is None or not Counter(faces) - Counter(hand)
    return cards if held else None
