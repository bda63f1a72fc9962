"""The new melds that a hand holds, each in the order in which it will lie.

Longer runs follow shorter ones that begin on the same place; what must stay in hand is not looked at.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product

from games.toolkit.cards import RANKS, SUITS
from games.toolkit.double_deck import TEXT, Card
from games.toolkit.faces import PLACE_TEXTS, RANK_BITS, places, shown, shown_twice

PLACES = RANKS + "A"
HOME = 2
"""The place on which a 2 of the suit is natural."""
WILD_FACES = tuple("2" + suit for suit in SUITS)
WILD_MAX = 7
"""More 2s than half of the longest run have no place in it."""
NATURALS_MIN = 2
"""Of a group."""
GROUP_RANKS = tuple(rank for rank in range(1, 14) if rank != HOME)
WINDOWS_KEPT = 4096
"""Of so many sets of places the windows are kept."""
Faces = tuple[str, ...]


def melds(hand: Sequence[Card]) -> Iterator[Faces]:
    """The texts of every new meld."""
    held = Counter([TEXT[card] for card in hand])
    once, twice = shown_twice(hand)
    wild = _wild_count(held)
    for suit, lo, hi in _windows(once, wild):
        if wild:
            yield from _Run(held, SUITS[suit], lo, hi).placed(lo, ())
        else:
            yield PLACE_TEXTS[suit][lo - 1 : hi]
    for rank in GROUP_RANKS:
        if (once & RANK_BITS[rank]).bit_count() + (twice & RANK_BITS[rank]).bit_count() >= NATURALS_MIN:
            yield from _groups(held, RANKS[rank - 1])


def thrifty_runs(hand: Sequence[Card]) -> Iterator[Faces]:
    """Runs in which every natural card lies that can, with other suits' 2s first in the gaps: one for each window."""
    held = Counter(TEXT[card] for card in hand)
    for suit, lo, hi in _windows(shown(hand), _wild_count(held)):
        yield from _thrifty(held, SUITS[suit], lo, hi)


def thrifty_groups(hand: Sequence[Card]) -> Iterator[Faces]:
    """For each rank all its cards; of two cards with one 2."""
    held = Counter(TEXT[card] for card in hand)
    wild = [face for face in WILD_FACES if face in held]
    for rank in GROUP_RANKS:
        natural = tuple(RANKS[rank - 1] + suit for suit in SUITS for _ in range(held[RANKS[rank - 1] + suit]))
        if len(natural) >= 3:
            yield natural
        elif len(natural) == 2 and wild:
            yield (*natural, wild[0])


def _wild_count(held: Counter[str]) -> int:
    return sum([held[face] for face in WILD_FACES])


def _windows(faces: int, wild: int) -> Iterator[tuple[int, int, int]]:
    """Suit, first and last place of runs for which a hand has naturals and 2s enough."""
    for suit in range(len(SUITS)):
        for lo, hi in _windows_of(places(faces, suit), min(wild, WILD_MAX)):
            yield suit, lo, hi


@lru_cache(maxsize=WINDOWS_KEPT)
def _windows_of(filled: int, wild: int) -> tuple[tuple[int, int], ...]:
    """The same of one suit by the places that natural cards fill, place 1 as bit 0, and the number of wild ones."""
    found = []
    for lo in range(1, 13):
        missing = 0
        for hi in range(lo, 15):
            missing += not filled >> hi - 1 & 1
            if missing > wild:
                break
            if hi - lo >= 2 and missing <= (hi - lo + 1) // 2:
                found.append((lo, hi))
    return tuple(found)


class _Run:
    """The runs of a suit between two places."""

    def __init__(self, held: Counter[str], suit: str, lo: int, hi: int) -> None:
        self.left = held.copy()
        self.suit = suit
        self.lo = lo
        self.hi = hi
        self.naturals_min = hi - lo + 1 - (hi - lo + 1) // 2

    def placed(self, place: int, cards: Faces, naturals: int = 0) -> Iterator[Faces]:
        """The runs that go on from these cards, a natural card on each place before wild ones."""
        if place > self.hi:
            if naturals >= self.naturals_min:
                yield cards
            return
        if naturals + self._hoped(place) < self.naturals_min:
            return
        own = PLACES[place - 1] + self.suit
        for face in (own, *self._wild(place, own)):
            if self.left[face]:
                self.left[face] -= 1
                yield from self.placed(place + 1, (*cards, face), naturals + (face == own))
                self.left[face] += 1

    def _hoped(self, place: int) -> int:
        """No more natural cards than this can lie from the place on."""
        return sum(self.left[PLACES[each - 1] + self.suit] > 0 for each in range(place, self.hi + 1))

    def _wild(self, place: int, own: str) -> Iterator[str]:
        """The 2s that work as wild cards on the place and stay there."""
        goes_home = self.lo == HOME + 1 and place == self.hi
        for face in WILD_FACES:
            if face != own and not (goes_home and face[1] == self.suit):
                yield face


def _thrifty(held: Counter[str], suit: str, lo: int, hi: int) -> Iterator[Faces]:
    left = held.copy()
    cards: list[str] = []
    for place in range(lo, hi + 1):
        face = PLACES[place - 1] + suit
        cards.append(face if left[face] else "")
        left[face] -= bool(left[face])
    own = "2" + suit
    wild = [face for face in WILD_FACES if face != own for _ in range(left[face])] + [own] * left[own]
    gaps = cards.count("")
    if gaps > min(len(wild), len(cards) // 2):
        return
    chosen = iter(wild)
    found = tuple(face or next(chosen) for face in cards)
    if not (lo == HOME + 1 and not cards[-1] and found[-1] == own):
        yield found


def _groups(held: Counter[str], rank: str) -> Iterator[Faces]:
    faces = [rank + suit for suit in SUITS if rank + suit in held]
    twos = [face for face in WILD_FACES if face in held]
    wild_max = _wild_count(held)
    for numbers in product(*(range(held[face] + 1) for face in faces)):
        natural = tuple(face for face, number in zip(faces, numbers, strict=True) for _ in range(number))
        if len(natural) < NATURALS_MIN:
            continue
        for count in range(max(0, 3 - len(natural)), min(len(natural), wild_max) + 1):
            for wild in combinations_with_replacement(twos, count):
                if all(wild.count(face) <= held[face] for face in wild):
                    yield (*natural, *wild)
