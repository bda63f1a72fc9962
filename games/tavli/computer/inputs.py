"""Rows of positions, and the inputs of the nets for many of them at once.

A row is a position for the seat about to roll: 0–25 its checkers by its own points (0 off, 25 the bar), 26–51 the other
seat's by that seat's points; a pinned checker (Plakoto) is `PINNED` in place of 1. Turning a row is an exchange of its
halves. The inputs: for each side some units for the checkers of each point, then the numbers of features.py for each
side, then a one.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from games.tavli.computer import features
from games.tavli.computer.masks import highest
from games.tavli.state import VariantName

Rows = np.ndarray[Any, np.dtype[np.uint8]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]
Inputs = np.ndarray[Any, np.dtype[np.float32]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]
SIDE = 26
LENGTH = 2 * SIDE
BAR = 25
HALF = 12
PINNED = 16
UNITS = 5
"""For each point: exactly one; two or more; three or more; half of those above three; a pinned one."""


class Layout(NamedTuple):
    """What the inputs of a variant are made of."""

    points: int
    """Points 1 … so many have units (25: the bar too)."""
    side: Callable[..., Any]
    scales: tuple[int, ...]

    @property
    def raw(self) -> int:
        """How many inputs the points of both sides have."""
        return 2 * self.points * UNITS

    @property
    def length(self) -> int:
        """How many inputs there are."""
        return self.raw + 2 * len(self.scales) + 1


LAYOUTS: dict[VariantName, Layout] = {
    "portes": Layout(25, features.portes_side, features.PORTES_SCALES),
    "plakoto": Layout(24, features.plakoto_side, features.PLAKOTO_SCALES),
    "fevga": Layout(24, features.fevga_side, features.FEVGA_SCALES),
}
POINT_UNITS = np.zeros((PINNED + 1, UNITS), np.float32)
for _checkers in range(1, PINNED):
    POINT_UNITS[_checkers] = (_checkers == 1, _checkers >= 2, _checkers >= 3, max(0, _checkers - 3) / 2, 0)
POINT_UNITS[PINNED, 4] = 1
_BIT_WEIGHTS = np.array([0, *range(1, 26)], np.float32)
_OUTSIDE = np.array([0] * 7 + [1] * 19, np.float32)
_FROM_POINT_ON = np.array([[point >= start for start in range(27)] for point in range(SIDE)], np.float32)
_FROM_POINT_ON[0] = 0


def mask_of(flags: Flags) -> Numbers:
    """Sets of points from (…, 26) flags; `off` belongs to none."""
    packed = np.packbits(flags, axis=-1, bitorder="little")
    return np.ascontiguousarray(packed).view(np.uint32)[..., 0].astype(np.int64) & ~1


def rear_of(rows: Rows) -> Numbers:
    """The rearmost points of both sides, (n, 2)."""
    points: Numbers = highest(mask_of(rows.reshape(-1, 2, SIDE) > 0))
    return points


def is_race(name: VariantName, rows: Rows) -> Flags:
    """Where the seats can no longer hinder each other."""
    rear = rear_of(rows)
    if name == "fevga":
        return (rear[:, 0] <= HALF) & (rear[:, 1] <= HALF)
    return rear[:, 0] + rear[:, 1] < BAR


def inputs(name: VariantName, rows: Rows) -> Inputs:
    """The inputs of the nets, a line for each row."""
    layout = LAYOUTS[name]
    checkers = rows.reshape(-1, 2, SIDE)
    found = np.zeros((len(rows), layout.length), np.float32)
    units = POINT_UNITS[checkers[:, :, 1 : layout.points + 1]]
    found[:, : layout.raw] = units.reshape(len(rows), -1)
    at = layout.raw
    scales = np.float32(0.5) ** np.array(layout.scales, np.float32)
    for numbers in _numbers(layout, checkers, name):
        for place, number in enumerate(numbers):
            found[:, at + place] = number
        found[:, at : at + len(scales)] *= scales
        at += len(scales)
    found[:, at] = 1
    return found


def _numbers(layout: Layout, checkers: Rows, name: VariantName) -> list[Any]:
    """The numbers of features.py for both sides."""
    pinned = checkers == PINNED
    whole = np.where(pinned, 1, checkers).astype(np.float32)
    mine, made = mask_of(checkers > 0), mask_of((checkers > 1) & ~pinned)
    held = mask_of(pinned)
    sums = whole @ np.stack([_BIT_WEIGHTS, _OUTSIDE], axis=1)
    off, bar = checkers[:, :, 0].astype(np.int64), checkers[:, :, BAR].astype(np.int64)
    from_point_on = whole @ _FROM_POINT_ON
    described = []
    for side, other in ((0, 1), (1, 0)):
        first = np.full(len(mine), HALF + 1) if name == "fevga" else 26 - highest(mine[:, other])
        behind = np.take_along_axis(from_point_on[:, side], first[:, None], axis=1)[:, 0]
        described.append(
            layout.side(
                mine[:, side], made[:, side], held[:, side], mine[:, other], made[:, other], held[:, other],
                sums[:, side, 0], off[:, side], bar[:, side], bar[:, other], sums[:, side, 1], behind,
            )
        )  # fmt: skip
    return described
