"""The 32 cards as numbers, sets of cards as bit masks, and the three orders they have (RULES.md §2).

A card is its place in the canonical order, 8 × suit + rank; a set of cards has bit `card` for each. Suits are
numbers too, as in `cdhs`.
"""

from collections.abc import Iterable, Iterator, Sequence

from games.toolkit.cards import SUITS, pack

Card = int
Suit = int
Mask = int

RANKS = "789TJQKA"
"""Also the natural order of sequences, low to high."""
TRUMP_ORDER = "78QKTA9J"
"""Trumps in tricks, and carres among each other, low to high."""
PLAIN_ORDER = "789JQKTA"
"""Other suits in tricks, low to high."""
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = TRUMP_POINTS | {"J": 2, "9": 0}

TEXTS = pack(RANKS)
"""Card → its code."""
BY_TEXT: dict[str, Card] = {text: card for card, text in enumerate(TEXTS)}
CARDS = len(TEXTS)
FULL: Mask = (1 << CARDS) - 1

SUIT_NUMBERS = range(4)
SUIT_BY_TEXT: dict[str, Suit] = {text: suit for suit, text in enumerate(SUITS)}
SUIT_MASKS: tuple[Mask, ...] = tuple(0xFF << 8 * suit for suit in SUIT_NUMBERS)


def _places(order: str) -> tuple[int, ...]:
    return tuple(order.index(text[0]) for text in TEXTS)


def _higher(places: Sequence[int]) -> tuple[Mask, ...]:
    """Card → the cards of its suit that are above it."""
    return tuple(
        sum(1 << other for other in range(CARDS) if other >> 3 == card >> 3 and places[other] > places[card])
        for card in range(CARDS)
    )


TRUMP_PLACE = _places(TRUMP_ORDER)
"""Card → its place in its suit as a trump, 0 … 7."""
PLAIN_PLACE = _places(PLAIN_ORDER)
TRUMP_ABOVE = _higher(TRUMP_PLACE)
"""Card → the higher cards of its suit, as trumps."""
PLAIN_ABOVE = _higher(PLAIN_PLACE)


def points_table(trump: Suit) -> tuple[int, ...]:
    """Card → its points when a suit is trumps."""
    return tuple((TRUMP_POINTS if card >> 3 == trump else PLAIN_POINTS)[TEXTS[card][0]] for card in range(CARDS))


POINTS = tuple(points_table(trump) for trump in SUIT_NUMBERS)
"""Trump suit → card → points."""


def _display(trump: Suit | None) -> tuple[Card, ...]:
    suits = sorted(SUIT_NUMBERS, key=lambda suit: (suit != trump, suit))
    places = {suit: TRUMP_PLACE if suit == trump else PLAIN_PLACE for suit in suits}
    return tuple(
        card
        for suit in suits
        for card in sorted(range(8 * suit, 8 * suit + 8), key=places[suit].__getitem__, reverse=True)
    )


DISPLAY: dict[Suit | None, tuple[Card, ...]] = {trump: _display(trump) for trump in (*SUIT_NUMBERS, None)}
"""Trump suit, or None → all cards in the order in which a hand is held."""


def cards_of(mask: Mask) -> Iterator[Card]:
    """The cards of a set, in the canonical order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cards: Iterable[Card]) -> Mask:
    """Cards as a set."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def read_cards(texts: Iterable[object]) -> tuple[Card, ...] | None:
    """Codes as different cards, in their order; None if one is no card or there twice."""
    found = tuple(BY_TEXT.get(text, -1) if isinstance(text, str) else -1 for text in texts)
    return found if len(set(found)) == len(found) and -1 not in found else None


def texts(cards: Iterable[Card]) -> tuple[str, ...]:
    """Cards as codes."""
    return tuple(TEXTS[card] for card in cards)


def shown(mask: Mask, trump: Suit | None = None) -> tuple[str, ...]:
    """A hand as it is held: trumps first, then suit by suit, each from its highest card in tricks down."""
    return tuple(TEXTS[card] for card in DISPLAY[trump] if mask >> card & 1)
