"""Counts of complete games and best play, known from elsewhere (RULES.md §5)."""

from collections import Counter
from functools import cache

import msgspec
import pytest

from games.api import Over
from games.tictactoe.board import BOARDS, Board
from games.tictactoe.search import worth
from games.tictactoe.state import State
from tests.games.tictactoe.boards import game, led_by


@cache
def complete_games(state: State) -> Counter[tuple[str, int]]:
    """How many ways lead on from a state to each (ending, number of marks); `last` is not part of the position."""
    waits = game.next(state)
    if isinstance(waits, Over):
        ending = "draw" if state.winner is None else state.marks[state.winner]
        return Counter({(ending, (state.x | state.o).bit_count()): 1})
    seat = waits.due[0].seat
    total: Counter[tuple[str, int]] = Counter()
    for move in game.legal(state, seat):
        total.update(complete_games(msgspec.structs.replace(game.apply(state, seat, move), last=None)))
    return total


COUNTS = complete_games(led_by(0))


def test_the_small_board_has_255168_complete_games() -> None:
    assert COUNTS.total() == 255_168


@pytest.mark.parametrize(("ending", "count"), [("X", 131_184), ("O", 77_904), ("draw", 46_080)])
def test_so_many_are_won_by_each_side_or_drawn(ending: str, count: int) -> None:
    assert sum(number for (how, _), number in COUNTS.items() if how == ending) == count


@pytest.mark.parametrize(("marks", "count"), [(5, 1_440), (6, 5_328), (7, 47_952), (8, 72_576), (9, 127_872)])
def test_games_end_with_each_mark_as_often_as_published(marks: int, count: int) -> None:
    assert sum(number for (_, length), number in COUNTS.items() if length == marks) == count


def test_no_game_ends_before_the_fifth_mark_and_draws_fill_the_board() -> None:
    assert {length for _, length in COUNTS} == {5, 6, 7, 8, 9}
    assert {length for ending, length in COUNTS if ending == "draw"} == {9}


def test_the_small_board_is_a_draw_with_best_play() -> None:
    assert worth(0, 0) == 0


def test_the_middle_board_is_a_draw_with_best_play() -> None:
    """The first side cannot force a line; nor then can the second, for whom it is one mark harder."""
    assert not forces_a_line(BOARDS[4], 0, 0, {})


def test_three_marks_meeting_at_two_free_cells_force_a_line() -> None:
    """The search does find forced lines where there are some."""
    x, o = BOARDS[4].masks(["..XX", "X..O", "X...", ".O.."])
    assert forces_a_line(BOARDS[4], x, o, {})


def forces_a_line(board: Board, own: int, enemy: int, known: dict[tuple[int, int], bool]) -> bool:
    """Whether the side to move can force a line of its own before the other has one."""
    if (own, enemy) not in known:
        moves = completing(board, own, enemy) or needed(board, own, enemy)
        known[own, enemy] = any(not holds(board, own | cell, enemy, known) for cell in moves)
    return known[own, enemy]


def holds(board: Board, own: int, enemy: int, known: dict[tuple[int, int], bool]) -> bool:
    """Whether the side to move (`enemy`) keeps the other from a line; it need only try what hinders one."""
    if board.finished(own):
        return False
    if completing(board, enemy, own):
        return True
    stops = completing(board, own, enemy) or open_cells(board, own, enemy)
    return not stops or any(not forces_a_line(board, own, enemy | cell, known) for cell in stops)


def needed(board: Board, own: int, enemy: int) -> set[int]:
    """The cell that stops the enemy's line, else any cell as long as an own line is still open."""
    free = board.full & ~(own | enemy) if open_cells(board, own, enemy) else 0
    return completing(board, enemy, own) or {1 << cell for cell in board.cells(free)}


def open_cells(board: Board, own: int, enemy: int) -> set[int]:
    """The free cells of lines that hold no enemy mark."""
    free = board.full & ~(own | enemy)
    reach = 0
    for line in board.lines:
        if not line & enemy:
            reach |= line & free
    return {1 << cell for cell in board.cells(reach)}


def completing(board: Board, own: int, enemy: int) -> set[int]:
    """The cells with any of which `own` has a line."""
    rests = [line & ~own for line in board.lines if not line & enemy]
    return {rest for rest in rests if rest.bit_count() == 1}
