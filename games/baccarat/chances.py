"""Exact chances of a fresh shoe: all ordered draws of six cards, counted by values (RULES.md §9)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from games.baccarat.third_card import CARDS_MAX, CARDS_MIN, SIX, draws

_SHOES_KEPT = 8
"""Shoes of so many sizes stay counted: to count one takes half a second."""
Counts = list[int]
"""Value → how many cards of it are left."""


class Kind(NamedTuple):
    """Rounds alike in all that counts but pairs."""

    totals: tuple[int, int]
    cards: tuple[int, int]
    """Of Player and of Banker."""

    @property
    def used(self) -> int:
        """Cards in the round."""
        return sum(self.cards)


@lru_cache(maxsize=_SHOES_KEPT)
def every_kind(packs: int) -> Mapping[Kind, int]:
    """Kind of round → in how many of the ordered draws of six cards it comes up."""
    found: Counter[Kind] = Counter()
    counts = [16 * packs, *(4 * packs,) * 9]
    for player, banker, ways in _openings(counts):
        totals = sum(player) % 10, sum(banker) % 10
        rest = counts.copy()
        for value in (*player, *banker):
            rest[value] -= 1
        for kind, more in _finished(totals, rest):
            found[kind] += ways * more
    return MappingProxyType(found)


def _openings(counts: Counts) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Player's and Banker's first two values, the lower one first, and in how many ordered draws they come."""
    pairs = [pair for pair in product(range(10), repeat=2) if pair[0] <= pair[1]]
    for player, banker in product(pairs, repeat=2):
        left, ways = counts.copy(), (1 + (player[0] != player[1])) * (1 + (banker[0] != banker[1]))
        for value in (*player, *banker):
            ways *= left[value]
            left[value] -= 1
        if ways > 0:
            yield player, banker, ways


def _finished(totals: tuple[int, int], rest: Counts) -> Iterator[tuple[Kind, int]]:
    """How a round goes on from two cards each, with the number of ordered draws of two more cards."""
    player, banker = totals
    left = sum(rest)
    if draws(player, banker, 0) == (False, False):
        yield Kind(totals, (2, 2)), left * (left - 1)
        return
    for value, ways in enumerate(rest):
        player_draws, banker_draws = draws(player, banker, value)
        if player_draws and banker_draws:
            yield from _two_more(totals, rest, value)
        elif player_draws:
            yield Kind(((player + value) % 10, banker), (3, 2)), ways * (left - 1)
        else:
            yield Kind((player, (banker + value) % 10), (2, 3)), ways * (left - 1)


def _two_more(totals: tuple[int, int], rest: Counts, third: int) -> Iterator[tuple[Kind, int]]:
    for value, ways in enumerate(rest):
        both = rest[third] * (ways - (value == third))
        yield Kind(((totals[0] + third) % 10, (totals[1] + value) % 10), (3, 3)), both


def enumerated(packs: int) -> dict[str, int]:
    """Ordered draws of six cards by what they make."""
    found = every_kind(packs)
    sums: Counter[str] = Counter()
    for kind, ways in found.items():
        player, banker = kind.totals
        sums["total"] += ways
        sums["player" if player > banker else "banker" if banker > player else "tie"] += ways
        if banker == SIX and player < SIX:
            sums["banker_six_two_cards" if kind.cards[1] == 2 else "banker_six_three_cards"] += ways
        if kind.used == CARDS_MIN and max(kind.totals) >= 8:
            sums["natural"] += ways
    names = ("total", "banker", "player", "tie", "banker_six_two_cards", "banker_six_three_cards", "natural")
    return {name: sums[name] for name in names}


def round_lengths(packs: int) -> dict[int, int]:
    """Cards in a round → ordered draws."""
    found = every_kind(packs)
    return {
        used: sum(ways for kind, ways in found.items() if kind.used == used) for used in range(CARDS_MIN, CARDS_MAX + 1)
    }
