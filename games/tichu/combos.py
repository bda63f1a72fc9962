"""What a set of cards is, and what beats what (RULES.md §6, §7)."""

from functools import lru_cache
from typing import Literal, NamedTuple

from games.tichu.cards import (
    ACE,
    DOG,
    DRAGON,
    LOWEST,
    MAHJONG,
    NATURALS,
    PHOENIX,
    SUIT,
)

Kind = Literal["single", "dog", "pair", "triple", "full_house", "stairs", "straight", "bomb_four", "bomb_straight"]

DRAGON_STRENGTH = 30
MAHJONG_STRENGTH = 2
PHOENIX_LED_STRENGTH = 3
STRAIGHT_MIN = 5


class Combo(NamedTuple):
    """One reading of a set of cards. `strength` is the doubled rank, `phoenix` the rank it stands for or 0."""

    kind: Kind
    length: int
    strength: int
    phoenix: int = 0

    @property
    def is_bomb(self) -> bool:
        """Whether it beats everything that is no bomb."""
        return self.kind in BOMBS


BOMBS = ("bomb_four", "bomb_straight")
"""The lower kind first."""
NOTHING: tuple[Combo, ...] = ()
DOG_ALONE = (Combo("dog", 1, 0),)
_SPECIAL_SINGLE = {
    MAHJONG: (Combo("single", 1, MAHJONG_STRENGTH),),
    DOG: DOG_ALONE,
    PHOENIX: (Combo("single", 1, PHOENIX_LED_STRENGTH),),
    DRAGON: (Combo("single", 1, DRAGON_STRENGTH),),
}


@lru_cache(1 << 15)
def readings(mask: int) -> tuple[Combo, ...]:
    """Everything that a set of cards may be, the highest first; two readings only with the Phoenix. The Phoenix alone
    is read as it is led."""
    length = mask.bit_count()
    if length == 1:
        return _SPECIAL_SINGLE.get(mask) or (Combo("single", 1, 2 * rank_of_single(mask)),)
    if length == 0 or mask & (DOG | DRAGON):
        return NOTHING
    once, *more = ranks_held(mask)
    if mask & MAHJONG:
        return NOTHING if more[0] else _straight(mask, length, once | 2)
    return _alike(mask, length, once, *more) or (NOTHING if more[0] else _straight(mask, length, once))


def rank_of_single(bit: int) -> int:
    """The rank of a natural card."""
    return (bit.bit_length() - 1) % 13 + LOWEST


def ranks_held(mask: int) -> tuple[int, int, int, int]:
    """Of which ranks at least one, two, three, four naturals are there: bit r for rank r."""
    a, b, c, d = mask & SUIT, mask >> 13 & SUIT, mask >> 26 & SUIT, mask >> 39 & SUIT
    ab, cd, a_b, c_d = a & b, c & d, a | b, c | d
    return (a_b | c_d) << 2, (ab | cd | a_b & c_d) << 2, (ab & c_d | cd & a_b) << 2, (ab & cd) << 2


def _alike(mask: int, length: int, once: int, twice: int, thrice: int, four: int) -> tuple[Combo, ...]:
    """Readings in which ranks occur more than once; `length` is at least 2."""
    phoenix = 1 if mask & PHOENIX else 0
    different = once.bit_count()
    if different == 1:
        return _one_rank(length, once.bit_length() - 1, phoenix)
    if length == 5 and different == 2 and not four:
        return _full_house(once, twice, thrice, phoenix)
    if length % 2 == 0 and different * 2 == length and not thrice and is_run(once):
        missing = once & ~twice
        if missing.bit_count() == phoenix:
            return (Combo("stairs", length, 2 * (once.bit_length() - 1), missing.bit_length() - 1 if phoenix else 0),)
    return NOTHING


def _one_rank(length: int, rank: int, phoenix: int) -> tuple[Combo, ...]:
    if length > 3:
        return (Combo("bomb_four", 4, 2 * rank),) if length == 4 and not phoenix else NOTHING
    return (Combo("pair" if length == 2 else "triple", length, 2 * rank, rank if phoenix else 0),)


def _full_house(once: int, twice: int, thrice: int, phoenix: int) -> tuple[Combo, ...]:
    """Five cards of two ranks, none of them four times."""
    high, low = once.bit_length() - 1, (once & -once).bit_length() - 1
    if thrice:
        rank = thrice.bit_length() - 1
        return (Combo("full_house", 5, 2 * rank, high + low - rank if phoenix else 0),)
    return (Combo("full_house", 5, 2 * high, high), Combo("full_house", 5, 2 * low, low))


def is_run(ranks: int) -> bool:
    """Whether the ranks of a mask, which is not empty, follow each other without a gap."""
    return not ranks & ranks + (ranks & -ranks)


def _straight(mask: int, length: int, ranks: int) -> tuple[Combo, ...]:
    """Readings of cards of different ranks; the Mah Jong is rank 1."""
    if length < STRAIGHT_MIN:
        return NOTHING
    high, low = ranks.bit_length() - 1, (ranks & -ranks).bit_length() - 1
    if not mask & PHOENIX:
        if not is_run(ranks):
            return NOTHING
        return (Combo("bomb_straight" if is_one_suit(mask) else "straight", length, 2 * high),)
    if is_run(ranks):
        above = (Combo("straight", length, 2 * high + 2, high + 1),) if high < ACE else NOTHING
        return (*above, Combo("straight", length, 2 * high, low - 1)) if low > LOWEST else above
    gap = (1 << high + 1) - (1 << low) ^ ranks
    return (Combo("straight", length, 2 * high, gap.bit_length() - 1),) if gap.bit_count() == 1 else NOTHING


def is_one_suit(mask: int) -> bool:
    """Whether there are naturals of one suit alone."""
    return not mask & ~NATURALS and any(not mask & ~(SUIT << 13 * suit) for suit in range(4))


# --- what beats what ---


def as_played(mask: int, combo: Combo, top: Combo | None) -> Combo:
    """The combination on the table: the Phoenix alone is half a rank above a single, which the Dragon still beats."""
    if mask != PHOENIX or top is None or top.kind != "single":
        return combo
    return combo._replace(strength=min(top.strength + 1, DRAGON_STRENGTH - 1))


def beats(combo: Combo, top: Combo) -> bool:
    """Whether a combination, as played, may go on another."""
    if combo.kind in BOMBS:
        return top.kind not in BOMBS or bomb_order(combo) > bomb_order(top)
    return combo.kind == top.kind and combo.length == top.length and combo.strength > top.strength


def bomb_order(bomb: Combo) -> tuple[int, int, int]:
    """Fours below straights, then by length, then by rank."""
    return BOMBS.index(bomb.kind), bomb.length, bomb.strength


def refusal_on(combo: Combo, top: Combo) -> str | None:
    """Why a combination, as played, may not go on another: `wrong_combination`, `too_low`."""
    if beats(combo, top):
        return None
    same = combo.kind == top.kind and combo.length == top.length
    return "too_low" if same or combo.is_bomb or top.is_bomb else "wrong_combination"
