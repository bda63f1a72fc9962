"""The computer player: four rules of thumb, then the cell with the most promising lines."""

from collections.abc import Callable, Sequence
from functools import cache

from bench.computers.frozen.tictactoe_search import SEARCHED_SIZE, best_cells
from games.api import GameEvent, Rng
from games.tictactoe.board import BOARDS, Board, finished
from games.tictactoe.moves import Place
from games.tictactoe.view import View
from services.kernel.strength import STRONG, Strength


def bot(view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = ()) -> Place | None:
    """The move of the view's seat; None when it is not in turn. Chance plays no part."""
    if view.seat is None or view.seat != view.turn:
        return None
    board = BOARDS[view.size]
    x, o = board.masks(view.board)
    own, enemy = (x, o) if view.marks[str(view.seat)] == "X" else (o, x)
    return Place(*board.row_col(choose(board, own, enemy)))


def choose(board: Board, own: int, enemy: int) -> int:
    """The cell to mark, for the side to move that owns `own`."""
    cells = tuple(cell for cell in by_preference(board.size) if not (own | enemy) >> cell & 1)
    if board.size == SEARCHED_SIZE:
        cells = best_cells(own, enemy, cells)
    wishes: tuple[Callable[[int], bool], ...] = (
        lambda cell: completes(board, own, cell),
        lambda cell: completes(board, enemy, cell),
        lambda cell: forks(board, own, enemy, cell),
        lambda cell: forks(board, enemy, own, cell),
    )
    for wish in wishes:
        for cell in cells:
            if wish(cell):
                return cell
    return max(cells, key=lambda cell: promise(board, own, enemy, cell))  # the first of equals: by preference


def completes(board: Board, own: int, cell: int) -> bool:
    """Whether `own` would have a line with this cell."""
    return finished(board.through[cell], own | 1 << cell) != 0


def forks(board: Board, own: int, enemy: int, cell: int) -> bool:
    """Whether marking the cell makes two own lines that each lack one mark and hold no enemy mark."""
    made = sum(not line & enemy and (line & own).bit_count() == board.k - 2 for line in board.through[cell])
    return made >= 2


def promise(board: Board, own: int, enemy: int, cell: int) -> int:
    """The sum over the lines through a free cell: 1 + 3 for each own mark where no enemy mark is, 1 + 2 for each
    enemy mark where no own mark is, nothing for a line that holds both."""
    return sum(_line_promise((line & own).bit_count(), (line & enemy).bit_count()) for line in board.through[cell])


def _line_promise(own_marks: int, enemy_marks: int) -> int:
    return 0 if own_marks and enemy_marks else 1 + 3 * own_marks + 2 * enemy_marks


@cache
def by_preference(size: int) -> tuple[int, ...]:
    """All cells, nearest the centre first, then lower row, then lower column."""
    board, middle = BOARDS[size], size + 1

    def rank(cell: int) -> tuple[int, int, int]:
        row, col = board.row_col(cell)
        return (2 * row - middle) ** 2 + (2 * col - middle) ** 2, row, col  # twice the distance, squared: integers

    return tuple(sorted(range(size * size), key=rank))
