"""Two packs of 52 with up to four jokers: 108 physical cards as numbers, each face known by text.

A card is its place in the canonical order of a shuffle: first pack, second pack (each suit by suit c d h s, A to K),
then the jokers. So faces repeat and cards never do. Texts are rank then suit (`7c`), a joker is `X`.
"""

from collections.abc import Iterable, Sequence

from games.toolkit.cards import JOKER, RANKS, SUITS

Card = int
"""0 … 51 the first pack, 52 … 103 the second, 104 … 107 jokers."""

PACK_CARDS = 52
JOKERS = 4
JOKER_FACE = PACK_CARDS

CARDS = range(2 * PACK_CARDS + JOKERS)
FACE: tuple[int, ...] = tuple(min(card % PACK_CARDS, JOKER_FACE) if card < 104 else JOKER_FACE for card in CARDS)
"""Card → its face: 0 … 51 by suit and rank, 52 for jokers."""
RANK: tuple[int, ...] = tuple(card % PACK_CARDS % 13 + 1 if card < 104 else 0 for card in CARDS)
"""Card → 1 (Ace) … 13 (King); 0 for jokers."""
SUIT: tuple[int, ...] = tuple(card % PACK_CARDS // 13 if card < 104 else -1 for card in CARDS)
"""Card → 0 … 3 in the order c d h s; −1 for jokers."""
TEXT: tuple[str, ...] = tuple(RANKS[RANK[card] - 1] + SUITS[SUIT[card]] if RANK[card] else JOKER for card in CARDS)
"""Card → its text."""
COPIES: dict[str, tuple[Card, ...]] = {
    text: tuple(card for card in CARDS if TEXT[card] == text) for text in dict.fromkeys(TEXT)
}
"""Text → the cards with that face, the lowest first."""
FACE_TEXTS: tuple[str, ...] = tuple(COPIES)
"""Face → its text."""
JOKERS_SET: frozenset[Card] = frozenset(range(104, 108))
TWOS: frozenset[Card] = frozenset(card for card in CARDS if RANK[card] == 2)


def texts(cards: Iterable[Card]) -> tuple[str, ...]:
    """The texts of cards, in their order."""
    return tuple(TEXT[card] for card in cards)


def sorted_texts(cards: Iterable[Card]) -> tuple[str, ...]:
    """The texts of cards by suit and rank, jokers last: the same whichever copies they are."""
    return tuple([FACE_TEXTS[face] for face in sorted([FACE[card] for card in cards])])


def taken(hand: Sequence[Card], faces: Iterable[str]) -> tuple[Card, ...] | None:
    """The cards of a hand with these faces, in the order asked for; None if one is missing or no card at all."""
    found: list[Card] = []
    for face in faces:
        for card in COPIES.get(face, ()):
            if card in hand and card not in found:
                found.append(card)
                break
        else:
            return None
    return tuple(found)


def without(hand: Sequence[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """What is left of a hand."""
    gone = set(cards)
    return tuple([card for card in hand if card not in gone])


class Undealt:
    """The cards not met so far, by face: every card that is asked for is another physical one."""

    def __init__(self, deck: Sequence[Card] = CARDS) -> None:
        self._left = {face: [card for card in copies if card in deck] for face, copies in COPIES.items()}

    def cards(self, faces: Iterable[str]) -> tuple[Card, ...] | None:
        """Cards with these faces, none twice; None if there are not so many."""
        found = []
        for face in faces:
            if not self._left.get(face):
                return None
            found.append(self._left[face].pop(0))
        return tuple(found)

    def rest(self) -> tuple[Card, ...]:
        """All the others."""
        left = {card for copies in self._left.values() for card in copies}
        return tuple(card for card in CARDS if card in left)
