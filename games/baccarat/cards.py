"""Cards as numbers 0–51 and as text, and what they count (RULES.md §2)."""

from collections.abc import Iterable

from games.toolkit.cards import BY_TEXT, RANKS, SUITS, TEXTS, Card, cards_of, texts

__all__ = ["BY_TEXT", "PACK", "RANKS", "SUITS", "TEXTS", "VALUES", "Card", "cards_of", "rank_of", "texts", "total_of"]

PACK = len(TEXTS)
VALUES: tuple[int, ...] = tuple(rank + 1 if rank < 9 else 0 for _ in SUITS for rank in range(len(RANKS)))
"""Card → its value: A 1, 2–9 their number, T J Q K 0."""


def rank_of(card: Card) -> int:
    """0 for A … 12 for K."""
    return card % len(RANKS)


def total_of(cards: Iterable[Card]) -> int:
    """The last digit of the sum."""
    return sum(VALUES[card] for card in cards) % 10
