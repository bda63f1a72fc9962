"""Cuts a hand into as few and as good plays as it can, for the computer player.

Every part has a cost: 1 for what will hardly win a trick, near 0 for what surely does, below 0 for bombs. The cost of a
hand is about how many tricks others must be let win before it is gone. Suits count for straight bombs alone.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.tichu.cards import ACE, DOG, DRAGON, LOWEST, MAHJONG, NATURALS, OF_RANK, PHOENIX
from games.tichu.combos import STRAIGHT_MIN, Kind
from games.tichu.legal_plays import bombs

Counts = tuple[int, ...]
"""By rank 0 … 14, how many cards; the Mah Jong is rank 1."""

BOMB_COST = -0.8
SINGLE_COST = {1: 0.6, 11: 0.9, 12: 0.85, 13: 0.7, 14: 0.4}
DRAGON_COST, PHOENIX_COST, DOG_COST = 0.1, 0.3, 0.6
PAIR_COST = {10: 0.9, 11: 0.8, 12: 0.65, 13: 0.45, 14: 0.15}
TRIPLE_COST = {8: 0.8, 9: 0.7, 10: 0.6, 11: 0.5, 12: 0.4, 13: 0.25, 14: 0.1}


class Part(NamedTuple):
    """One play of a partition. `phoenix`: the rank that it stands for, or 0."""

    kind: Kind
    high: int
    """The rank that is compared."""
    length: int
    cost: float
    low: int = 0
    """For a full house the pair's rank."""
    phoenix: int = 0


class Plan(NamedTuple):
    """A hand cut up."""

    cost: float
    parts: tuple[Part, ...]


def counts_of(hand: int) -> Counts:
    """How many cards of each rank a hand holds."""
    own = [0, 1 if hand & MAHJONG else 0]
    return (*own, *((hand & OF_RANK[rank]).bit_count() for rank in range(LOWEST, ACE + 1)))


@lru_cache(1 << 12)
def plan(hand: int) -> Plan:
    """The best partition that was found of a hand."""
    best = _with_specials(hand)
    for bomb in bombs(hand & NATURALS, None):
        if bomb.bit_count() >= STRAIGHT_MIN:
            rest = _with_specials(hand & ~bomb)
            part = Part("bomb_straight", _high(bomb), bomb.bit_count(), BOMB_COST)
            best = min(best, Plan(rest.cost + BOMB_COST, (part, *rest.parts)), key=_cost)
    return best


def _cost(found: Plan) -> float:
    return found.cost


def _high(mask: int) -> int:
    return max(rank for rank in range(LOWEST, ACE + 1) if mask & OF_RANK[rank])


def _with_specials(hand: int) -> Plan:
    """The partition with Dog, Dragon and the Phoenix alone, or where it saves more."""
    alone = [Part("dog", 0, 1, DOG_COST)] if hand & DOG else []
    alone += [Part("single", 15, 1, DRAGON_COST)] if hand & DRAGON else []
    counts = counts_of(hand)
    best = _cut(counts)
    if hand & PHOENIX:
        best = Plan(best.cost + PHOENIX_COST, (*best.parts, Part("single", 0, 1, PHOENIX_COST)))
        for rank in _phoenix_ranks(counts):
            wild = _cut((*counts[:rank], counts[rank] + 1, *counts[rank + 1 :]))
            parts = _marked(wild.parts, rank)
            if wild.cost < best.cost and parts:
                best = Plan(wild.cost, parts)
    return Plan(best.cost + sum(part.cost for part in alone), (*best.parts, *alone))


def _phoenix_ranks(counts: Counts) -> Iterator[int]:
    """Where the Phoenix may help: another card of a rank, or a rank that is lacking beside others."""
    for rank in range(LOWEST, ACE + 1):
        if counts[rank] in (1, 2) or (not counts[rank] and _beside(counts, rank) >= STRAIGHT_MIN - 1):
            yield rank


def _beside(counts: Counts, rank: int) -> int:
    """How many ranks are there in the runs right below and above this one."""
    low, high = rank, rank
    while low > 1 and counts[low - 1]:
        low -= 1
    while high < ACE and counts[high + 1]:
        high += 1
    return high - low


def _marked(parts: tuple[Part, ...], rank: int) -> tuple[Part, ...]:
    """The parts with the Phoenix written into one that has this rank, the longest; empty if it would stand alone."""
    holders = [part for part in parts if _has(part, rank) and part.kind not in ("bomb_four", "single")]
    if not holders:
        return ()
    chosen = max(holders, key=lambda part: part.length)
    place = parts.index(chosen)
    return (*parts[:place], chosen._replace(phoenix=rank), *parts[place + 1 :])


