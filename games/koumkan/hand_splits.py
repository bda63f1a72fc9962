"""The best split of a hand into melds: exact, for hands of up to eleven cards (RULES.md §8).

Wild cards are all alike, so only natural cards are searched. A *base* is a set of natural cards that wild cards can
make a meld: a run, or two to four of a group (a single card counts as a run). For every set of natural cards that
splits into bases the search keeps how few wild cards are needed, and how many find room: any number once there is a
run, four cards a group otherwise. A hand has at most eleven cards, so no run ever grows beyond thirteen.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.koumkan.meld_rules import GROUP_MAX, MELD_MIN, WILD_POINTS, arranged, points_of
from games.koumkan.state import GameId
from games.toolkit.double_deck import FACE, RANK, SUIT, Card
from games.toolkit.melds import Kind, Meld

HANDS_KEPT = 128
"""Of so many hands the search is kept: a table shows the same hands after every move."""
HAND_MAX = 11
"""No hand has more cards."""
ANY = 99
"""Room for all the wild cards there are."""


class Base(NamedTuple):
    """Natural cards, as bits of the hand's, that wild cards can make a meld."""

    bits: int
    kind: Kind
    need: int
    """How few wild cards make it a meld."""
    room: int
    """How many it takes."""


class Cover(NamedTuple):
    """A set of natural cards split into bases."""

    need: int
    room: int
    bases: tuple[Base, ...]


NOTHING = Cover(0, 0, ())


class Split(NamedTuple):
    """Disjoint melds of a hand and what is left."""

    deadwood: int
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]


class Splitter:
    """The splits of one hand of up to eleven cards, and of what is left of it after any discard."""

    def __init__(self, game: GameId, wild: frozenset[Card], hand: Sequence[Card]) -> None:
        if len(hand) > HAND_MAX:
            raise ValueError("more cards than a hand has")
        self.wild_set = wild
        ordered = sorted(hand, key=lambda card: (SUIT[card], RANK[card]))
        self.wild = [card for card in ordered if card in wild]
        self.natural = [card for card in ordered if card not in wild]
        self._points = [points_of(game, wild, card) for card in self.natural]
        self._all = (1 << len(self.natural)) - 1
        covers = _covers(tuple(FACE[card] for card in self.natural), len(self.wild))
        self._found = [(bits, self._sum(bits), cover) for bits, some in covers.items() for cover in some]

    def _sum(self, bits: int) -> int:
        return sum(points for index, points in enumerate(self._points) if bits >> index & 1)

    @property
    def covers(self) -> int:
        """In how many ways parts of the hand split."""
        return len(self._found)

    def best(self, without: Card | None = None) -> Split:
        """The split with the smallest deadwood, of the hand without one card where one is named."""
        allowed, wild = self._allowed(without), self._wild_left(without)
        bits, cover = self._best(allowed, len(wild))
        melds, over = self._filled(cover, wild)
        left = [card for index, card in enumerate(self.natural) if allowed & ~bits & 1 << index]
        return Split(self.deadwood(without), melds, (*left, *over))

    def deadwood(self, without: Card | None = None) -> int:
        """The smallest possible value of the cards left after removing disjoint melds."""
        allowed, count = self._allowed(without), len(self._wild_left(without))
        bits, cover = self._best(allowed, count)
        return self._sum(allowed & ~bits) + WILD_POINTS * max(0, count - cover.room)

    def _best(self, allowed: int, count: int) -> tuple[int, Cover]:
        """The cover that removes most, by allowed natural cards and with so many wild ones; and its natural cards."""
        best, most = (0, NOTHING), 0
        for bits, points, cover in self._found:
            if cover.need <= count and not bits & ~allowed:
                removed = points + WILD_POINTS * min(count, cover.room)
                if removed > most:
                    best, most = (bits, cover), removed
        return best

    def _allowed(self, without: Card | None) -> int:
        return self._all if without is None or without in self.wild_set else self._all ^ self._bit(without)

    def _bit(self, card: Card) -> int:
        return 1 << self.natural.index(card)

    def _wild_left(self, without: Card | None) -> list[Card]:
        return [card for card in self.wild if card != without]

    def _filled(self, cover: Cover, wild: list[Card]) -> tuple[tuple[Meld, ...], list[Card]]:
        """The bases with wild cards: what each needs, then as many more as find room; and those over."""
        counts, over = [base.need for base in cover.bases], len(wild) - cover.need
        for index, base in sorted(enumerate(cover.bases), key=lambda each: -each[1].room):
            more = min(over, base.room - base.need)
            counts[index], over = counts[index] + more, over - more
        melds, rest = [], wild
        for base, count in zip(cover.bases, counts, strict=True):
            natural = [card for index, card in enumerate(self.natural) if base.bits >> index & 1]
            melds.append(arranged((*natural, *rest[:count]), self.wild_set, base.kind))
            rest = rest[count:]
        return tuple(melds), rest


