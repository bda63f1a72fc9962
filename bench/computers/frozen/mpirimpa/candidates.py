"""The new melds that a hand holds, each in the order in which it will lie.

Longer runs follow shorter ones that begin on the same place; what must stay in hand is not looked at.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from games.toolkit.cards import JOKER, RANKS, SUITS
from games.toolkit.double_deck import TEXT, Card
from games.toolkit.faces import BIT_OF, PLACE_TEXTS, places, shown_twice

WILD_FACES = (JOKER, *("2" + suit for suit in SUITS))
COLUMN_RANKS = RANKS.replace("2", "")
WILD_BITS = tuple((face, BIT_OF[face]) for face in WILD_FACES)
SUIT_NUMBERS = range(4)
WINDOWS_KEPT = 4096
"""Of so many sets of places the windows are kept; there are two times 8192."""
Faces = tuple[str, ...]


class Window(NamedTuple):
    """Places in a row, at most one of which no natural card fills."""

    lo: int
    """The first place, 1 … 12."""
    hi: int
    """The last place."""
    missing: tuple[int, ...]
    """The index that no natural card fills."""


def melds(hand: Sequence[Card], columns: bool) -> Iterator[Faces]:
    """The texts of every new meld."""
    faces, twice = shown_twice(hand)
    wild = _wild(faces)
    for suit in SUIT_NUMBERS:
        for cards, lo, missing in _runs(faces, twice, suit):
            if not missing:
                yield cards
            yield from _with_wild(cards, lo, missing or range(len(cards)), wild, SUITS[suit])
    if columns:
        yield from column_melds(hand)


def thrifty_melds(hand: Sequence[Card], columns: bool) -> Iterator[Faces]:
    """The same, but no wild card stands where a natural card of the hand could lie."""
    faces, twice = shown_twice(hand)
    wild = _wild(faces)
    for suit in SUIT_NUMBERS:
        for cards, lo, missing in _runs(faces, twice, suit):
            if missing:
                yield from _with_wild(cards, lo, missing, wild, SUITS[suit])
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


def _wild(faces: int) -> Faces:
    """The wild faces of a hand, jokers first."""
    return tuple(face for face, bit in WILD_BITS if faces & bit)


def _runs(faces: int, twice: int, suit: int) -> Iterator[tuple[Faces, int, tuple[int, ...]]]:
    """The windows of a suit: the texts of the natural cards on all places, the first place, what is missing."""
    texts = PLACE_TEXTS[suit]
    for lo, hi, missing in _windows(places(faces, suit), places(twice, suit) & 1 == 1):
        yield texts[lo - 1 : hi], lo, missing


def _with_wild(cards: Faces, lo: int, indexes: Iterable[int], wild: Faces, suit: str) -> Iterator[Faces]:
    """The run with each wild card at each of the indexes where it may stand."""
    for index in indexes if wild else ():
        for face in wild:
            if _may_stand(cards, lo, index, face, suit):
                yield (*cards[:index], face, *cards[index + 1 :])


@lru_cache(maxsize=WINDOWS_KEPT)
def _windows(filled: int, two_aces: bool) -> tuple[Window, ...]:
    """The windows of a suit by the places that natural cards fill, place 1 as bit 0; one Ace lies at one end only."""
    found = []
    for lo in range(1, 13):
        missing: tuple[int, ...] = ()
        for hi in range(lo, 15):
            if not filled >> hi - 1 & 1:
                missing = (*missing, hi - lo)
            if len(missing) > 1:
                break
            if hi - lo == 13 and not two_aces:
                found += [] if missing else [Window(lo, hi, (index,)) for index in (0, 13)]
            elif hi - lo >= 2:
                found.append(Window(lo, hi, missing))
    return tuple(found)


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
