"""What all variants share: steps, bearing off, and the order in which a step is refused (RULES.md §6, §7).

A variant says in its own file what it changes.
"""

from games.tavli import side as sides
from games.tavli.board import Board, Outcome
from games.tavli.side import BAR, BOARD, CHECKERS, HOME_BITS, OFF, count, occupied


class Variant:
    """The rules of one variant over boards of the seat to move. Masks are those of side.py."""

    name: str
    start: int
    """Every side at the beginning."""
    has_bar = False
    pins_checkers = False

    def facing(self, side: int) -> int:
        """A side by the other seat's point numbers; its own inverse."""
        return sides.mirrored(side)

    def borne_off(self, facing: int) -> int:
        """How many checkers a side has borne off, from how it lies for the other seat."""
        return self.facing(facing) & 15

    def turned(self, board: Board) -> Board:
        """The same board for the other seat."""
        return Board(self.facing(board.enemy), self.facing(board.own), 0)

    def blocked(self, board: Board) -> int:
        """The points on which the mover may not land."""
        raise NotImplementedError

    def movable(self, board: Board) -> int:
        """The points whose checkers may be moved at all, whatever the dice."""
        return occupied(board.own) & ~sides.OFF_BIT

    def withheld(self, board: Board, source: int) -> str | None:
        """Why the checker on a point may not be moved, whatever the dice: a code of RULES.md §6."""
        return None

    def forbidden(self, board: Board, source: int, die: int) -> str | None:
        """Why a step may not be made although its target is free: a code of RULES.md §6."""
        return None

    def sources(self, board: Board, die: int) -> int:
        """The points from which one checker may legally be moved with this die."""
        shift = 4 * die
        movable = self.movable(board)
        found = movable & (BOARD & ~self.blocked(board)) << shift
        if not board.own >> HOME_BITS:
            found |= movable & self._leaving(board.own, die)
        return found

    @staticmethod
    def _leaving(own: int, die: int) -> int:
        """With all checkers at home: the point from which this die bears off, none if it must be moved instead."""
        from_die_on = own >> 4 * die
        if from_die_on:
            return sides.bit_of(die) if from_die_on & 15 else 0
        return sides.bit_of(sides.point_of(own)) & ~sides.OFF_BIT

    def moved(self, board: Board, source: int, die: int) -> Board:
        """The board after a legal step of the checker on `source` (a mask of one point)."""
        return Board(board.own - source + (source >> 4 * die or 1), board.enemy, board.held)

    def refusal(self, board: Board, source: int, target: int, dice: tuple[int, ...]) -> str | None:
        """Why a step between two points (the bar is 25, off is 0) may not be made with the dice left; first hit."""
        if not count(board.own, source) or source == OFF:
            return "no_checker_there"
        if source != BAR and count(board.own, BAR):
            return "must_enter_from_bar"
        die = die_for(source, target, dice)
        if die is None:
            return "no_matching_die"
        if code := self.withheld(board, source):
            return code
        if target == OFF:
            return self._stays(board.own, source, die)
        if self.blocked(board) >> 4 * target & 1:
            return "point_blocked"
        return self.forbidden(board, source, die)

    @staticmethod
    def _stays(own: int, source: int, die: int) -> str | None:
        """Why the checker on a point may not be borne off with this die."""
        if own >> HOME_BITS:
            return "not_all_home"
        if die > source and own >> 4 * (source + 1):
            return "higher_checker_exists"
        return None

    def must_open(self, board: Board) -> bool:
        """Whether the turn must end with the other seat able to move, if it can (RULES.md §10)."""
        return False

    def outcome(self, board: Board) -> Outcome | None:
        """How the mover's turn, which ends with this board, ends the game (RULES.md §7, §11)."""
        if board.own & 15 < CHECKERS:
            return None
        return Outcome("bear_off", 1 if self.borne_off(board.enemy) else 2)


def die_for(source: int, target: int, dice: tuple[int, ...]) -> int | None:
    """The unused die that a step uses: its distance; for bearing off, else the smallest larger one. None: no die."""
    distance = source - target
    if distance in dice:
        return distance
    return min((die for die in dice if die > source), default=None) if target == OFF else None
