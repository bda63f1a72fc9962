"""What a net sees of a position besides the checkers on each point: integers, each with a scale that is a power of two.

As in masks.py every function works on one position and on an array of them. A position is described side by side, the
seat about to roll first; `mine` is the described side, `theirs` the other. Masks of `mine` are by its own points.
`blocked`, `targets` and so on are those of the other side as the described one sees them.
"""

from typing import Any

import numpy as np

from games.tavli.computer.masks import (
    BAR,
    BOARD,
    HOME,
    MOTHER,
    START_QUADRANT,
    Mask,
    highest,
    in_front,
    longest_run,
    mirrored,
    popcount,
    rotated,
)

Number = Any
"""An integer, or an array of them."""


def _freedom() -> np.ndarray[Any, np.dtype[np.int64]]:
    """For each pattern of blocked points in front of a checker (bit 11 the next one … bit 0 the twelfth): in how many
    of 36 rolls it can use both dice, or at least half a double."""
    table = np.zeros(4096, np.int64)
    for pattern in range(4096):
        free = [True] + [not pattern >> (12 - distance) & 1 for distance in range(1, 13)]
        for one in range(1, 7):
            table[pattern] += free[one] and free[2 * one]
            for two in range(1, one):
                table[pattern] += 2 * (free[one + two] and (free[one] or free[two]))
    return table


FREEDOM = _freedom()


def freedom(blocked: Mask, rear: Mask) -> Number:
    """How freely the checker on `rear` runs, in rolls of 36; `blocked` by that seat's points."""
    return FREEDOM[in_front(blocked, rear) >> 12]


def prime_ahead(blocked: Mask, rear: Mask) -> Number:
    """The longest row of blocked points within twelve in front of `rear`."""
    return longest_run(in_front(blocked, rear) >> 12)


def blocked_ahead(blocked: Mask, rear: Mask) -> Number:
    """How many of the six points in front of `rear` are blocked."""
    return popcount(in_front(blocked, rear) >> 18)


def shots(first: Mask, rest: Mask, twice: Number, open_: Mask, targets: Mask, dear: Mask, dearest: Mask) -> Any:
    """In how many of 36 rolls a step lands on a target, on a dear one, on one of the dearest.

    `first`: where the first die may start; `twice` is 0 where no second step can follow, else 1; `rest`: where else a
    second step may start once there was a first (the others, after the only checker on the bar has entered).
    """
    any_ = 0 * first
    some = 0 * first
    best = 0 * first
    for high in range(1, 7):
        direct = first >> high
        landed = direct & open_ & -twice
        second = (landed >> high) & open_
        third = (second >> high) & open_
        hit = direct | (landed >> high) | (second >> high) | (third >> high) | ((rest >> high) * (landed != 0))
        hit = hit & targets
        any_ = any_ + (hit != 0)
        some = some + ((hit & dear) != 0)
        best = best + ((hit & dearest) != 0)
        for low in range(1, high):
            short = first >> low
            moved = short & open_ & -twice
            hit = direct | short | (landed >> low) | (moved >> high)
            hit = hit | ((rest >> high) * (moved != 0)) | ((rest >> low) * (landed != 0))
            hit = hit & targets
            any_ = any_ + 2 * (hit != 0)
            some = some + 2 * ((hit & dear) != 0)
            best = best + 2 * ((hit & dearest) != 0)
    return any_, some, best


def portes_side(
    mine: Mask, made: Mask, held: Mask, theirs: Mask, their_made: Mask, their_held: Mask, pips: Number, off: Number,
    bar: Number, their_bar: Number, outside: Number, behind: Number,
) -> Any:  # fmt: skip
    """One side of portes. Masks are by the owner's points: all its checkers, its points of two or more."""
    their_rear = highest(theirs)
    walls = mirrored(made & BOARD)
    home = popcount(made & HOME)
    open_ = BOARD & ~mirrored(their_made & BOARD)
    entering = 1 * (bar > 0)
    first = mine * (1 - entering) + BAR * entering
    targets = mirrored(theirs & ~their_made & BOARD)
    any_, far, middle = shots(
        first, (mine & BOARD) * (bar == 1), 1 * (bar < 2), open_, targets, OUTER_AND_START, OUTER_NEAR
    )
    return (
        pips, off, 1 * (off > 0), home, home * (their_bar > 0), prime_ahead(walls, their_rear),
        blocked_ahead(walls, their_rear), freedom(walls, their_rear), longest_run(made & BOARD), highest(mine), behind,
        popcount(mine & ~made & BOARD), outside, 1 * (outside == 0), any_, far, middle,
        popcount((first >> 1) & open_), popcount((first >> 2) & open_), popcount((first >> 3) & open_),
        popcount((first >> 4) & open_), popcount((first >> 5) & open_), popcount((first >> 6) & open_),
    )  # fmt: skip


