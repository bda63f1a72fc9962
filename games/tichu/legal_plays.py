"""Finds plays: every set of cards of a hand that may be led, or go on the top, each once (RULES.md §6–§8, §11).

A set with two readings is found by its highest one, which beats whatever the other beats.
"""

from collections.abc import Iterator
from itertools import combinations, product

from games.tichu.cards import (
    ACE,
    DRAGON,
    LOWEST,
    MAHJONG,
    NATURALS,
    OF_RANK,
    PHOENIX,
    SUIT,
    cards_of,
)
from games.tichu.combos import (
    DRAGON_STRENGTH,
    STRAIGHT_MIN,
    Combo,
    beats,
    is_one_suit,
    ranks_held,
)

RANKS = range(LOWEST, ACE + 1)


def _choices() -> tuple[dict[int, tuple[int, ...]], ...]:
    """By number: the naturals of one rank that are held → every choice of so many of them."""
    tables: list[dict[int, tuple[int, ...]]] = [{} for _ in range(5)]
    for rank in RANKS:
        bits = [1 << card for card in cards_of(OF_RANK[rank])]
        for held in range(16):
            own = [bit for place, bit in enumerate(bits) if held >> place & 1]
            for number in range(1, 5):
                tables[number][sum(own)] = tuple(map(sum, combinations(own, number)))
    tables[1][MAHJONG] = (MAHJONG,)
    return tuple(tables)


CHOICES = _choices()
_ONE, _TWO, _THREE = CHOICES[1], CHOICES[2], CHOICES[3]


def plays(hand: int, top: Combo | None, need: int = 0) -> Iterator[int]:
    """Every set that may be led (`top` None) or beats the top. `need`: only sets with a card of this mask, which is
    the naturals of one rank."""
    found = leads(hand) if top is None else follows(hand, top)
    return (mask for mask in found if mask & need) if need else found


