"""Positions as rows of 52 small numbers, and the plays of a roll: the rules once more, for the compiler.

A row is the seat to move: 0–25 its checkers by its own points (0 off, 25 the bar), 26–51 the other seat's by that
seat's points. A pinned checker (Plakoto) is `PINNED` in place of 1, so that turning a row is an exchange of its halves.
tests/tools/test_train_tavli.py holds the plays against games/tavli.
"""

from typing import Any

import numpy as np

from tools.train_tavli.compiled import compiled

PORTES, PLAKOTO, FEVGA = 0, 1, 2
VARIANTS = {"portes": PORTES, "plakoto": PLAKOTO, "fevga": FEVGA}
SIDE = 26
LENGTH = 2 * SIDE
PINNED = 16
RESULTS_MAX = 4096
"""More different results than any roll has on a position that games reach; what is beyond is left out."""
GOES_ON = -9


@compiled
def facing(variant: int, point: int) -> int:
    """The other seat's number of a point."""
    if variant == FEVGA:
        return point - 12 if point > 12 else point + 12
    return 25 - point


@compiled
def at_start(variant: int, row: Any) -> None:
    """Put the set-up into a row."""
    row[:] = 0
    for side in (0, SIDE):
        if variant == PORTES:
            row[side + 24], row[side + 13], row[side + 8], row[side + 6] = 2, 5, 3, 5
        else:
            row[side + 24] = 15


@compiled
def turn(row: Any, into: Any) -> None:
    """The row for the other seat."""
    into[:SIDE] = row[SIDE:]
    into[SIDE:] = row[:SIDE]


@compiled
def _may_land(variant: int, row: Any, point: int, target: int, start_points: int) -> bool:
    """Whether the target of a step on the board is free."""
    there = row[SIDE + facing(variant, target)]
    if variant != FEVGA:
        return (there < 2 or there == PINNED) and row[target] != PINNED
    fills = start_points == 5 and target >= 19 and row[target] == 0 and row[point] > 1
    return there == 0 and not fills


@compiled
def _top(row: Any) -> int:
    """The rearmost point on the board, 0 if there is none."""
    top = 24
    while top > 0 and row[top] == 0:
        top -= 1
    return top


@compiled
def _only_first(row: Any) -> int:
    """Fevga: the one point that may be moved from while no checker has passed the enemy's start; else 0."""
    for point in range(12):
        if row[point]:
            return 0
    low = 12
    while row[low] == 0:
        low += 1
    return low


@compiled
def sources(variant: int, row: Any, die: int, found: Any) -> int:
    """The points from which a checker may be moved with this die, the highest first; returns how many."""
    if variant == PORTES and row[25]:
        found[0] = 25
        return 1 if row[SIDE + die] < 2 else 0
    top = _top(row)
    low, high, start_points = 1, top, 0
    if variant == FEVGA:
        first = _only_first(row)
        if first:
            low = high = first
        for point in range(19, 25):
            start_points += row[point] > 0
    number = 0
    for point in range(high, low - 1, -1):
        if row[point] == 0 or row[point] == PINNED:
            continue
        if point > die:
            legal = _may_land(variant, row, point, point - die, start_points)
        else:
            legal = top <= 6 and point in (die, top)
        if legal:
            found[number] = point
            number += 1
    return number


@compiled
def step(variant: int, row: Any, point: int, die: int) -> None:
    """Make a legal step in place."""
    target = point - die
    row[point] -= 1
    if variant == PLAKOTO and row[point] == 0 and row[SIDE + 25 - point] == PINNED:
        row[SIDE + 25 - point] = 1
    if target <= 0:
        row[0] += 1
        return
    row[target] += 1
    if variant != FEVGA and row[SIDE + 25 - target] == 1:
        if variant == PORTES:
            row[SIDE + 25 - target] = 0
            row[SIDE + 25] += 1
        else:
            row[SIDE + 25 - target] = PINNED


@compiled
def sealed(variant: int, row: Any) -> bool:
    """Fevga: the seat to move has a checker in play and no die plays."""
    if row[0] == 15:
        return False
    found = np.empty(26, np.int64)
    dice = 0
    for die in range(1, 7):
        dice += sources(variant, row, die, found) > 0
    return dice == 0


@compiled
def _fingerprint(row: Any) -> int:
    """A number that differs for different results of a roll."""
    mixed = 0
    for point in range(LENGTH):
        mixed = (mixed * 31 + int(row[point])) & 0xFFFFFFFFFFFFFF
    return mixed


@compiled
def _is_new(prints: Any, start: int, end: int, mixed: int) -> bool:
    place = start
    while place < end and prints[place] != mixed:
        place += 1
    return place == end


@compiled
def _two_dice(variant: int, row: Any, one: int, two: int, results: Any, prints: Any) -> int:
    """The results of two different dice, both used; else of one, the higher if it can be."""
    first, second = np.empty(26, np.int64), np.empty(26, np.int64)
    between = np.empty(LENGTH, np.int8)
    number = 0
    for order in range(2):
        die, other = (one, two) if order == 0 else (two, one)
        for i in range(sources(variant, row, die, first)):
            between[:] = row
            step(variant, between, first[i], die)
            for j in range(sources(variant, between, other, second)):
                results[number] = between
                step(variant, results[number], second[j], other)
                mixed = _fingerprint(results[number])
                if _is_new(prints, 0, number, mixed):
                    prints[number] = mixed
                    number += 1
    if number:
        return number
    for die in (max(one, two), min(one, two)):
        number = sources(variant, row, die, first)
        if number:
            for i in range(number):
                results[i] = row
                step(variant, results[i], first[i], die)
            return number
    return 0


@compiled
def _double(variant: int, row: Any, die: int, results: Any, prints: Any) -> int:
    """The results of a double: as many of four steps as can be made."""
    found = np.empty(26, np.int64)
    start, end = 0, 1
    results[0] = row
    for _ in range(4):
        number = end
        for i in range(start, end):
            for j in range(sources(variant, results[i], die, found)):
                if number >= RESULTS_MAX:
                    break
                results[number] = results[i]
                step(variant, results[number], found[j], die)
                mixed = _fingerprint(results[number])
                if _is_new(prints, end, number, mixed):
                    prints[number] = mixed
                    number += 1
        if number == end:
            break
        start, end = end, number
    if end == 1:
        return 0
    for i in range(start, end):
        results[i - start] = results[i]
    return end - start


@compiled
def plays(variant: int, row: Any, one: int, two: int, results: Any) -> int:
    """All different results of a roll, still seen by the seat that has moved; returns how many (0: no legal step)."""
    prints = np.empty(RESULTS_MAX, np.int64)
    if one == two:
        number = _double(variant, row, one, results, prints)
    else:
        number = _two_dice(variant, row, one, two, results, prints)
    if variant == FEVGA and number:
        turned = np.empty(LENGTH, np.int8)
        turn(row, turned)
        if sealed(variant, turned):
            kept = 0
            for i in range(number):
                turn(results[i], turned)
                if not sealed(variant, turned):
                    results[kept] = results[i]
                    kept += 1
            number = kept or number
    return number


@compiled
def outcome(variant: int, row: Any) -> int:
    """The points of the seat that has just moved and that the row is seen by; 0: a tie."""
    if row[0] == 15:
        return 1 if row[SIDE] else 2
    if variant == PLAKOTO and row[SIDE + 24] == PINNED:
        if row[24] == PINNED:
            return 0
        if row[24] == 0:
            return 2
    return GOES_ON
