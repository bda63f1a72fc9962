"""The grammar of melds: what cards make one, what may be laid off on it, what it is worth (RULES.md §6, §8).

Refusals: `too_few_cards`, `not_enough_naturals`, `too_many_wildcards`, `columns_not_allowed`, `mixed_suits`,
`not_consecutive`, `sequence_complete`, `does_not_fit`.
"""

from collections.abc import Sequence
from typing import Literal

from games.toolkit import lay_offs, runs
from games.toolkit.double_deck import CARDS, JOKERS_SET, RANK, SUIT, TWOS, Card
from games.toolkit.melds import End, Grammar, Meld, group_of, laid_on_group

Class = Literal["open", "dirty", "clean", "full_dirty", "full_clean"]

WILD = JOKERS_SET | TWOS
GRAMMAR = Grammar(WILD, two_at_home=True, top=14)
BIRIBA_CARDS = 7
FULL_CARDS = 13
"""A–K or 2–A."""

TOO_FEW_CARDS = "too_few_cards"
NOT_ENOUGH_NATURALS = "not_enough_naturals"
TOO_MANY_WILDCARDS = "too_many_wildcards"
COLUMNS_NOT_ALLOWED = "columns_not_allowed"
MIXED_SUITS = "mixed_suits"
NOT_CONSECUTIVE = "not_consecutive"

POINTS: tuple[int, ...] = tuple(
    20 if card in WILD else 15 if RANK[card] == 1 else 5 if RANK[card] < 8 else 10 for card in CARDS
)
"""Card → its points."""
BONUS: dict[Class, int] = {"open": 0, "dirty": 100, "clean": 200, "full_dirty": 100, "full_clean": 500}
TRUMP_BONUS: dict[Class, int] = {"open": 0, "dirty": 300, "clean": 500, "full_dirty": 300, "full_clean": 1000}


def limit(meld: Meld) -> str | None:
    """`too_many_wildcards` for a run with two functioning wild cards, or with 2s and jokers other than one joker that
    works as a wild card and a natural 2 (RULES.md §6.2)."""
    if not meld.wild:
        return None
    if len(meld.wild) > 1:
        return TOO_MANY_WILDCARDS
    (index,) = meld.wild
    home = 2 - meld.lo
    has_natural_two = 0 <= home < len(meld.cards) and home != index and meld.cards[home] in TWOS
    return TOO_MANY_WILDCARDS if has_natural_two and meld.cards[index] in TWOS else None


def read_meld(cards: Sequence[Card], columns: bool) -> Meld | str:
    """A new meld as it will lie, or the code of why it is none (RULES.md §6.3)."""
    wild = [card for card in cards if card in WILD]
    natural = [card for card in cards if card not in WILD]
    if len(cards) < 3:
        return TOO_FEW_CARDS
    if not natural:
        return NOT_ENOUGH_NATURALS
    if len(wild) > 2 or (len(wild) == 2 and (wild[0] in TWOS) == (wild[1] in TWOS)):
        return TOO_MANY_WILDCARDS
    if len(natural) >= 2 and all(RANK[card] == RANK[natural[0]] for card in natural):
        return _column(natural, wild, columns)
    return _run(cards, natural, len(wild))


def _column(natural: list[Card], wild: list[Card], columns: bool) -> Meld | str:
    if not columns:
        return COLUMNS_NOT_ALLOWED
    return TOO_MANY_WILDCARDS if len(wild) == 2 else group_of(tuple(natural), tuple(wild))


def _run(cards: Sequence[Card], natural: list[Card], wild: int) -> Meld | str:
    suit = SUIT[natural[0]]
    if any(SUIT[card] != suit for card in natural):
        return MIXED_SUITS
    found = runs.as_listed(GRAMMAR, suit, cards)
    if found is None or limit(found):
        found = runs.arranged(GRAMMAR, suit, cards)
    if found is None or limit(found):
        return TOO_MANY_WILDCARDS if wild == 2 else NOT_CONSECUTIVE
    return runs.settled(GRAMMAR, found)


def laid(meld: Meld, card: Card, end: End | None) -> Meld | str:
    """A meld after one more card, or the code of why it does not fit (RULES.md §6.4)."""
    if meld.kind == "run":
        return runs.laid(GRAMMAR, limit, meld, card, end)
    is_wild = card in WILD
    if is_wild and meld.wild:
        return TOO_MANY_WILDCARDS
    return laid_on_group(meld, card, is_wild) or runs.DOES_NOT_FIT


def all_laid(meld: Meld, cards: Sequence[Card], end: End | None) -> Meld | str:
    """A meld after several cards in their order, or the code of the first that does not fit."""
    return lay_offs.all_laid(laid, meld, cards, end)


def class_of(meld: Meld) -> Class:
    """The class of a meld (RULES.md §6.5)."""
    if len(meld.cards) < BIRIBA_CARDS:
        return "open"
    if meld.kind == "run" and len(meld.cards) >= FULL_CARDS:
        return "full_dirty" if meld.wild else "full_clean"
    return "dirty" if meld.wild else "clean"


def is_trump(meld: Meld, trump: int | None) -> bool:
    """Whether a meld is a run of the trump suit; a column never is."""
    return trump is not None and meld.suit == trump


def bonus_of(meld: Meld, trump: int | None) -> int:
    """What a meld is worth beside its cards (RULES.md §8)."""
    return (TRUMP_BONUS if is_trump(meld, trump) else BONUS)[class_of(meld)]


def points_of(cards: Sequence[Card]) -> int:
    """The points of cards."""
    return sum(POINTS[card] for card in cards)
