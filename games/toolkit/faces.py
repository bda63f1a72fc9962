"""Which faces cards show, as bits: 0 … 51 by suit and rank, 52 for jokers; which copies they are does not count."""

from collections.abc import Iterable, Iterator

from games.toolkit.double_deck import FACE, FACE_TEXTS, JOKER_FACE, Card

BIT: tuple[int, ...] = tuple(1 << face for face in FACE)
"""Card → the bit of its face."""
BIT_OF: dict[str, int] = {text: 1 << face for face, text in enumerate(FACE_TEXTS)}
"""Text → its bit."""
JOKER_BIT = 1 << JOKER_FACE
SUIT_RANKS = 13
RANK_BITS: tuple[int, ...] = (0, *(sum(1 << SUIT_RANKS * suit + rank for suit in range(4)) for rank in range(13)))
"""1 (Ace) … 13 (King) → the faces of the rank."""
TWO_BITS = RANK_BITS[2]
PLACE_TEXTS: tuple[tuple[str, ...], ...] = tuple(
    (*FACE_TEXTS[first : first + SUIT_RANKS], FACE_TEXTS[first]) for first in range(0, JOKER_FACE, SUIT_RANKS)
)
"""Suit → the texts of the cards on places 1 … 14 of its runs, the first at index 0."""


def shown(cards: Iterable[Card]) -> int:
    """The faces that cards show."""
    faces = 0
    for card in cards:
        faces |= BIT[card]
    return faces


def shown_twice(cards: Iterable[Card]) -> tuple[int, int]:
    """The faces that cards show, and those that at least two of them show."""
    once = twice = 0
    for card in cards:
        bit = BIT[card]
        twice |= once & bit
        once |= bit
    return once, twice


def texts_of(faces: int) -> Iterator[str]:
    """The texts of faces by suit and rank, jokers last."""
    while faces:
        bit = faces & -faces
        yield FACE_TEXTS[bit.bit_length() - 1]
        faces ^= bit


def places(faces: int, suit: int) -> int:
    """The places of the suit's runs on which these faces can lie, place 1 as bit 0: an Ace lies on 1 and on 14."""
    ranks = faces >> SUIT_RANKS * suit & 0x1FFF
    return ranks | (ranks & 1) << SUIT_RANKS


def place_bit(suit: int, place: int) -> int:
    """The face that lies on a place of the suit's runs; none outside 1 … 14."""
    return 1 << SUIT_RANKS * suit + (place - 1) % SUIT_RANKS if 1 <= place <= 14 else 0
