"""Looking ahead: what a position is worth by the nets, and by the best plays of the next rolls.

Chances here have a fourth column, for a tie that has been reached (its half win is in the first column).
"""

from typing import NamedTuple

import numpy as np

from games.tavli.computer.generator import ROLLS, WEIGHTS, results, turned
from games.tavli.computer.inputs import PINNED, SIDE, Numbers, Rows
from games.tavli.computer.net import Chances, Nets, chances
from games.tavli.computer.stakes import Stakes
from games.tavli.state import VariantName

CHECKERS = 15
MOTHER = 24
DIGITS = 6
"""Worths are compared when rounded to so many digits."""


class TooWide(Exception):
    """A look that would have to judge more positions than there is time for."""


class Ahead(NamedTuple):
    """Positions by the best plays of all 21 rolls."""

    chances: Chances
    """(positions, 21, 4), for the seat that rolls, after its best play of each roll."""
    rows: Rows
    """(positions × 21) the positions after those plays, seen by the seat that has moved."""


def for_the_other(found: Chances) -> Chances:
    """The same chances as the other seat sees them."""
    return np.stack([1 - found[..., 0], found[..., 2], found[..., 1], found[..., 3]], axis=-1)


def ended(name: VariantName, rows: Rows) -> tuple[Numbers, Numbers]:
    """Which positions, seen by the seat that has just moved, end the game, and its points there (0: a tie)."""
    points = np.full(len(rows), -1)
    if name == "plakoto":
        caught = rows[:, SIDE + MOTHER] == PINNED
        points[caught & (rows[:, MOTHER] == 0)] = 2
        points[caught & (rows[:, MOTHER] == PINNED)] = 0
    off = rows[:, 0] == CHECKERS
    points[off] = np.where(rows[off, SIDE] > 0, 1, 2)
    over = np.nonzero(points >= 0)[0]
    return over, points[over]


def at_once(name: VariantName, rows: Rows, judges: Nets | None = None) -> Chances:
    """Chances of the seat that has just moved, without looking further."""
    found = np.zeros((len(rows), 4))
    over, points = ended(name, rows)
    on = np.ones(len(rows), np.bool_)
    on[over] = False
    if on.any():
        found[on, :3] = chances(name, turned(rows[on]), judges)
        found[on] = for_the_other(found[on])
    found[over, 0] = np.where(points > 0, 1, 0.5)
    found[over, 1] = points == 2
    found[over, 3] = points == 0
    return found


def rolled(name: VariantName, rows: Rows, stakes: Stakes, judges: Nets | None = None, most: int | None = None) -> Ahead:
    """The best plays of all rolls on positions whose seat is about to roll; `stakes` are that seat's.

    Raises:
        TooWide: there are more than `most` results.
    """
    found = results(name, rows, ROLLS)
    if most is not None and len(found.rows) > most:
        raise TooWide
    judged = at_once(name, found.rows, judges)
    worth = np.round(stakes.worth(judged), DIGITS)
    starts = np.nonzero(np.diff(found.group, prepend=-1))[0]
    greatest = np.maximum.reduceat(worth, starts)
    reaching = np.nonzero(worth == np.repeat(greatest, np.diff([*starts, len(worth)])))[0]
    best = reaching[np.unique(found.group[reaching], return_index=True)[1]]
    return Ahead(judged[best].reshape(len(rows), len(ROLLS), 4), found.rows[best])


def half_move(
    name: VariantName, rows: Rows, stakes: Stakes, judges: Nets | None = None, most: int | None = None
) -> Chances:
    """Chances of the seat about to roll, by one more half-move. `most`: as in `rolled`."""
    return mean_of(rolled(name, rows, stakes, judges, most).chances)


def two_half_moves(
    name: VariantName, rows: Rows, stakes: Stakes, judges: Nets | None = None, most: int | None = None
) -> Chances:
    """Chances of the seat about to roll, by its best plays and the other seat's answers to all rolls. `most`: as in
    `rolled`, of each position."""
    first = rolled(name, rows, stakes, judges)
    found = first.chances.reshape(-1, 4)
    on = np.ones(len(found), np.bool_)
    on[ended(name, first.rows)[0]] = False
    for start in range(0, len(found), len(ROLLS)):
        live = start + np.flatnonzero(on[start : start + len(ROLLS)])
        if live.size:
            answered = half_move(name, turned(first.rows[live]), stakes.swapped(), judges, most)
            found[live] = for_the_other(answered)
    return mean_of(found.reshape(first.chances.shape))


def mean_of(found: Chances) -> Chances:
    """The mean over the rolls of (positions, 21, 4)."""
    mean: Chances = np.tensordot(WEIGHTS, found, axes=(0, 1))
    return mean


def after_looking(
    name: VariantName,
    rows: Rows,
    stakes: Stakes,
    half_moves: int,
    judges: Nets | None = None,
    most: int | None = None,
) -> Chances:
    """Chances of the seat that has just moved, by so many half-moves more: none, one or two; `stakes` are its own.
    `most`: as in `two_half_moves`."""
    found = at_once(name, rows, judges)
    on = np.ones(len(rows), np.bool_)
    on[ended(name, rows)[0]] = False
    if half_moves and on.any():
        facing = (name, turned(rows[on]), stakes.swapped(), judges)
        found[on] = for_the_other(half_move(*facing) if half_moves == 1 else two_half_moves(*facing, most))
    return found
