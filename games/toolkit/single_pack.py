"""One pack of 52 as numbers 0 … 51 and as text: 13 × suit + rank, the place of a card in a new pack."""

from collections.abc import Iterable

from games.toolkit.cards import PACK_52

Card = int
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
