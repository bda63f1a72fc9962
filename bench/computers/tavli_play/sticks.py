"""Small nets of a first attempt as opponents (bench/computers/sticks): what they see, and their choice.

Frozen: tests/bench/test_tavli_bench.py holds what they say of some positions. In all 304 inputs: four units for each
point and side, 48 for pinned checkers, then numbers for both sides.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from bench.computers.tavli_play.players import Player
from games.tavli.board import Board
from games.tavli.computer.choice import rows_of
from games.tavli.computer.features import shots
from games.tavli.computer.generator import sources, turned
from games.tavli.computer.inputs import BAR, PINNED, SIDE, Rows, mask_of
from games.tavli.computer.looking import ended
from games.tavli.computer.masks import BAR as BAR_BIT
from games.tavli.computer.masks import BOARD, mirrored
from games.tavli.turns import Turn

FOLDER = Path(__file__).parents[1] / "sticks"
FILES = {"portes": "portes-10.npz", "plakoto": "plakoto-5.npz", "fevga": "fevga-5.npz"}
RAW, PINS, NUMBERS = 192, 48, 64
ROLLS = 36
AHEAD = 12
POINTS = np.arange(SIDE)


@cache
def weights(name: str) -> tuple[Any, Any]:
    """The two layers."""
    with np.load(FOLDER / FILES[name]) as stored:
        return stored["W1"].astype(np.float32), stored["W2"].astype(np.float32)


def stick(turn: Turn) -> Board:
    """The best result by one look."""
    name, boards = turn.variant.name, list(turn.results)
    rows = rows_of(turn.variant, boards)
    worth = -equities(name, turned(rows))
    over, points = ended(name, rows)
    worth[over] = points
    return boards[int(np.argmax(worth))]


def equities(name: str, rows: Rows) -> Any:
    """Points that the seat about to roll can expect."""
    first, second = weights(name)
    sums = seen(name, rows) @ first
    out = 1 / (1 + np.exp(-(sums / (1 + np.abs(sums)) @ second[:, :-1].T + second[:, -1])))
    return 2 * out[:, 0] - 1 + out[:, 1] - out[:, 2]


def seen(name: str, rows: Rows) -> Any:
    """The inputs, a line for each position."""
    pinned = rows == PINNED
    whole = np.where(pinned, 1, rows).astype(np.int64)
    own, theirs = whole[:, :SIDE], whole[:, SIDE:]
    points = np.concatenate([own[:, 1:25], theirs[:, 1:25]], axis=1)
    units = np.stack([points == 1, points >= 2, points >= 3, np.maximum(points - 3, 0) / 2], axis=2)
    pins = np.concatenate([pinned[:, 1:25], pinned[:, SIDE + 1 : SIDE + 25]], axis=1)
    numbers = [*_side(name, own, theirs), *_side(name, theirs, own)]
    numbers += _fevga(rows) if name == "fevga" else _meeting(name, rows, own, theirs, pinned)
    numbers.append(np.ones(len(rows)))
    found = np.zeros((len(rows), RAW + PINS + NUMBERS), np.float32)
    found[:, :RAW] = units.reshape(len(rows), RAW)
    found[:, RAW : RAW + PINS] = pins
    for place, number in enumerate(numbers):
        found[:, RAW + PINS + place] = number
    return found


def _side(name: str, own: Any, theirs: Any) -> list[Any]:
    need = 1 if name == "fevga" else 2
    bar, held = own[:, BAR], own >= need
    home = held[:, 1:7].sum(axis=1) / 6
    rear = ((theirs > 0) * POINTS)[:, 1:].max(axis=1)
    own_rear = ((own > 0) * POINTS)[:, 1:].max(axis=1)
    walls = held | (own > 0) & (_facing(name, theirs) > 0) if name == "plakoto" else held
    ahead = _ahead(name, walls, rear)
    longest = _longest(held[:, 1:25])
    limit = np.full(len(own), AHEAD) if name == "fevga" else np.where(rear < BAR, 25 - rear, 0)
    last = 24 if name == "fevga" else BAR
    behind = (own * ((limit[:, None] < POINTS) & (last >= POINTS))).sum(axis=1)
    outside = own[:, 7:].sum(axis=1)
    return [
        (own * POINTS).sum(axis=1) / (150 if name == "portes" else 250), own[:, 0] / 15, own[:, 0] > 0,
        bar >= 1, bar >= 2, np.maximum(bar - 2, 0) / 2, home, np.where(theirs[:, BAR] > 0, home**2, 0),
        _longest(ahead) / 6, ahead[:, :6].sum(axis=1) / 6, longest / 6, longest >= 6, own_rear / 24, behind / 15,
        (own[:, 1:25] == 1).sum(axis=1) / 8, outside / 15, outside == 0,
    ]  # fmt: skip


def _facing(name: str, side: Any) -> Any:
    """A side by the other seat's points."""
    if name != "fevga":
        return side[:, ::-1]
    found = np.zeros_like(side)
    found[:, 1:13], found[:, 13:25] = side[:, 13:25], side[:, 1:13]
    return found


def _ahead(name: str, walls: Any, rear: Any) -> Any:
    """Whether each of the twelve points in front of a checker on the other seat's point `rear` is a wall."""
    by_theirs = _facing(name, walls)
    places = rear[:, None] - np.arange(1, AHEAD + 1)
    return np.take_along_axis(by_theirs, np.maximum(places, 0), axis=1) & (places >= 1)


def _longest(flags: Any) -> Any:
    run, best = np.zeros(len(flags)), np.zeros(len(flags))
    for column in flags.T:
        run = np.where(column, run + 1, 0)
        best = np.maximum(best, run)
    return best


def _meeting(name: str, rows: Rows, own: Any, theirs: Any, pinned: Any) -> list[Any]:
    found = [_shots(name, rows) / ROLLS, _shots(name, turned(rows)) / ROLLS]
    if name == "plakoto":
        mine, other = pinned[:, :SIDE], pinned[:, SIDE:]
        found += [mine.sum(axis=1) / 5, other.sum(axis=1) / 5, own[:, 24] == 1, theirs[:, 24] == 1]
        found += [own[:, 24] == 0, theirs[:, 24] == 0, mine[:, 24], other[:, 24]]
    return found


def _shots(name: str, rows: Rows) -> Any:
    own, theirs = rows[:, :SIDE], rows[:, SIDE:]
    mine, held = mask_of(own > 0), mask_of(own == PINNED)
    blocked = mirrored(mask_of((theirs > 1) & (theirs < PINNED)) & BOARD) | held
    targets = mirrored(mask_of(theirs == 1) & BOARD) & ~blocked
    bar = own[:, BAR] if name == "portes" else 0 * own[:, BAR]
    first = np.where(bar > 0, BAR_BIT, mine & ~held)
    return shots(first, (mine & BOARD) * (bar == 1), 1 * (bar < 2), BOARD & ~blocked, targets, 0, 0)[0]


def _fevga(rows: Rows) -> list[Any]:
    found: list[Any] = []
    for side in (rows, turned(rows)):
        can = [sources("fevga", side, np.full(len(side), die)) != 0 for die in range(1, 7)]
        start = (side[:, 19:25] > 0).sum(axis=1) / 6
        found += [*can, ~np.any(can, axis=0), start, (side[:, :AHEAD] > 0).any(axis=1)]
    return found


PLAYER: Player = stick
