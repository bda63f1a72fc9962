"""Full search of the 3×3 board: what a position is worth with best play."""

from functools import cache

from games.tictactoe.board import BOARDS, finished

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
