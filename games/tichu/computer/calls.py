"""When Tichu and Grand Tichu are called: how likely the seat is out first (RULES.md §9, §17).

`python -m bench.computers.tichu --fit tichu --hands 4000` fits the weights to simulated deals in which all four play by
rules of thumb; stronger players are out first about as often, for their opponents are stronger too.
"""

from collections.abc import Sequence
from math import exp

from games.tichu.cards import DOG, DRAGON, MAHJONG, OF_RANK, PHOENIX
from games.tichu.computer.partition import plan
from games.tichu.view import View

FEATURES = ("one", "dragon", "phoenix", "aces", "kings", "dog", "mah_jong", "cost", "parts", "losers", "bombs")
"""What the weights are for: numbers of cards; the cost of the cut hand, its parts, and those that may lose or are
bombs."""
TICHU_WEIGHTS = (-0.365, 1.169, 0.663, 0.442, 0.182, -1.092, 0.171, -0.658, 0.093, 0.165, 0.028)
"""Fitted to 3,806 hands of fourteen cards: of those with a chance of 0.5 … 0.6 by them 0.55 were out first, of 0.7 …
0.8 0.77."""
GRAND_WEIGHTS = (-2.5, 1.1, 0.9, 0.5, 0.1, -0.8, 0.2, 0.0, 0.0, 0.0, 0.5)
"""Of eight cards: set by hand, with care, from what a fit to 500 hands could say (28 % out first, too few for eleven
weights); Dragon, Phoenix and two aces make a call."""
CALLED, GRAND_CALLED = 0.5, 0.6
"""From these chances on a call is made: it wins as much as it loses, and Grand Tichu gives up the later choice."""
AGAINST_A_CALL = 0.65
"""The same where an opponent has called."""
LOSER = 0.4
"""A part that costs more may lose its trick."""


def features(hand: int) -> tuple[float, ...]:
    """What the weights are for, of the cards of a hand."""
    found = plan(hand)
    return (
        1.0,
        float(bool(hand & DRAGON)),
        float(bool(hand & PHOENIX)),
        float((hand & OF_RANK[14]).bit_count()),
        float((hand & OF_RANK[13]).bit_count()),
        float(bool(hand & DOG)),
        float(bool(hand & MAHJONG)),
        found.cost,
        float(len(found.parts)),
        float(sum(part.cost > LOSER for part in found.parts)),
        float(sum(part.cost < 0 for part in found.parts)),
    )


def chance(hand: int, weights: Sequence[float]) -> float:
    """How likely the holder is out first after a call."""
    return 1 / (1 + exp(-sum(weight * value for weight, value in zip(weights, features(hand), strict=True))))


def is_grand(hand: int, shift: float = 0.0) -> bool:
    """Whether eight cards are worth a Grand Tichu. `shift`: how wrong the seat is about its chance."""
    return round(chance(hand, GRAND_WEIGHTS) + shift, 5) >= GRAND_CALLED


def is_tichu(view: View, hand: int, shift: float = 0.0) -> bool:
    """Whether a hand of fourteen cards is worth a call now: not when somebody is out, nor beside a partner's call."""
    seat = view.seat or 0
    if view.out or view.calls[(seat + 2) % 4] is not None:
        return False
    opposed = view.calls[(seat + 1) % 4] is not None or view.calls[(seat + 3) % 4] is not None
    return round(chance(hand, TICHU_WEIGHTS) + shift, 5) >= (AGAINST_A_CALL if opposed else CALLED)