@lru_cache(maxsize=HANDS_KEPT)
def _covers(natural: tuple[Card, ...], wild: int) -> dict[int, tuple[Cover, ...]]:
    """Every set of natural cards, as bits, that splits into bases with so many wild cards, and the covers of it of
    which none is as good as another. The lowest card of a set is in the base that is chosen for it."""
    by_lowest = _bases_by_lowest(natural, wild)
    covers: dict[int, tuple[Cover, ...]] = {0: (NOTHING,)}
    for lowest in reversed(range(len(natural))):
        found: dict[int, list[Cover]] = {}
        for base in by_lowest.get(1 << lowest, ()):
            for bits, rest in covers.items():
                if not bits & base.bits:
                    found.setdefault(bits | base.bits, []).extend(
                        Cover(base.need + cover.need, min(ANY, base.room + cover.room), (base, *cover.bases))
                        for cover in rest
                        if base.need + cover.need <= wild
                    )
        covers |= {bits: _not_worse(some) for bits, some in found.items() if some}
    return covers


def _not_worse(covers: list[Cover]) -> tuple[Cover, ...]:
    """One cover for each need that has more room than all that need less."""
    kept: list[Cover] = []
    for cover in sorted(covers, key=lambda each: (each.need, -each.room)):
        if not kept or cover.room > kept[-1].room:
            kept.append(cover)
    return tuple(kept)


def _bases_by_lowest(natural: Sequence[Card], wild: int) -> dict[int, list[Base]]:
    """The bases by the bit of their lowest card."""
    found: dict[int, list[Base]] = {}
    for base in _bases(natural, wild):
        found.setdefault(base.bits & -base.bits, []).append(base)
    return found


def _bases(natural: Sequence[Card], wild: int) -> Iterator[Base]:
    """Every base that so many wild cards make a meld, the largest first among those beginning with the same card."""
    for first in range(len(natural)):
        yield from bases_from(natural, wild, first)


def bases_from(natural: Sequence[Card], wild: int, first: int) -> Iterator[Base]:
    """Those whose lowest card is this one; cards are sorted by suit and rank."""
    yield from _run_bases(natural, wild, first)
    card = natural[first]
    others = [index for index in range(first + 1, len(natural)) if RANK[natural[index]] == RANK[card]]
    yield from _group_bases(natural, wild, 1 << first, {SUIT[card]}, others)


def _run_bases(natural: Sequence[Card], wild: int, first: int) -> Iterator[Base]:
    """Runs whose lowest natural card is this one; cards are sorted by suit and rank."""
    lowest = natural[first]
    grown = [(1 << first, first, 1)]
    while grown:
        bits, last, count = grown.pop()
        gaps = RANK[natural[last]] - RANK[lowest] + 1 - count
        need = max(gaps, MELD_MIN - count)
        if need <= wild:
            yield Base(bits, "run", need, ANY)
        for index in range(last + 1, len(natural)):
            card = natural[index]
            if SUIT[card] != SUIT[lowest] or RANK[card] - RANK[lowest] - count > wild:
                break
            if RANK[card] > RANK[natural[last]]:
                grown.append((bits | 1 << index, index, count + 1))


