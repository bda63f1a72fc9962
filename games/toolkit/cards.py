"""Playing cards as their codes: rank, then suit (`Th`, `As`); one pack of 52 also as numbers 0 … 51."""

from collections.abc import Iterable
from typing import Literal

Suit = Literal["c", "d", "h", "s"]
SUITS = "cdhs"
"""Clubs, diamonds, hearts, spades: the order in which a pack is laid out before it is shuffled."""
RANKS = "A23456789TJQK"
"""The ranks of a 52-card pack in the order in which it is laid out."""
JOKER = "X"


SUIT_TEXTS: tuple[Suit, ...] = ("c", "d", "h", "s")


def suit_text(suit: int | None) -> Suit | None:
    """The letter of a suit 0 … 3; None for none (None, −1)."""
    return None if suit is None or suit < 0 else SUIT_TEXTS[suit]


def pack(ranks: str = RANKS, suits: str = SUITS) -> tuple[str, ...]:
    """The codes of a pack, suit by suit: `pack()` is `Ac 2c … Kc Ad … Ks`."""
    return tuple(rank + suit for suit in suits for rank in ranks)


PACK_52 = pack()


Card = int
"""13 × suit + rank: the place of a card in a new pack."""
TEXTS: tuple[str, ...] = PACK_52
"""Card → its text, `Th`."""
BY_TEXT: dict[str, Card] = {text: card for card, text in enumerate(TEXTS)}


def texts(cards: Iterable[Card]) -> tuple[str, ...]:
    """Cards as they are written."""
    return tuple(TEXTS[card] for card in cards)


def cards_of(found: Iterable[str]) -> tuple[Card, ...] | None:
    """The inverse of `texts`; None if one is no card."""
    cards = tuple(BY_TEXT.get(text, -1) for text in found)
    return None if -1 in cards else cards
