"""How a player is thought to lay: the promise of each option, for many hands at once (RULES.md §12).

Scores are in eighths of a pip, so that all of them are whole numbers.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from games.dominoes.tiles import HALVES, PIPS, SUITS, TILES, is_double

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

NO_TILE = TILES
"""Stands in a slot without a tile."""
PIP = 8
DOUBLE = 5 * PIP
FOLLOWER = 3 * PIP
SKIP = 4 * PIP
NOWHERE = -10_000
"""The score of what cannot be laid."""

BIT: Small = np.array([1 << tile for tile in range(TILES)] + [0], dtype=np.int32)
SUM: Small = np.array([*PIPS, 0], dtype=np.int32)
BASE: Small = np.array([PIP * PIPS[tile] + DOUBLE * is_double(tile) for tile in range(TILES)] + [0], dtype=np.int32)
SUIT: Small = np.array([*SUITS, 0], dtype=np.int32)
"""Value → its tiles; 7 stands for no value."""
HIGH: Small = np.array([high for high, _ in HALVES] + [7], dtype=np.int32)
LOW: Small = np.array([low for _, low in HALVES] + [7], dtype=np.int32)


class Scores(NamedTuple):
    """Row × slot: what laying the slot's tile at an end promises; `NOWHERE` where it does not fit. With equal ends
    only `up` is filled."""

    up: Small
    down: Small


def scores(slots: Small, hand: Small, up: Small, down: Small, against: Small, partner: Small) -> Scores:
    """The promise of every option.

    `slots`: row × 7 tiles, of which `hand`, a mask by row, says which are still held; `up`, `down`: the values shown,
    by row; `against`, `partner`: the values, as bits by row, on which the next seat and the partner were skipped.
    """
    hand, up, down = hand[:, None], up[:, None], down[:, None]
    bits = BIT[slots]
    suit_up, suit_down = SUIT[up], SUIT[down]
    held = hand & bits
    sums = SUM[slots]
    skips = SKIP * ((against[:, None] >> _VALUES & 1) - (partner[:, None] >> _VALUES & 1))
    skip_up, skip_down = np.take_along_axis(skips, up, 1), np.take_along_axis(skips, down, 1)
    rest = hand & ~bits
    base = BASE[slots]

    def at(end_suit: Small, other_suit: Small, value: Small, other_skip: Small) -> Small:
        new = np.clip(sums - value, 0, 6)
        followers = np.bitwise_count(rest & (SUIT[new] | other_suit)).astype(np.int32)
        promise = base + FOLLOWER * followers + np.take_along_axis(skips, new, 1) + other_skip
        return np.where(held & end_suit, promise, NOWHERE).astype(np.int32)

    at_up = at(suit_up, suit_down, up, skip_down)
    at_down = at(suit_down, suit_up, down, skip_up)
    return Scores(at_up, np.where(up == down, NOWHERE, at_down).astype(np.int32))


def openings(slots: Small, hand: Small) -> Small:
    """The promise of each tile as the first one of a hand."""
    rest = hand[:, None] & ~BIT[slots]
    followers = np.bitwise_count(rest & (SUIT[HIGH[slots]] | SUIT[LOW[slots]])).astype(np.int32)
    return np.where(slots == NO_TILE, NOWHERE, BASE[slots] + FOLLOWER * followers).astype(np.int32)


_VALUES: Small = np.arange(7, dtype=np.int32)[None, :]


def slots_of(masks: Ints) -> Small:
    """Masks of at most seven tiles, in any shape, as seven tiles each, the empty slots last."""
    bits = masks[..., None] >> np.arange(TILES) & 1
    order = np.argsort(1 - bits, axis=-1, kind="stable")[..., :7]
    held = np.take_along_axis(bits, order, -1)
    return np.where(held == 1, order, NO_TILE).astype(np.int32)
