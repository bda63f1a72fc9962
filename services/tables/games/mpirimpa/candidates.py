"""The new melds that a hand holds, each in the order in which it will lie (RULES.md §6).

Longer runs follow shorter ones that begin on the same place; what must stay in hand is not looked at.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from services.tables.games.toolkit.cards import JOKER, RANKS, SUITS
from services.tables.games.toolkit.double_deck import TEXT, Card

WILD_FACES = (JOKER, *("2" + suit for suit in SUITS))
COLUMN_RANKS = RANKS.replace("2", "")
Faces = tuple[str, ...]


def melds(hand: Sequence[Card], columns: bool) -> Iterator[Faces]:
    """The texts of every new meld."""
    held = Counter(TEXT[card] for card in hand)
    wild = tuple(face for face in WILD_FACES if face in held)
    for suit in SUITS:
        yield from _runs(held, wild, suit)
    if columns:
        yield from column_melds(hand)


def thrifty_melds(hand: Sequence[Card], columns: bool) -> Iterator[Faces]:
    """The same, but no wild card stands where a natural card of the hand could lie."""
    held = Counter(TEXT[card] for card in hand)
    wild = tuple(face for face in WILD_FACES if face in held)
    for suit in SUITS:
        for lo, cards, missing in _windows(held, suit):
            if missing:
                yield from _with_wild(cards, lo, missing, wild, suit)
            else:
                yield cards
    if columns:
        yield from column_melds(hand)


def column_melds(hand: Sequence[Card]) -> Iterator[Faces]:
    """The texts of every new column."""
    held = Counter(TEXT[card] for card in hand)
    wild = tuple(face for face in WILD_FACES if face in held)
    for rank in COLUMN_RANKS:
        yield from _columns(held, wild, rank)


def _runs(held: Counter[str], wild: Faces, suit: str) -> Iterator[Faces]:
    for lo, cards, missing in _windows(held, suit):
        if not missing:
            yield cards
        yield from _with_wild(cards, lo, missing or range(len(cards)), wild, suit)


def _with_wild(cards: Faces, lo: int, indexes: Iterable[int], wild: Faces, suit: str) -> Iterator[Faces]:
    """The run with each wild card at each of the indexes where it may stand."""
    for index in indexes if wild else ():
        for face in wild:
            if _may_stand(cards, lo, index, face, suit):
                yield (*cards[:index], face, *cards[index + 1 :])


def _windows(held: Counter[str], suit: str) -> Iterator[tuple[int, Faces, tuple[int, ...]]]:
    """Places in a row with at most one natural card missing: the first place, texts, and the index that misses."""
    faces = [rank + suit for rank in RANKS + "A"]
    lacking = [face not in held for face in faces]
    for lo in range(12):
        gaps = lacking[lo] + lacking[lo + 1]
        for hi in range(lo + 2, 14):
            gaps += lacking[hi]
            if gaps > 1:
                break
            cards = tuple(faces[lo : hi + 1])
            missing = tuple(index for index in range(len(cards)) if lacking[lo + index])
            if lo == 0 and hi == 13 and held[faces[0]] < 2:
                if not missing:
                    yield from ((1, cards, (index,)) for index in (0, 13))
                continue
            yield lo + 1, cards, missing


def _may_stand(cards: Faces, lo: int, index: int, face: str, suit: str) -> bool:
    """Whether a wild card may stand at the index of a run, and would not go to its own place 2 or lie there."""
    own = "2" + suit
    if lo <= 2 < lo + len(cards) and lo + index != 2 and face != JOKER:
        return False
    if lo + index == 2 and face == own:
        return False
    return not (face == own and lo == 3 and index == len(cards) - 1)


def _columns(held: Counter[str], wild: Faces, rank: str) -> Iterator[Faces]:
    faces = [rank + suit for suit in SUITS if rank + suit in held]
    if sum(held[face] for face in faces) < 2:
        return
    for numbers in product(*(range(held[face] + 1) for face in faces)):
        natural = tuple(face for face, number in zip(faces, numbers, strict=True) for _ in range(number))
        if len(natural) >= 3:
            yield natural
        if len(natural) >= 2:
            yield from ((*natural, face) for face in wild)
