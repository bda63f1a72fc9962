"""The computer player: searches; weaker ones judge cells by rules of thumb and err (RULES.md §8)."""

from collections.abc import Callable, Sequence
from functools import cache

from games.api import GameEvent, Rng
from games.tictactoe.board import BOARDS, Board, finished
from games.tictactoe.moves import Place
from games.tictactoe.search import SEARCHED_SIZE, best_cell, best_cells
from games.tictactoe.view import View
from services.kernel.strength import STRONG, Strength


def bot(
    view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = (), scale: float = 1.0
) -> Place | None:
    """The move of the view's seat; None when it is not in turn. In the strong one chance plays no part."""
    if view.seat is None or view.seat != view.turn:
        return None
    board = BOARDS[view.size]
    x, o = board.masks(view.board)
    own, enemy = (x, o) if view.marks[str(view.seat)] == "X" else (o, x)
    cell = strongest(board, own, enemy) if strength == "strong" else erring(board, own, enemy, rng, ERROR[strength])
    return Place(*board.row_col(cell))


ERROR: dict[Strength, int] = {"medium": 30, "easy": 500}
"""By how much a weaker player misjudges a cell at most: medium overlooks forks, easy a line of the other now and
then, and neither overlooks its own."""
COMPLETES, STOPS, FORKS, STOPS_FORK = 1_000, 300, 100, 50
"""What the rules of thumb are worth to a weaker player, beside what the cell's lines promise (about 20)."""


def strongest(board: Board, own: int, enemy: int) -> int:
    """The best cell that is found by search; on 3×3 the rules of thumb choose among the best."""
    if board.size == SEARCHED_SIZE:
        return choose(board, own, enemy)
    guess = choose(board, own, enemy)
    free = (cell for cell in by_preference(board.size) if not (own | enemy) >> cell & 1 and cell != guess)
    others = sorted(free, key=lambda cell: -promise(board, own, enemy, cell))
    return best_cell(board, own, enemy, (guess, *others), by_preference(board.size))


def erring(board: Board, own: int, enemy: int, rng: Rng, error: int) -> int:
    """The cell that seems best to a player who misjudges each by up to `error`."""
    cells = [cell for cell in by_preference(board.size) if not (own | enemy) >> cell & 1]
    seeming = {cell: seeming_worth(board, own, enemy, cell) + rng.below(error + 1) for cell in cells}
    return max(cells, key=seeming.__getitem__)


def seeming_worth(board: Board, own: int, enemy: int, cell: int) -> int:
    """What a cell is worth by the rules of thumb."""
    rules = (
        (COMPLETES, completes(board, own, cell)),
        (STOPS, completes(board, enemy, cell)),
        (FORKS, forks(board, own, enemy, cell)),
        (STOPS_FORK, forks(board, enemy, own, cell)),
    )
    return sum(worth for worth, applies in rules if applies) + promise(board, own, enemy, cell)


def choose(board: Board, own: int, enemy: int) -> int:
    """The cell to mark by rules of thumb, for the side to move that owns `own`; on 3×3 among the best cells."""
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
