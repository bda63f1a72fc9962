"""Boxes, odds, and what a round gives back (RULES.md §4, §8)."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from games.baccarat.third_card import Winner

Variant = Literal["commission", "no_commission", "fortune_six"]
Box = Literal["player", "banker", "tie", "player_pair", "banker_pair", "fortune_six"]
Stakes = dict[str, int]
"""Box → whole chips."""

COMMON_BOXES: tuple[Box, ...] = ("player", "banker", "tie", "player_pair", "banker_pair")
BOXES: dict[Variant, tuple[Box, ...]] = {
    "commission": COMMON_BOXES,
    "no_commission": COMMON_BOXES,
    "fortune_six": (*COMMON_BOXES, "fortune_six"),
}
MAIN_BOXES = frozenset[str]({"player", "banker"})


class Odds(NamedTuple):
    """Winnings on top of the stake: `num` : `den`."""

    num: int
    den: int


EVEN = Odds(1, 1)
TIE = Odds(8, 1)
PAIR = Odds(11, 1)
FORTUNE_SIX: dict[int, Odds] = {2: Odds(12, 1), 3: Odds(20, 1)}
"""By how many cards Banker's 6 has."""
PUSH = Odds(0, 1)


class Decided(NamedTuple):
    """What bets go by."""

    winner: Winner
    pairs: tuple[bool, bool]
    six: int | None


def banker_odds(variant: Variant, six: bool) -> Odds:
    """What a winning Banker pays."""
    if variant == "commission":
        return Odds(95, 100)
    return Odds(1, 2) if six else EVEN


def odds(variant: Variant, box: str, found: Decided) -> Odds | None:
    """The odds at which a box wins, `PUSH` where only the stake comes back; None: it loses."""
    match box:
        case "player" | "banker" if found.winner == "tie":
            return PUSH
        case "player":
            return EVEN if found.winner == "player" else None
        case "banker":
            return banker_odds(variant, found.six is not None) if found.winner == "banker" else None
        case "tie":
            return TIE if found.winner == "tie" else None
        case "player_pair" | "banker_pair":
            return PAIR if found.pairs[box == "banker_pair"] else None
    return FORTUNE_SIX[found.six] if found.six else None


def credited(variant: Variant, stakes: Mapping[str, int], found: Decided | None) -> Stakes:
    """Box → chips given back, the stake included, each box rounded down by itself. `found` None: a dummy hand,
    every stake comes back."""
    if found is None:
        return dict(stakes)
    paid = ((box, chips, odds(variant, box, found)) for box, chips in stakes.items())
    return {box: chips + chips * at.num // at.den if at else 0 for box, chips, at in paid}
