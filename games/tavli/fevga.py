"""Fevga: both seats run the same way, one checker holds a point (RULES.md §10)."""

from games.tavli import side as sides
from games.tavli.board import Board
from games.tavli.side import START_QUADRANT, occupied
from games.tavli.variant import Variant

PASSED_BITS = 4 * 12
"""A side has passed the opponent's start when any of its lowest 12 digits (off, 1–11) is not 0."""
FIRST_PASSED = (1 << PASSED_BITS) - 1


class Fevga(Variant):
    """The first checker, the start quadrant, and the duty to open a prime."""

    name = "fevga"
    start = 15 << 4 * 24

    def facing(self, side: int) -> int:
        """Point `p` is the other seat's `p ± 12`; off stays off."""
        return sides.rotated(side)

    def blocked(self, board: Board) -> int:
        """Any enemy checker."""
        return occupied(board.enemy)

    def movable(self, board: Board) -> int:
        """The most advanced checker alone, until one has passed the opponent's start."""
        found = occupied(board.own) & ~sides.OFF_BIT
        return found if board.own & FIRST_PASSED else found & -found

    def withheld(self, board: Board, source: int) -> str | None:
        """Only the most advanced checker may move at first."""
        return None if self.movable(board) >> 4 * source & 1 else "first_checker_first"

    def forbidden(self, board: Board, source: int, die: int) -> str | None:
        """No step leaves all of own 19–24 occupied."""
        return "start_prime_forbidden" if self._fills(board, sides.bit_of(source), die) else None

    def sources(self, board: Board, die: int) -> int:
        """Without the steps that would fill the start quadrant."""
        found = super().sources(board, die)
        if (occupied(board.own) & START_QUADRANT).bit_count() >= 5:
            for source in sides.bits(found):
                if self._fills(board, source, die):
                    found ^= source
        return found

    def _fills(self, board: Board, source: int, die: int) -> bool:
        return occupied(self.moved(board, source, die).own) & START_QUADRANT == START_QUADRANT

    def must_open(self, board: Board) -> bool:
        """The opponent is sealed at the start of the turn."""
        return self.sealed(self.turned(board))

    def sealed(self, board: Board) -> bool:
        """Whether the mover has a checker in play and no die, taken alone, gives it a legal step."""
        return board.own & 15 < sides.CHECKERS and not any(self.sources(board, die) for die in range(1, 7))
