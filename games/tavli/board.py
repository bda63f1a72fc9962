"""A board as the seat to move sees it (RULES.md §3)."""

from typing import Literal

import msgspec


class Board(msgspec.Struct, frozen=True, gc=False):
    """Two sides (side.py) by the point numbers of the seat to move."""

    own: int
    enemy: int
    """The other seat's checkers as they lie for the mover: where its bar and off are, the variant says."""
    held: int = 0
    """The mover's points on which a checker is pinned (Plakoto)."""


class Outcome(msgspec.Struct, frozen=True):
    """How a turn ended a game: the mover's points, or a tie."""

    how: Literal["bear_off", "mother", "tie"]
    points: int
    tie: bool = False