def _has(part: Part, rank: int) -> bool:
    if part.kind == "straight":
        return part.high - part.length < rank <= part.high
    if part.kind == "stairs":
        return part.high - part.length // 2 < rank <= part.high
    return rank in (part.high, part.low)


# --- ranks alone ---


@lru_cache(1 << 15)
def _cut(counts: Counts) -> Plan:
    """The best partition into straights and the rest."""
    best = _rest(counts)
    for low, high in _windows(counts):
        after = _cut((*counts[:low], *(count - 1 for count in counts[low : high + 1]), *counts[high + 1 :]))
        length = high - low + 1
        cost = max(0.15, 0.95 - 0.07 * (high - 6) - 0.08 * (length - STRAIGHT_MIN))
        if after.cost + cost < best.cost:
            best = Plan(after.cost + cost, (Part("straight", high, length, cost), *after.parts))
    return best


def _windows(counts: Counts) -> Iterator[tuple[int, int]]:
    """Lowest and highest rank of every straight there is."""
    low = 1
    while low <= ACE:
        high = low
        while high <= ACE and counts[high]:
            high += 1
        for start in range(low, high - STRAIGHT_MIN + 1):
            yield from ((start, end) for end in range(start + STRAIGHT_MIN - 1, high))
        low = high + 1


def _rest(counts: Counts) -> Plan:
    """A partition without straights: bombs, stairs, full houses, and what is left."""
    parts = [Part("bomb_four", rank, 4, BOMB_COST) for rank in range(LOWEST, ACE + 1) if counts[rank] == 4]
    pairs = [rank for rank in range(LOWEST, ACE + 1) if counts[rank] == 2]
    for run in _runs(pairs):
        if len(run) > 1:
            length = 2 * len(run)
            parts.append(Part("stairs", run[-1], length, max(0.1, 0.85 - 0.06 * (run[-1] - 3) - 0.05 * length)))
            pairs = [rank for rank in pairs if rank not in run]
    for rank in range(LOWEST, ACE + 1):
        if counts[rank] == 3 and pairs and pairs[0] < ACE:
            parts.append(Part("full_house", rank, 5, max(0.1, 0.8 - 0.06 * (rank - 3)), low=pairs.pop(0)))
        elif counts[rank] == 3:
            parts.append(Part("triple", rank, 3, TRIPLE_COST.get(rank, 0.9)))
    parts += [Part("pair", rank, 2, PAIR_COST.get(rank, 0.95)) for rank in pairs]
    singles = (rank for rank in range(1, ACE + 1) if counts[rank] == 1)
    parts += [Part("single", rank, 1, SINGLE_COST.get(rank, 1.0)) for rank in singles]
    return Plan(sum(part.cost for part in parts), tuple(parts))


def _runs(ranks: list[int]) -> list[list[int]]:
    """Ranks that follow each other, together."""
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and runs[-1][-1] == rank - 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return runs


def cards_for(part: Part, hand: int) -> int:
    """The cards of a hand for a part of its partition; of equals those that leave most bombs whole."""
    if part.kind == "dog":
        return DOG
    if part.kind == "bomb_straight":
        return next(bomb for bomb in bombs(hand, None) if bomb.bit_count() == part.length and _high(bomb) == part.high)
    if part.kind == "single" and part.high in (0, 15):
        return DRAGON if part.high else PHOENIX
    bombing = in_straight_bombs(hand)
    found = PHOENIX if part.phoenix else 0
    for rank, number in _needs(part):
        held = hand & OF_RANK[rank] if rank > 1 else MAHJONG
        found |= _first(held & ~bombing, held & bombing, number - (rank == part.phoenix))
    return found


def in_straight_bombs(hand: int) -> int:
    """The cards of a hand that belong to straight bombs."""
    found = 0
    for bomb in bombs(hand & NATURALS, None):
        if bomb.bit_count() >= STRAIGHT_MIN:
            found |= bomb
    return found


def _needs(part: Part) -> Iterator[tuple[int, int]]:
    """Ranks and how many cards of each a part takes, the Phoenix among them."""
    if part.kind == "straight":
        yield from ((rank, 1) for rank in range(part.high - part.length + 1, part.high + 1))
    elif part.kind == "stairs":
        yield from ((rank, 2) for rank in range(part.high - part.length // 2 + 1, part.high + 1))
    elif part.kind == "full_house":
        yield from ((part.high, 3), (part.low, 2))
    else:
        yield part.high, part.length


def _first(free: int, bombing: int, number: int) -> int:
    """So many cards, from the free ones first."""
    found = 0
    for held in (free, bombing):
        while held and found.bit_count() < number:
            found |= held & -held
            held &= held - 1
    return found
