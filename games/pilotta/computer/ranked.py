"""Cards renumbered for one trump suit, so that sets of them are asked by single operations on bits.

A *ranked* card is its place among all 32 by what it is worth keeping for: fewest points first, plain before trump, then
its place in its suit. So the lowest bit of a mask is its cheapest card, the highest its dearest, and within a suit a
higher bit beats a lower one.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from games.pilotta.cards import (
    CARDS,
    PLAIN_PLACE,
    POINTS,
    RANKS,
    SUIT_MASKS,
    TRUMP_PLACE,
    Card,
    Mask,
    Suit,
)

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]


class Ranked(NamedTuple):
    """The tables of one trump suit; masks are of ranked cards, arrays by ranked card."""

    places: tuple[int, ...]
    """Card → ranked card."""
    cards: tuple[Card, ...]
    """Ranked card → card."""
    trumps: int
    suits: tuple[int, ...]
    """Suit → its cards."""
    pair: int
    """King and queen of trumps."""
    points: Ints
    suit: Ints
    """By ranked card, all cards of its suit."""
    above: Ints
    """By ranked card, the higher ones of its suit."""
    beating: Ints
    """By ranked card, what takes a trick from it."""
    overtrumps: Ints
    """By ranked card, the trumps above it; every trump for a plain card."""

    def mask(self, cards: Mask) -> int:
        """A set of cards, ranked."""
        return sum(1 << self.places[card] for card in range(CARDS) if cards >> card & 1)

    def masks(self, cards: Ints) -> Ints:
        """Many sets of cards, ranked."""
        found = np.zeros_like(cards)
        for card, place in enumerate(self.places):
            found |= (cards >> card & 1) << place
        return found


@cache
def ranked(trump: Suit) -> Ranked:
    """The tables of a trump suit."""

    def place(card: Card) -> int:
        return (TRUMP_PLACE if card >> 3 == trump else PLAIN_PLACE)[card]

    order = sorted(range(CARDS), key=lambda card: (POINTS[trump][card], card >> 3 == trump, place(card), card))
    places = tuple(order.index(card) for card in range(CARDS))
    suits = tuple(sum(1 << places[card] for card in range(CARDS) if SUIT_MASKS[suit] >> card & 1) for suit in range(4))
    above = [suits[card >> 3] >> at + 1 << at + 1 for at, card in enumerate(order)]
    trumps = suits[trump]
    return Ranked(
        places,
        tuple(order),
        trumps,
        suits,
        sum(1 << places[8 * trump + RANKS.index(rank)] for rank in "KQ"),
        np.array([POINTS[trump][card] for card in order], dtype=np.int64),
        np.array([suits[card >> 3] for card in order], dtype=np.int64),
        np.array(above, dtype=np.int64),
        np.array([up if card >> 3 == trump else up | trumps for up, card in zip(above, order, strict=True)]),
        np.array([up if card >> 3 == trump else trumps for up, card in zip(above, order, strict=True)]),
    )


def lowest(masks: Ints) -> Ints:
    """Of each mask its cheapest card, as a mask; 0 for none."""
    return masks & -masks


def highest(masks: Ints) -> Ints:
    """Of each mask its dearest card, as a mask; 0 for none."""
    exponents = np.frexp(masks.astype(np.float64))[1].astype(np.int64)
    return np.where(masks != 0, np.int64(1) << np.maximum(exponents - 1, 0), 0)


def place_of(single: Ints) -> Ints:
    """The ranked cards of masks with one card each."""
    return np.bitwise_count(single - 1).astype(np.int64)