OUTER_AND_START = 0x1FFE000
"""Own 13–24: an enemy checker hit there loses more than half of its way."""
OUTER_NEAR = 0x1F80
"""Own 7–12."""
PORTES_SCALES = (7, 4, 0, 3, 3, 3, 3, 5, 3, 5, 4, 3, 4, 0, 5, 5, 5, 3, 3, 3, 3, 3, 3)
"""Each number above is divided by two to this power."""


def plakoto_side(
    mine: Mask, made: Mask, held: Mask, theirs: Mask, their_made: Mask, their_held: Mask, pips: Number, off: Number,
    bar: Number, their_bar: Number, outside: Number, behind: Number,
) -> Any:  # fmt: skip
    """One side of plakoto; `held`: its points on which a checker is pinned, which are in `mine` too."""
    their_rear = highest(theirs)
    walls = mirrored(made) | their_held
    blocked = mirrored(their_made) | held
    open_ = BOARD & ~blocked
    first = mine & ~held
    targets = mirrored(theirs & ~their_made & ~their_held) & ~held
    any_, start, mother = shots(first, 0, 1, open_, targets, HOME, ENEMY_MOTHER)
    mothers = mine & ~made & MOTHER
    return (
        pips, off, 1 * (off > 0), popcount(made & HOME), popcount(held), popcount(held & START_QUADRANT),
        prime_ahead(walls, their_rear), blocked_ahead(walls, their_rear), freedom(walls, their_rear),
        longest_run(mirrored(walls)), highest(mine), behind, popcount(first & ~made), outside, 1 * (outside == 0),
        any_, start, mother, 1 * (mothers != 0), 1 * ((mine & MOTHER) == 0), 1 * ((held & MOTHER) != 0), highest(held),
        popcount((first >> 1) & open_), popcount((first >> 2) & open_), popcount((first >> 3) & open_),
        popcount((first >> 4) & open_), popcount((first >> 5) & open_), popcount((first >> 6) & open_),
    )  # fmt: skip


ENEMY_MOTHER = 1 << 1
PLAKOTO_SCALES = (7, 4, 0, 3, 2, 2, 3, 3, 5, 3, 5, 4, 3, 4, 0, 5, 5, 5, 0, 0, 0, 5, 3, 3, 3, 3, 3, 3)


def fevga_side(
    mine: Mask, made: Mask, held: Mask, theirs: Mask, their_made: Mask, their_held: Mask, pips: Number, off: Number,
    bar: Number, their_bar: Number, outside: Number, behind: Number,
) -> Any:  # fmt: skip
    """One side of fevga, where a single checker holds its point."""
    their_rear = highest(theirs)
    walls = rotated(mine)
    open_ = BOARD & ~rotated(theirs)
    passed = 1 * (((mine & PASSED) != 0) | (off > 0))
    first = mine * passed + (mine & -mine) * (1 - passed)
    one = popcount((first >> 1) & open_)
    two = popcount((first >> 2) & open_)
    three = popcount((first >> 3) & open_)
    four = popcount((first >> 4) & open_)
    five = popcount((first >> 5) & open_)
    six = popcount((first >> 6) & open_)
    stuck = (
        (one == 0) * 1 + (two == 0) * 1 + (three == 0) * 1 + (four == 0) * 1 + (five == 0) * 1 + (six == 0) * 1
    ) * (outside > 0)
    return (
        pips, off, 1 * (off > 0), popcount(mine & HOME), prime_ahead(walls, their_rear),
        blocked_ahead(walls, their_rear), freedom(walls, their_rear), longest_run(mine), longest_run(mine & OWN_HALF),
        prime_ahead(walls, 24), blocked_ahead(walls, 18), highest(mine), behind, passed, popcount(mine),
        popcount(mine & START_QUADRANT), outside, 1 * (outside == 0), stuck, 1 * (stuck == 6),
        one, two, three, four, five, six,
    )  # fmt: skip


PASSED = 0xFFE
"""Own 1–11: a checker there has passed the enemy's start."""
OWN_HALF = 0x1FFE
FEVGA_SCALES = (7, 4, 0, 3, 3, 3, 5, 3, 3, 3, 3, 5, 4, 0, 4, 3, 4, 0, 2, 0, 3, 3, 3, 3, 3, 3)
