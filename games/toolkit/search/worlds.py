"""Worlds: hidden cards shared out so that every seat holds only what it may hold, and as many as it has."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from games.toolkit.search.chance import Source

Hands = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]
FORCED = 1e6
"""How much likelier a card goes to a seat that needs every card left which it may hold."""


class Deals(NamedTuple):
    """Worlds with their weights."""

    hands: Hands
    """World × seat: masks."""
    weights: Weights
    """By world, in proportion to how likely it is; every world that agrees is as likely before plays are looked at."""


def deals(cards: Sequence[int], able: Sequence[int], rooms: Sequence[int], count: int, source: Source) -> Deals:
    """Up to `count` ways to share out hidden cards; none if no try came to an end.

    `able`: seat → mask of the cards that it may hold; `rooms`: seat → how many of them it holds, in all as many as
    there are cards. A stack that stays undealt is one more seat. Cards are dealt one after the other, those that few
    seats may hold first, to a seat with a chance in proportion to its need; what that prefers, the weights take back.
    """
    order = sorted(cards, key=lambda card: (sum(mask >> card & 1 for mask in able), card))
    room = np.tile(np.array(rooms, dtype=np.float64), (count, 1))
    left = np.array([sum(mask >> card & 1 for card in order) for mask in able], dtype=np.float64)
    hands = np.zeros((count, len(rooms)), dtype=np.int64)
    weights = np.ones(count)
    shares = source.shares(len(order), count)
    rows = np.arange(count)
    for card, share in zip(order, shares, strict=True):
        allowed = np.array([float(mask >> card & 1) for mask in able])
        need = room * (allowed / np.maximum(left, 1.0))
        need *= np.where(room >= left, FORCED, 1.0)
        sums = need.cumsum(axis=1)
        whole = sums[:, -1]
        seat = np.minimum((sums <= (share * whole)[:, None]).sum(axis=1), len(rooms) - 1)
        chance = need[rows, seat] / np.maximum(whole, 1e-300)
        weights = np.where(chance > 0, weights / np.maximum(chance, 1e-12), 0.0)
        hands[rows, seat] |= np.int64(1 << card)
        room[rows, seat] -= 1.0
        left -= allowed
    found = (weights > 0) & (room == 0).all(axis=1)
    return Deals(hands[found], weights[found])


def resampled(found: Deals, count: int, source: Source) -> Hands:
    """`count` worlds in proportion to their weights, each as often as its share says, rounded by one draw."""
    sums = found.weights.cumsum()
    share = float(source.shares(1)[0])
    at = (np.arange(count) + share) * (sums[-1] / count)
    places = np.minimum(np.searchsorted(sums, at, side="right"), len(sums) - 1)
    return found.hands[places]
