"""What hands bring, in many worlds at once: declarations, belote, and the score of a contract (RULES.md §8, §9)."""

from typing import NamedTuple

import numpy as np

from games.pilotta.cards import Suit
from games.pilotta.computer.playout import Brought
from games.pilotta.computer.ranked import Flags, Floats, Ints
from games.pilotta.declarations import BELOTE_POINTS, KING_AND_QUEEN
from games.pilotta.scoring import ALL_TRICKS_POINTS, CAPOT_POINTS
from games.pilotta.state import Value, Variant

_THREE, _FOUR, _FIVE, _CARRES = 0x3F3F3F3F, 0x1F1F1F1F, 0x0F0F0F0F, 0xFF
_CARRE_POINTS = ((0, 100), (1, 100), (3, 100), (5, 100), (6, 100), (7, 100), (2, 150), (4, 200))
"""Place of the rank → points."""


def best_points(hands: Ints) -> Ints:
    """The points of each hand's best declaration, 0 for none; masks of cards."""
    three = hands & hands >> 1 & hands >> 2 & _THREE
    four = three & hands >> 3 & _FOUR
    five = four & hands >> 4 & _FIVE
    points = np.where(five != 0, 100, np.where(four != 0, 50, np.where(three != 0, 20, 0)))
    same = hands & hands >> 8 & hands >> 16 & hands >> 24 & _CARRES
    for rank, worth in _CARRE_POINTS:
        points = np.where(same >> rank & 1 == 1, np.maximum(points, worth), points)
    return points.astype(np.int64)


def declared(points: Ints) -> Ints:
    """Row × team: what counts of declarations by row × seat. Where the best of both teams bring the same, which is the
    higher is not looked at: nobody scores."""
    teams = [points[:, team::2] for team in (0, 1)]
    best = [each.max(axis=1) for each in teams]
    sums = [each.sum(axis=1) for each in teams]
    return np.stack([np.where(best[0] > best[1], sums[0], 0), np.where(best[1] > best[0], sums[1], 0)], axis=1)


def belote(full: Ints, trump: Suit) -> Ints:
    """Row × team: 20 for king and queen of trumps in one full hand, row × seat."""
    pair = KING_AND_QUEEN << 8 * trump
    holds = (full & pair) == pair
    return BELOTE_POINTS * np.stack([holds[:, team::2].any(axis=1) for team in (0, 1)], axis=1).astype(np.int64)


class Promise(NamedTuple):
    """What the takers have promised."""

    variant: Variant
    value: Value | None = None
    multiplier: int = 1
    spare: int = 0
    """So many points more, or less, must be reached before a value counts as kept: caution, no rule."""


class Totals(NamedTuple):
    """What hands have come to, row × team."""

    tricks: Ints
    """Points of the tricks, 250 for all of them."""
    beside: Ints
    swept: Flags
    """Whether the team has won every trick."""


def totals(brought: Brought, beside: Ints) -> Totals:
    """The end of playouts from the first card on, or with what came before added."""
    swept = brought.tricks[:, ::-1] == 0
    points = np.where(swept, ALL_TRICKS_POINTS, np.where(swept[:, ::-1], 0, brought.points))
    return Totals(points, beside, swept)


def made(promise: Promise, found: Totals, team: int) -> Flags:
    """By row, whether a team would keep the promise."""
    both: Ints = found.tricks + found.beside
    if promise.variant != "palatisti":
        kept: Flags = both[:, team] > both[:, 1 - team]
    elif promise.value == "capot":
        kept = found.swept[:, team]
    else:
        kept = both[:, team] >= (promise.value or 0) + promise.spare
    return kept


def points(promise: Promise, found: Totals, team: int) -> Ints:
    """Row × team: the exact points of the hand when a team has taken."""
    value = (CAPOT_POINTS if promise.value == "capot" else promise.value or 0) * promise.multiplier
    both: Ints = found.tricks + found.beside
    kept = made(promise, found, team)
    every = both.sum(axis=1) + value
    takers = np.where(kept, both[:, team] + value, 0)
    defenders = np.where(kept, both[:, 1 - team], every)
    return np.stack([takers, defenders] if team == 0 else [defenders, takers], axis=1)


def margin(promise: Promise, found: Totals, team: int) -> Floats:
    """By row, the points of team 0 less those of team 1."""
    by_team = points(promise, found, team)
    return (by_team[:, 0] - by_team[:, 1]).astype(np.float64)
