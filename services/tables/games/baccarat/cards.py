"""Cards as numbers 0–51 and as text, and what they count (RULES.md §2)."""

from collections.abc import Iterable, Sequence

RANKS = "A23456789TJQK"
SUITS = "cdhs"
PACK = len(RANKS) * len(SUITS)

Card = int
"""13 × suit + rank: the place of a card in a new pack. Packs are alike."""

TEXTS: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""Card → its text, `Th`."""
BY_TEXT: dict[str, Card] = {text: card for card, text in enumerate(TEXTS)}
VALUES: tuple[int, ...] = tuple(rank + 1 if rank < 9 else 0 for _ in SUITS for rank in range(len(RANKS)))
"""Card → its value: A 1, 2–9 their number, T J Q K 0."""


def rank_of(card: Card) -> int:
    """0 for A … 12 for K."""
    return card % len(RANKS)


def total_of(cards: Iterable[Card]) -> int:
    """The last digit of the sum."""
    return sum(VALUES[card] for card in cards) % 10


def texts(cards: Iterable[Card]) -> tuple[str, ...]:
    """Cards as they are written."""
    return tuple(TEXTS[card] for card in cards)


def cards_of(found: Sequence[str]) -> tuple[Card, ...] | None:
    """The inverse of `texts`; None if one is no card."""
    cards = tuple(BY_TEXT[text] for text in found if text in BY_TEXT)
    return cards if len(cards) == len(found) else None