def _group_bases(
    natural: Sequence[Card], wild: int, bits: int, suits: set[int], others: Sequence[int]
) -> Iterator[Base]:
    """Groups that hold the cards of `bits`, of these suits, and at least one of the others."""
    for place, index in enumerate(others):
        suit = SUIT[natural[index]]
        if suit not in suits:
            more, count = bits | 1 << index, len(suits) + 1
            need = max(0, MELD_MIN - count)
            if need <= wild:
                yield Base(more, "group", need, GROUP_MAX - count)
            yield from _group_bases(natural, wild, more, suits | {suit}, others[place + 1 :])


def deadwood_of(game: GameId, wild: frozenset[Card], hand: Sequence[Card]) -> int:
    """The smallest possible value of what is left of a hand after removing disjoint melds."""
    return Splitter(game, wild, hand).deadwood()


# --- complete hands: whether one is melds and nothing else, and which discards make it so (RULES.md §7) ---
#
# The search goes from the lowest natural card up: it is in one of its bases, or it is the discard. Most hands have two
# cards that are in none, and are done with at once; so bases are looked for card by card.


def is_complete(hand: Sequence[Card], wild: frozenset[Card]) -> bool:
    """Whether all cards of a hand of up to ten are melds and nothing is left."""
    cover = _Cover(hand, wild)
    return bool(cover.natural) and cover.covers(cover.all, cover.wild, 0)


def discards_that_complete(hand: Sequence[Card], wild: frozenset[Card]) -> list[Card]:
    """The cards of a hand without any one of which the others are melds and nothing else."""
    cover = _Cover(hand, wild)
    spared = cover.spared(cover.all, cover.wild, 0) if len(cover.natural) > 1 else 0
    found = [card for index, card in enumerate(cover.natural) if spared >> index & 1]
    if cover.natural and cover.wild and cover.covers(cover.all, cover.wild - 1, 0):
        found += [card for card in hand if card in wild]
    return found


class _Cover:
    """The bases of one hand, found when they are asked for. Sets of natural cards are bits; `room` is how many more
    wild cards the bases chosen so far take."""

    def __init__(self, hand: Sequence[Card], wild: frozenset[Card]) -> None:
        natural = [card for card in hand if card not in wild]
        self.natural = sorted(natural, key=lambda card: (SUIT[card], RANK[card]))
        self.wild = len(hand) - len(natural)
        self.all = (1 << len(natural)) - 1
        self._bases: dict[int, list[Base]] = {}

    def covers(self, bits: int, wild: int, room: int) -> bool:
        """Whether these cards are bases and nothing else, and so many wild cards find place in them and in `room`."""
        if not bits:
            return wild <= room
        return any(
            self.covers(bits ^ base.bits, wild - base.need, room + base.room - base.need)
            for base in self._within(bits, wild)
        )

    def spared(self, bits: int, wild: int, room: int) -> int:
        """Those of these cards without any one of which the others are covered."""
        if not bits:
            return 0
        lowest = bits & -bits
        found = lowest if self.covers(bits ^ lowest, wild, room) else 0
        for base in self._within(bits, wild):
            found |= self.spared(bits ^ base.bits, wild - base.need, room + base.room - base.need)
        return found

    def _within(self, bits: int, wild: int) -> list[Base]:
        """The bases of the lowest of these cards with others of them and with so many wild ones."""
        lowest = bits & -bits
        if lowest not in self._bases:
            self._bases[lowest] = list(bases_from(self.natural, self.wild, lowest.bit_length() - 1))
        return [base for base in self._bases[lowest] if base.need <= wild and not base.bits & ~bits]
