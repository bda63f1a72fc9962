"""What a hand of tichu can play, plain, from the rules in words alone, but fast enough for whole matches.

Readings are those of reference.py; here the sets are searched by their pattern, not among all subsets.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import combinations, product

from tests.games.tichu import reference
from tests.games.tichu.reference import Reading, is_natural, value

Cards = frozenset[str]


def patterns() -> Iterator[dict[int, int]]:
    """Value → how many of it: pairs, triples, fours, full houses, stairs and straights; the value 1 is MJ."""
    for rank in range(2, 15):
        yield from ({rank: count} for count in (2, 3, 4))
        yield from ({rank: 3, other: 2} for other in range(2, 15) if other != rank)
        yield from (dict.fromkeys(range(rank, high + 1), 2) for high in range(rank + 1, 15))
    for low in range(1, 11):
        yield from (dict.fromkeys(range(low, high + 1), 1) for high in range(low + 4, 15))


PATTERNS = list(patterns())


def filled(held: dict[int, list[str]], pattern: dict[int, int], has_phoenix: bool) -> Iterator[Cards]:
    """The sets of cards that fill a pattern, PHX for one of its cards or not at all."""
    short = sum(max(0, count - len(held.get(rank, ()))) for rank, count in pattern.items())
    if short > has_phoenix:
        return
    for wild in (0, *(rank for rank in pattern if rank > 1 and has_phoenix)):
        counts = [(rank, count - (rank == wild)) for rank, count in pattern.items()]
        for parts in product(*(combinations(held.get(rank, ()), count) for rank, count in counts)):
            yield frozenset(card for part in parts for card in part) | ({"PHX"} if wild else frozenset())


@lru_cache(2_000)
def sets_of(hand: Cards) -> frozenset[Cards]:
    """Every set of cards of a hand that is a combination; far faster than trying all subsets."""
    held: dict[int, list[str]] = {1: ["MJ"]} if "MJ" in hand else {}
    for card in sorted(filter(is_natural, hand)):
        held.setdefault(value(card[0]), []).append(card)
    found = {frozenset([card]) for card in hand}
    found.update(cards for pattern in PATTERNS for cards in filled(held, pattern, "PHX" in hand))
    return frozenset(cards for cards in found if readings(cards, None))


def readings(cards: Collection[str], top: Reading | None) -> tuple[Reading, ...]:
    """What the cards may be on the top; two or more are the same on every top."""
    return reference.readings(tuple(cards), top) if len(cards) == 1 else _of_set(frozenset(cards))


@lru_cache(100_000)
def _of_set(cards: Cards) -> tuple[Reading, ...]:
    return reference.readings(tuple(cards), None)


def misfit(reading: Reading, top: Reading | None) -> str | None:
    """Why a combination may not be laid on the top: checks 9 to 11 of §5."""
    if top is None:
        return None
    if reading.type == "dog":
        return "dog_only_on_lead"
    if reference.beats(reading, top):
        return None
    comparable = (reading.type, reading.length) == (top.type, top.length)
    return "too_low" if comparable or is_bomb(reading) or is_bomb(top) else "wrong_combination"


def is_bomb(reading: Reading) -> bool:
    """Four alike, or a straight of one suit."""
    return reading.type in ("bomb_four", "bomb_straight")


def best(cards: Collection[str], top: Reading | None, phx_as: str | None = None) -> Reading | None:
    """The named reading, else the highest; None: there is none."""
    found = [each for each in readings(cards, top) if phx_as in (None, each.phx_as)]
    return max(found, key=lambda each: each.rank, default=None)


def has_wished(cards: Collection[str], wish: str | None) -> bool:
    """Whether a natural card of the wished rank is among the cards."""
    return any(is_natural(card) and card[0] == wish for card in cards)
