"""The 56 cards as bits of a mask, their ranks and points (RULES.md §2).

A card is its place in the order of the deck, 0 … 55: suit × 13 + rank − 2, then the four specials. A set of cards is
a mask with a bit for each. Ranks are 2 … 14. Strength is a doubled rank: the Phoenix on a 9 has 19.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

SUITS = "jspt"
RANKS = "23456789TJQKA"
DECK = (*(rank + suit for suit in SUITS for rank in RANKS), "MJ", "DOG", "PHX", "DRG")
"""Texts in the order in which the deck is shuffled."""
CARDS = len(DECK)
CARD_OF = {text: card for card, text in enumerate(DECK)}
"""Text → place in the deck."""
BIT_OF = {text: 1 << card for text, card in CARD_OF.items()}
"""Text → mask of that card."""

MAHJONG, DOG, PHOENIX, DRAGON = (1 << card for card in range(52, 56))
NATURALS = (1 << 52) - 1
ALL = (1 << CARDS) - 1
SUIT = (1 << 13) - 1
"""The mask of the first suit; bit rank − 2."""

LOWEST, ACE = 2, 14
RANK_TEXT = {rank: RANKS[rank - LOWEST] for rank in range(LOWEST, ACE + 1)}
"""Rank 2 … 14 → its letter."""
RANK_OF = {text: rank for rank, text in RANK_TEXT.items()}
"""Letter → rank 2 … 14."""
OF_RANK = (0, 0, *((1 << rank - 2) * (1 | 1 << 13 | 1 << 26 | 1 << 39) for rank in range(LOWEST, ACE + 1)))
"""Rank → mask of its four naturals."""

FIVES, TENS, KINGS = OF_RANK[5], OF_RANK[10], OF_RANK[13]
WORTH = FIVES | TENS | KINGS | PHOENIX | DRAGON
"""All cards that are worth points."""


def cards_of(mask: int) -> Iterator[int]:
    """The places of a mask's cards, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cards: Iterable[int]) -> int:
    """The mask of some places."""
    return sum(1 << card for card in set(cards))


def mask_of_texts(texts: Iterable[str]) -> int | None:
    """The mask of cards written as texts; None if one does not exist or is there twice."""
    mask = 0
    for text in texts:
        bit = BIT_OF.get(text, 0)
        if not bit or mask & bit:
            return None
        mask |= bit
    return mask


@lru_cache(1 << 14)
def texts(mask: int) -> tuple[str, ...]:
    """The cards of a mask as texts, in the order of the deck."""
    return tuple(DECK[card] for card in cards_of(mask))


def by_rank(card: int) -> tuple[int, int]:
    """What cards in a hand are sorted by: Dog, Mah Jong, ranks, Phoenix, Dragon; then suits."""
    if card >= 52:
        return ((1, 0, 15, 16)[card - 52], 0)
    return (card % 13 + 2, card // 13)


@lru_cache(1 << 14)
def hand_texts(mask: int) -> tuple[str, ...]:
    """The cards of a hand as texts, the lowest rank first."""
    return tuple(DECK[card] for card in sorted(cards_of(mask), key=by_rank))


def points(mask: int) -> int:
    """What cards are worth: tens and kings 10, fives 5, Dragon 25, Phoenix −25 (RULES.md §2)."""
    tens = (mask & (TENS | KINGS)).bit_count() * 10 + (mask & FIVES).bit_count() * 5
    return tens + (25 if mask & DRAGON else 0) - (25 if mask & PHOENIX else 0)


def deal(order: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Eight cards for each seat as masks, and the 24 cards that follow, in dealing order (RULES.md §4)."""
    return tuple(mask_of(order[seat * 8 : seat * 8 + 8]) for seat in range(4)), tuple(order[32:])
