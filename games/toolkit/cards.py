"""Playing cards as their codes: rank, then suit (`Th`, `As`)."""

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
