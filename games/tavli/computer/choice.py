"""Which play the computer makes (RULES.md §13).

Strong: candidates by one look, the best of them by one more half-move, close ones by two. Weaker: one look, and noise.
"""

from typing import Any, NamedTuple

import numpy as np

from games.api import Rng
from games.tavli.board import Board
from games.tavli.computer.inputs import LENGTH, PINNED, SIDE, Rows
from games.tavli.computer.looking import DIGITS, TooWide, after_looking, at_once, ended
from games.tavli.computer.net import Chances, Nets
from games.tavli.computer.stakes import Stakes
from games.tavli.state import VariantName
from games.tavli.turns import Path, Turn
from games.tavli.variant import Variant
from services.kernel.strength import Strength

WIDTH = 8
"""The most candidates for which a half-move more is looked."""
NEAR = 0.2
"""Points within which a play may be behind the best at one look and still be a candidate."""
CLOSE = 0.04
"""Points within which plays are so close after a half-move that the best few are looked at with two."""
CLOSE_WIDTH = 2
RESULTS_MAX = 50_000
"""With two half-moves a play is looked at only if there are so few last positions: in a wide open game of fevga they
are five times as many, and two plays take two seconds of a core."""
BYTES = 13
NOISE: dict[Strength, dict[VariantName, float]] = {
    "medium": {"portes": 0.07, "plakoto": 0.07, "fevga": 0.05},
    "easy": {"portes": 0.2, "plakoto": 0.16, "fevga": 0.12},
}
"""Standard deviation, in points, of what is added to the worth of every play."""
FORGIVEN = 4.0
"""A play that is further behind the best than so many standard deviations is never made."""
DRAWS = 4
"""So many even random numbers make one that is nearly normal, and never far away."""
EVEN = 2**20


class Judged(NamedTuple):
    """A result of a roll with what it is worth to the seat that plays it."""

    board: Board
    path: Path
    chances: Chances
    """Win, double, double loss, tie reached."""
    worth: float
    half_moves: int
    """How far was looked after the play."""


def rows_of(variant: Variant, boards: list[Board]) -> Rows:
    """Boards as rows, seen by the same seat as the boards."""
    rows = np.zeros((len(boards), LENGTH), np.uint8)
    for start, masks in (
        (0, [board.own for board in boards]),
        (SIDE, [variant.facing(board.enemy) for board in boards]),
    ):
        rows[:, start : start + SIDE] = _digits(masks)
    if variant.pins_checkers:
        rows[:, :SIDE] += (PINNED - 1) * _digits([board.held for board in boards])
        rows[:, SIDE:] += (PINNED - 1) * _digits([variant.turned(board).held for board in boards])
    return rows


def _digits(sides: list[int]) -> Rows:
    packed = np.frombuffer(b"".join(side.to_bytes(BYTES, "little") for side in sides), np.uint8).reshape(-1, BYTES)
    found = np.empty((len(sides), SIDE), np.uint8)
    found[:, 0::2], found[:, 1::2] = packed & 15, packed >> 4
    return found


def tie_break(path: Path) -> Any:
    """Of equal plays the one with the highest of these: steps in descending order of `from`, the higher die first."""
    return [source for source, _ in path], path


def judged(
    turn: Turn, stakes: Stakes, judges: Nets | None = None, *, width: int = WIDTH, deep: int = CLOSE_WIDTH
) -> list[Judged]:
    """All results of a roll, the best first: those looked at furthest before the others.

    `stakes` are in points (`Stakes.in_points`), as the widths of the search are. Equal ones: the play whose steps come
    first in descending order of `from`, the bar being the highest.
    """
    name: Any = turn.variant.name
    boards, paths = list(turn.results), list(turn.results.values())
    rows = rows_of(turn.variant, boards)
    found = at_once(name, rows, judges)
    looked = np.zeros(len(boards), np.int64)
    worth = np.round(stakes.worth(found), DIGITS)
    ties = [tie_break(path) for path in paths]
    order = sorted(range(len(boards)), key=lambda i: (worth[i], ties[i]), reverse=True)
    for half_moves, most, near in ((1, width, NEAR), (2, deep, CLOSE)):
        chosen = [i for i in order[:most] if looked[i] == half_moves - 1 and worth[i] >= worth[order[0]] - near]
        if len(chosen) < 2:
            break
        try:
            found[chosen] = after_looking(name, rows[chosen], stakes, half_moves, judges, RESULTS_MAX)
        except TooWide:
            break
        worth[chosen] = np.round(stakes.worth(found[chosen]), DIGITS)
        looked[chosen] = half_moves
        order.sort(key=lambda i: (looked[i], worth[i], ties[i]), reverse=True)
    return [Judged(boards[i], paths[i], found[i], float(worth[i]), int(looked[i])) for i in order]


def chosen(
    turn: Turn, stakes: Stakes, rng: Rng, strength: Strength, judges: Nets | None = None, scale: float = 1.0
) -> Path:
    """The play of a roll that has at least one; `stakes` in points. With less than the whole `scale` none is looked
    at with two half-moves, with a quarter fewer with one, and with less none."""
    if len(turn.results) == 1:
        return next(iter(turn.results.values()))
    if strength == "strong":
        return judged(turn, stakes, judges, width=_width(scale), deep=CLOSE_WIDTH if scale >= 1 else 0)[0].path
    return _noisy(turn, stakes, NOISE[strength][turn.variant.name], rng, judges)  # type: ignore[index]


def _width(scale: float) -> int:
    """For how many candidates a half-move more is looked with a share of the work."""
    return WIDTH if scale >= 0.5 else WIDTH // 2 if scale >= 0.25 else 0


def _noisy(turn: Turn, stakes: Stakes, deviation: float, rng: Rng, judges: Nets | None) -> Path:
    """The best play where each is worth a little more or less than it is; a win on the spot is seen."""
    name: Any = turn.variant.name
    rows, paths = rows_of(turn.variant, list(turn.results)), list(turn.results.values())
    worth = np.round(stakes.worth(at_once(name, rows, judges)), DIGITS)
    _, points = ended(name, rows)
    felt = worth.copy()
    if not (points > 0).any():
        felt += np.array([deviation * normal(rng) for _ in paths])
        felt[worth < worth.max() - FORGIVEN * deviation] = -np.inf
    felt = np.round(felt, DIGITS)
    return paths[max(range(len(paths)), key=lambda i: (felt[i], tie_break(paths[i])))]


def normal(rng: Rng) -> float:
    """A number that is 0 on average with standard deviation 1, at most 3.5."""
    drawn = sum(rng.below(EVEN) for _ in range(DRAWS)) / (EVEN - 1)
    return float((drawn - DRAWS / 2) / (DRAWS / 12) ** 0.5)
