"""Whether a hand is melds and nothing else, and which discards make it so (RULES.md §7).

The search goes from the lowest natural card up: it is in one of its bases, or it is the discard. Most hands have two
cards that are in none, and are done with at once; so bases are looked for card by card.
"""

from collections.abc import Sequence

from games.koumkan.hand_splits import Base, bases_from
from games.toolkit.double_deck import RANK, SUIT, Card


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
