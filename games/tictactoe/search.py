"""Search: 3×3 to its end, what a position is worth with best play; larger boards to a depth (RULES.md §8)."""

from functools import cache

from games.tictactoe.board import BOARDS, Board, finished

SEARCHED_SIZE = 3
"""Larger boards are too large to be searched to the end while a player waits."""

_BOARD = BOARDS[SEARCHED_SIZE]


@cache
def worth(own: int, enemy: int) -> int:
    """1, 0 or −1: a win, draw or loss for the side that is to move and owns `own`. At most 5 478 positions."""
    free = _BOARD.full & ~(own | enemy)
    best = -1
    for cell in range(9):
        if free >> cell & 1:
            best = max(best, worth_of(own, enemy, cell))
            if best == 1:
                break
    return best


def worth_of(own: int, enemy: int, cell: int) -> int:
    """What marking a free cell is worth to the side that does it."""
    own |= 1 << cell
    if finished(_BOARD.through[cell], own):
        return 1
    return 0 if own | enemy == _BOARD.full else -worth(enemy, own)


def best_cells(own: int, enemy: int, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the free `cells` with the best result."""
    worths = [worth_of(own, enemy, cell) for cell in cells]
    best = max(worths)
    return tuple(cell for cell, reached in zip(cells, worths, strict=True) if reached == best)


# --- larger boards: to a depth ---

POSITIONS_MAX = 6_000
"""So many positions are looked at before a move; a count, so that the move is the same on every machine."""
WON = 10_000
"""More than all lines of a board are worth."""
LINE_WORTH = (0, 1, 6, 30)
"""What a line without enemy marks is worth by its own marks; the last, one mark short, decides mostly."""


class _SearchEnded(Exception):
    """As many positions were looked at as may be."""


class _Search:
    """Looks ahead from a position, deeper and deeper."""

    def __init__(self, board: Board, order: tuple[int, ...]) -> None:
        """`order`: all cells, the likely ones first."""
        self._board = board
        self._order = order
        self._left = POSITIONS_MAX

    def best(self, own: int, enemy: int, cells: tuple[int, ...]) -> int:
        """The best of these free cells, as far as could be seen; of equals the first."""
        found = cells[0]
        for depth in range(1, len(cells) + 1):
            try:
                worth, found = self._best_at(own, enemy, (found, *(cell for cell in cells if cell != found)), depth)
            except _SearchEnded:
                break
            if abs(worth) > WON // 2:
                break
        return found

    def _best_at(self, own: int, enemy: int, cells: tuple[int, ...], depth: int) -> tuple[int, int]:
        best = -2 * WON, cells[0]
        for cell in cells:
            worth = self._worth_of(own, enemy, cell, depth, best[0], 2 * WON)
            if worth > best[0]:
                best = worth, cell
        return best

    def _worth_of(self, own: int, enemy: int, cell: int, depth: int, low: int, high: int) -> int:
        """What marking a cell is worth; a win is worth more the sooner it comes."""
        own |= 1 << cell
        if finished(self._board.through[cell], own):
            return WON + depth
        if own | enemy == self._board.full:
            return 0
        if depth == 1:
            return self._guess(own, enemy)
        return -self._worth(enemy, own, depth - 1, -high, -low)

    def _worth(self, own: int, enemy: int, depth: int, low: int, high: int) -> int:
        self._left -= 1
        if self._left < 0:
            raise _SearchEnded
        taken = own | enemy
        for cell in self._order:
            if not taken >> cell & 1:
                low = max(low, self._worth_of(own, enemy, cell, depth, low, high))
                if low >= high:
                    break
        return low

    def _guess(self, own: int, enemy: int) -> int:
        """What a position seems to be worth to the side that has just marked a cell."""
        worth = 0
        for line in self._board.lines:
            mine, theirs = line & own, line & enemy
            if not theirs:
                worth += LINE_WORTH[mine.bit_count()]
            elif not mine:
                worth -= LINE_WORTH[theirs.bit_count()]
        return worth


def best_cell(board: Board, own: int, enemy: int, cells: tuple[int, ...], order: tuple[int, ...]) -> int:
    """The best of the free `cells` of a larger board. `order`: all cells of the board, the likely ones first."""
    return _Search(board, order).best(own, enemy, cells)