def leads(hand: int) -> Iterator[int]:
    """Every combination in a hand."""
    for card in cards_of(hand):
        yield 1 << card
    yield from _pairs(hand, 0)
    yield from _triples(hand, 0)
    for pairs in range(2, hand.bit_count() // 2 + 1):
        yield from _stairs(hand, pairs, 0)
    yield from _full_houses(hand, 0)
    for length in range(STRAIGHT_MIN, min(hand.bit_count(), ACE) + 1):
        yield from _straights(hand, length, 0)
    yield from bombs(hand, None)


def follows(hand: int, top: Combo) -> Iterator[int]:
    """Every combination in a hand that beats the top, bombs last."""
    over = top.strength // 2
    if top.kind == "single":
        yield from _singles(hand, top.strength)
    elif top.kind == "pair":
        yield from _pairs(hand, over)
    elif top.kind == "triple":
        yield from _triples(hand, over)
    elif top.kind == "full_house":
        yield from _full_houses(hand, over)
    elif top.kind == "stairs":
        yield from _stairs(hand, top.length // 2, over)
    elif top.kind == "straight":
        yield from _straights(hand, top.length, over)
    if top.kind != "dog":
        yield from bombs(hand, top)


def _above(ranks: int, over: int) -> Iterator[int]:
    """The ranks of a mask that are higher than `over`, ascending."""
    return cards_of(ranks >> over + 1 << over + 1)


def _singles(hand: int, strength: int) -> Iterator[int]:
    for rank in _above(ranks_held(hand)[0], strength // 2):
        yield from _ONE[hand & OF_RANK[rank]]
    if hand & PHOENIX and strength < DRAGON_STRENGTH:
        yield PHOENIX
    if hand & DRAGON:
        yield DRAGON


def _pairs(hand: int, over: int) -> Iterator[int]:
    once, twice, _, _ = ranks_held(hand)
    for rank in _above(twice, over):
        yield from _TWO[hand & OF_RANK[rank]]
    if hand & PHOENIX:
        for rank in _above(once, over):
            for one in _ONE[hand & OF_RANK[rank]]:
                yield one | PHOENIX


def _triples(hand: int, over: int) -> Iterator[int]:
    _, twice, thrice, _ = ranks_held(hand)
    for rank in _above(thrice, over):
        yield from _THREE[hand & OF_RANK[rank]]
    if hand & PHOENIX:
        for rank in _above(twice, over):
            for two in _TWO[hand & OF_RANK[rank]]:
                yield two | PHOENIX


def _full_houses(hand: int, over: int) -> Iterator[int]:
    once, twice, thrice, _ = ranks_held(hand)
    yield from _houses(hand, _THREE, thrice >> over + 1 << over + 1, _TWO, twice, 0)
    if not hand & PHOENIX:
        return
    yield from _houses(hand, _THREE, thrice >> over + 1 << over + 1, _ONE, once, PHOENIX)
    for high in _above(twice, over):
        lower = twice & (1 << high) - 1
        yield from _houses(hand, _TWO, 1 << high, _TWO, lower, PHOENIX)


def _houses(
    hand: int, big: dict[int, tuple[int, ...]], triples: int, small: dict[int, tuple[int, ...]], pairs: int, more: int
) -> Iterator[int]:
    """Choices from a rank of `triples` with choices from another of `pairs`, and the cards `more`."""
    for rank in cards_of(triples):
        for other in cards_of(pairs & ~(1 << rank)):
            for cards in big[hand & OF_RANK[rank]]:
                for pair in small[hand & OF_RANK[other]]:
                    yield cards | pair | more


def _stairs(hand: int, pairs: int, over: int) -> Iterator[int]:
    """So many pairs that end above a rank; the Phoenix takes one place where there is but one card."""
    once, twice, _, _ = ranks_held(hand)
    for high in range(max(over, LOWEST + pairs - 2) + 1, ACE + 1):
        low = high - pairs + 1
        window = (1 << high + 1) - (1 << low)
        if window & ~once:
            continue
        lacking = window & ~twice
        two = [_TWO[hand & OF_RANK[rank]] for rank in range(low, high + 1)]
        if not lacking:
            yield from map(sum, product(*two))
        if hand & PHOENIX and lacking.bit_count() < 2:
            for rank in cards_of(lacking or window):
                one = _ONE[hand & OF_RANK[rank]]
                yield from map(sum, product(*two[: rank - low], one, *two[rank - low + 1 :], (PHOENIX,)))


def _straights(hand: int, length: int, over: int) -> Iterator[int]:
    """Straights that are no bombs. With the Phoenix at the lower end only where it cannot be at the upper one."""
    ranks = ranks_held(hand)[0] | (2 if hand & MAHJONG else 0)
    for high in range(max(over, length - 1) + 1, ACE + 1):
        low = high - length + 1
        window = (1 << high + 1) - (1 << low)
        lacking = window & ~ranks
        if lacking and (lacking & lacking - 1 or not hand & PHOENIX):
            continue
        ones = [_ONE[hand & OF_RANK[rank] if rank > 1 else MAHJONG] for rank in range(max(low, 1), high + 1)]
        if not lacking:
            yield from (mask for mask in map(sum, product(*ones)) if not is_one_suit(mask))
        if hand & PHOENIX:
            for rank in cards_of(lacking or window):
                if rank > 1 and (rank > low or high == ACE):
                    yield from map(sum, product(*ones[: rank - low], (PHOENIX,), *ones[rank - low + 1 :]))


def bombs(hand: int, top: Combo | None) -> Iterator[int]:
    """Every bomb in a hand that beats the top; with None every bomb."""
    for rank in cards_of(ranks_held(hand)[3]):
        if top is None or beats(Combo("bomb_four", 4, 2 * rank), top):
            yield OF_RANK[rank]
    if (hand & NATURALS).bit_count() >= STRAIGHT_MIN:
        for suit in range(4):
            yield from _straight_bombs(hand >> 13 * suit & SUIT, 13 * suit, top)


def _straight_bombs(ranks: int, shift: int, top: Combo | None) -> Iterator[int]:
    """Of the cards of one suit, bit rank − 2."""
    length, starts = STRAIGHT_MIN, ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4
    while starts:
        for low in cards_of(starts):
            if top is None or beats(Combo("bomb_straight", length, 2 * (low + length + 1)), top):
                yield (1 << length) - 1 << low + shift
        starts &= ranks >> length
        length += 1


# --- questions with yes or no ---


def can_play(hand: int, top: Combo | None, need: int = 0) -> bool:
    """Whether any such play exists."""
    return next(plays(hand, top, need), 0) != 0


def has_duty(hand: int, top: Combo | None, wish: int) -> bool:
    """Whether the seat in turn must play a natural card of the wished rank (RULES.md §11)."""
    need = OF_RANK[wish]
    if not wish or not hand & need:
        return False
    if top is None:
        return True
    if top.kind == "single" and 2 * wish > top.strength:
        return True
    return can_play(hand, top, need)
