"""Worlds of dominoes: the hidden tiles shared out by what was seen, and weighed by what the lays of others show."""

import math

import numpy as np

from games.dominoes.computer.knowledge import Knowledge, SeenLay
from games.dominoes.computer.policy import PIP, Floats, Ints, Small, openings, scores, slots_of
from games.dominoes.tiles import ALL, SUITS, VALUES, members
from games.toolkit.search.chance import Source
from games.toolkit.search.worlds import Deals, deals, resampled

TRIES = 2
"""So many worlds are dealt for each one that is kept."""
SURPRISE = 12 * PIP
"""A lay that promises so much less than another one is e times rarer."""
_LIKELY_ONE = 1 << 20
_GREATEST = 1 << 12
LIKELY: Ints = np.array([round(_LIKELY_ONE * math.exp(-less / SURPRISE)) for less in range(_GREATEST)], dtype=np.int64)
"""By how much less a lay promises than the best one → how likely it is, in millionths; whole numbers, so that every
machine adds them alike."""


def guesses(known: Knowledge, count: int, source: Source, inferring: bool = True) -> Ints:
    """So many worlds, world × seat as masks, the own hand among them."""
    others = [(known.seat + step) % 4 for step in (1, 2, 3)]
    unseen = known.unseen
    able = [unseen & ~_suits(known.lacks[seat]) for seat in others]
    rooms = [known.counts[seat] for seat in others]
    away = unseen.bit_count() - sum(rooms)
    if away > 0:  # a moment of which not all tiles are known
        able, rooms = [*able, unseen], [*rooms, away]
    found = deals(list(members(unseen)), able, rooms, TRIES * count, source)
    if not len(found.weights):
        found = deals(list(members(unseen)), [ALL] * len(rooms), rooms, TRIES * count, source)
    hands = np.empty((len(found.weights), 4), dtype=np.int64)
    hands[:, known.seat] = known.hand
    for column, seat in enumerate(others):
        hands[:, seat] = found.hands[:, column]
    weights = found.weights * likelihoods(known, hands) if inferring else found.weights
    return resampled(Deals(hands, weights), count, source)


def _suits(values: int) -> int:
    tiles = 0
    for value in VALUES:
        if values >> value & 1:
            tiles |= SUITS[value]
    return tiles


def likelihoods(known: Knowledge, hands: Ints) -> Floats:
    """By world, how likely the others were to lay as they did; every one 1 where the history shows nothing."""
    likely = np.ones(len(hands), dtype=np.float64)
    held = np.array(hands)
    for lay in reversed(known.lays):
        held[:, lay.seat] |= 1 << lay.tile
        if lay.seat != known.seat:
            likely *= _likelihood(lay, held[:, lay.seat])
    return likely


def _likelihood(lay: SeenLay, hand: Ints) -> Floats:
    """By world, the share of this lay among all that the seat might have made."""
    slots = slots_of(hand)
    if lay.end is None:
        found = openings(slots, hand.astype(np.int32))
        return _share(slots, lay.tile, found, found)
    against, partner = lay.lacks[(lay.seat + 1) % 4], lay.lacks[(lay.seat + 2) % 4]
    by_row = (np.full(len(hand), value, dtype=np.int32) for value in (lay.up, lay.down, against, partner))
    at = scores(slots, hand.astype(np.int32), *by_row)
    chosen = at.up if lay.end == "up_left" or lay.up == lay.down else at.down
    return _share(slots, lay.tile, chosen, np.concatenate(at, axis=1))


def _share(slots: Small, tile: int, chosen: Small, every: Small) -> Floats:
    best = every.max(axis=1)
    less = np.minimum(best[:, None] - every, _GREATEST - 1)
    whole = LIKELY[less].cumsum(axis=1)[:, -1]
    own = np.where(slots == tile, chosen, -(1 << 20)).max(axis=1)
    found: Floats = LIKELY[np.clip(best - own, 0, _GREATEST - 1)] / whole
    return found
