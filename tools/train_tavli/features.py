"""The inputs of a net for one position, from the same lines as at run time (games/tavli/computer/features.py).

A position has some 70 inputs that are not 0 of 300: the trainer keeps only those, as numbers and values.
"""

from typing import Any

import numpy as np

from games.tavli.computer.inputs import LAYOUTS, POINT_UNITS, UNITS
from tools.train_tavli.compiled import compiled, compiled_copy
from tools.train_tavli.rows import FEVGA, PINNED, PLAKOTO, PORTES, SIDE

_masks = compiled_copy("games.tavli.computer.masks", {})
_features = compiled_copy("games.tavli.computer.features", vars(_masks))
_highest = _masks.highest
_portes, _plakoto, _fevga = _features.portes_side, _features.plakoto_side, _features.fevga_side
ACTIVE_MAX = 256
LENGTHS = np.array([LAYOUTS[name].length for name in ("portes", "plakoto", "fevga")])
_POINTS = np.array([LAYOUTS[name].points for name in ("portes", "plakoto", "fevga")])
_SCALES = np.zeros((3, 32), np.float32)
for _number, _layout in enumerate((LAYOUTS["portes"], LAYOUTS["plakoto"], LAYOUTS["fevga"])):
    for _place, _scale in enumerate(_layout.scales):
        _SCALES[_number, _place] = 0.5**_scale


@compiled
def measure(row: Any, start: int) -> Any:
    """Of the side that begins at `start`: masks of its points, of those with two or more, of the pinned ones; pips,
    off, bar, checkers outside its home."""
    nothing: Any = np.int64(0)
    mine, made, held, pips, outside = nothing, nothing, nothing, nothing, nothing
    for point in range(1, 26):
        checkers = np.int64(row[start + point])
        if checkers:
            mine |= np.int64(1) << point
            if checkers == PINNED:
                held |= np.int64(1) << point
                checkers = np.int64(1)
            elif checkers >= 2:
                made |= np.int64(1) << point
            pips += point * checkers
            if point > 6:
                outside += checkers
    return mine, made, held, pips, np.int64(row[start]), np.int64(row[start + 25]), outside


@compiled
def behind(variant: int, row: Any, start: int, their_rear: int) -> Any:
    """How many checkers of a side have not passed the other's rearmost."""
    number: Any = 0
    low = 13 if variant == FEVGA else 26 - their_rear
    for point in range(max(1, low), 26):
        checkers = np.int64(row[start + point])
        number += 1 if checkers == PINNED else checkers
    return number


@compiled
def is_race(variant: int, row: Any) -> int:
    """1 where the seats can no longer hinder each other, else 0."""
    rear, their_rear = 25, 25
    while rear > 0 and row[rear] == 0:
        rear -= 1
    while their_rear > 0 and row[SIDE + their_rear] == 0:
        their_rear -= 1
    if variant == FEVGA:
        return 1 if rear <= 12 and their_rear <= 12 else 0
    return 1 if rear + their_rear < 25 else 0


@compiled
def _write_units(row: Any, points: int, places: Any, values: Any) -> int:
    """The units of the points of both sides."""
    number: Any = 0
    for side in range(2):
        for point in range(1, points + 1):
            checkers = row[SIDE * side + point]
            if checkers:
                at = (side * points + point - 1) * UNITS
                for unit in range(UNITS):
                    value = POINT_UNITS[checkers, unit]
                    if value:
                        places[number], values[number] = at + unit, value
                        number += 1
    return number


@compiled
def _write_numbers(found: Any, scales: Any, at: int, number: int, places: Any, values: Any) -> int:
    """The numbers of one side that are not 0, after the `number` inputs written so far."""
    for place in range(len(found)):
        if found[place]:
            places[number], values[number] = at + place, found[place] * scales[place]
            number += 1
    return number


@compiled
def active_inputs(variant: int, row: Any, places: Any, values: Any) -> int:
    """The inputs that are not 0: their places and values; returns how many."""
    scales, at = _SCALES[variant], 2 * _POINTS[variant] * UNITS
    number = _write_units(row, _POINTS[variant], places, values)
    for side in range(2):
        start, other = (0, SIDE) if side == 0 else (SIDE, 0)
        mine, made, held, pips, off, bar, outside = measure(row, start)
        theirs, their_made, their_held, _, _, their_bar, _ = measure(row, other)
        back = behind(variant, row, start, _highest(theirs))
        masks = mine, made, held, theirs, their_made, their_held
        if variant == PORTES:
            portes = _portes(*masks, pips, off, bar, their_bar, outside, back)
            number = _write_numbers(portes, scales, at, number, places, values)
            at += len(portes)
        elif variant == PLAKOTO:
            plakoto = _plakoto(*masks, pips, off, bar, their_bar, outside, back)
            number = _write_numbers(plakoto, scales, at, number, places, values)
            at += len(plakoto)
        else:
            fevga = _fevga(*masks, pips, off, bar, their_bar, outside, back)
            number = _write_numbers(fevga, scales, at, number, places, values)
            at += len(fevga)
    places[number], values[number] = at, 1.0
    return number + 1
