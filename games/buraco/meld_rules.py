"""The grammar of melds: what cards make one, what may be laid off on it, what it is worth (RULES.md §6, §8).

Refusals: `too_few_cards`, `not_enough_naturals`, `mixed_suits`, `not_consecutive`, `sequence_complete`,
`does_not_fit`.
"""

from collections.abc import Sequence
from typing import Literal

from games.toolkit import lay_offs, runs
from games.toolkit.double_deck import CARDS, PACK_CARDS, RANK, SUIT, TWOS, Card
from games.toolkit.melds import End, Grammar, Meld, group_of, laid_on_group

Class = Literal["open", "dirty", "clean", "half_royal", "royal"]

DECK = CARDS[: 2 * PACK_CARDS]
"""Two packs, no joker."""
GRAMMAR = Grammar(TWOS, two_at_home=True, top=14)
NATURALS_MIN = 2
CANASTA_CARDS = 7
HALF_ROYAL_CARDS = 13
ROYAL_CARDS = 14

TOO_FEW_CARDS = "too_few_cards"
NOT_ENOUGH_NATURALS = "not_enough_naturals"
MIXED_SUITS = "mixed_suits"
NOT_CONSECUTIVE = "not_consecutive"

POINTS: tuple[int, ...] = tuple(15 if RANK[card] == 1 else 5 if 2 < RANK[card] < 8 else 10 for card in DECK)
"""Card → its points."""
BONUS: dict[Class, int] = {"open": 0, "dirty": 100, "clean": 200, "half_royal": 500, "royal": 1000}
CLEAN_CLASSES: tuple[Class, ...] = ("clean", "half_royal", "royal")


def limit(meld: Meld) -> str | None:
    """`not_enough_naturals` for fewer than two natural cards, or fewer than wild ones (RULES.md §6.1)."""
    naturals = len(meld.cards) - len(meld.wild)
    return NOT_ENOUGH_NATURALS if naturals < max(NATURALS_MIN, len(meld.wild)) else None


def read_meld(cards: Sequence[Card]) -> Meld | str:
    """A new meld as it will lie, or the code of why it is none (RULES.md §6.2)."""
    wild = tuple(card for card in cards if card in TWOS)
    natural = tuple(card for card in cards if card not in TWOS)
    if len(cards) < 3:
        return TOO_FEW_CARDS
    if not natural:
        return NOT_ENOUGH_NATURALS
    if len(natural) >= NATURALS_MIN and all(RANK[card] == RANK[natural[0]] for card in natural):
        found = group_of(natural, wild)
        return limit(found) or found
    return _run(cards, natural)


def _run(cards: Sequence[Card], natural: tuple[Card, ...]) -> Meld | str:
    suit = SUIT[natural[0]]
    if any(SUIT[card] != suit for card in natural):
        return MIXED_SUITS
    found = runs.as_listed(GRAMMAR, suit, cards)
    if found is None or limit(found):
        found = runs.arranged(GRAMMAR, suit, cards)
    if found is None:
        return NOT_ENOUGH_NATURALS if len(natural) == 1 else NOT_CONSECUTIVE
    return limit(found) or runs.settled(GRAMMAR, found)


def laid(meld: Meld, card: Card, end: End | None) -> Meld | str:
    """A meld after one more card, or the code of why it does not fit (RULES.md §6.3)."""
    if meld.kind == "run":
        return runs.laid(GRAMMAR, limit, meld, card, end)
    found = laid_on_group(meld, card, card in TWOS)
    return runs.DOES_NOT_FIT if found is None else limit(found) or found


def all_laid(meld: Meld, cards: Sequence[Card], end: End | None) -> Meld | str:
    """A meld after several cards in their order, or the code of the first that does not fit."""
    return lay_offs.all_laid(laid, meld, cards, end)


def class_of(meld: Meld) -> Class:
    """The class of a meld (RULES.md §6.4)."""
    length = len(meld.cards)
    if meld.kind == "group" or length < CANASTA_CARDS:
        return "open"
    if meld.wild:
        return "dirty"
    return "royal" if length == ROYAL_CARDS else "half_royal" if length == HALF_ROYAL_CARDS else "clean"


def is_clean(meld: Meld) -> bool:
    """Whether a meld counts as a clean canasta."""
    return class_of(meld) in CLEAN_CLASSES


def bonus_of(meld: Meld) -> int:
    """What a meld is worth beside its cards (RULES.md §8)."""
    return BONUS[class_of(meld)]


def points_of(cards: Sequence[Card]) -> int:
    """The points of cards."""
    return sum(POINTS[card] for card in cards)
