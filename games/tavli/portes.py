"""Portes: hitting, the bar, entering (RULES.md §8)."""

from games.tavli.board import Board
from games.tavli.side import BAR_BIT, stacked
from games.tavli.variant import Variant

START = (2 << 4 * 24) + (5 << 4 * 13) + (3 << 4 * 8) + (5 << 4 * 6)


class Portes(Variant):
    """Backgammon without the cube. In the enemy's side as the mover sees it the bar is digit 0 and off digit 25."""

    name = "portes"
    start = START
    has_bar = True

    def blocked(self, board: Board) -> int:
        """Two enemy checkers or more."""
        return stacked(board.enemy)

    def movable(self, board: Board) -> int:
        """The bar alone while a checker is on it."""
        return BAR_BIT if board.own >= BAR_BIT else super().movable(board)

    def moved(self, board: Board, source: int, die: int) -> Board:
        """A single enemy checker on the target goes to its bar."""
        target = source >> 4 * die or 1
        enemy = board.enemy
        if target > 1 and enemy & target:
            enemy += 1 - target
        return Board(board.own - source + target, enemy)
