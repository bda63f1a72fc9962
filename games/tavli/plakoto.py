"""Plakoto: pinning, and the mother (RULES.md §9)."""

from games.tavli import side as sides
from games.tavli.board import Board, Outcome
from games.tavli.side import MOTHER, count, occupied, stacked
from games.tavli.variant import Variant

MOTHER_POINTS = 2
ENEMY_MOTHER = sides.mirrored(MOTHER)
"""The point on which the other seat's checkers began: the mover's own 1."""


class Plakoto(Variant):
    """Nobody is sent back. Where both seats have checkers, one of them is pinned: the mover's if it is in `held`."""

    name = "plakoto"
    pins_checkers = True
    start = 15 << 4 * 24

    def pins(self, board: Board) -> int:
        """The points on which the mover pins an enemy checker."""
        return occupied(board.own) & occupied(board.enemy) & sides.BOARD & ~board.held

    def turned(self, board: Board) -> Board:
        """The pins of one seat are the held points of the other."""
        return Board(self.facing(board.enemy), self.facing(board.own), self.facing(self.pins(board)))

    def blocked(self, board: Board) -> int:
        """Two enemy checkers or more, or one that lies on the mover's."""
        return stacked(board.enemy) | board.held

    def movable(self, board: Board) -> int:
        """Every point but those with a pinned checker."""
        return super().movable(board) & ~board.held

    def withheld(self, board: Board, source: int) -> str | None:
        """A pinned checker stays."""
        return "checker_pinned" if board.held >> 4 * source & 1 else None

    def outcome(self, board: Board) -> Outcome | None:
        """Borne off; both mothers pinned; the enemy's mother pinned with own 24 clear; in this order."""
        if ended := super().outcome(board):
            return ended
        if not self.pins(board) & ENEMY_MOTHER or count(board.enemy, 1) != 1:
            return None
        if board.held & MOTHER:
            return Outcome("tie", 0, tie=True)
        return None if count(board.own, 24) else Outcome("mother", MOTHER_POINTS)
