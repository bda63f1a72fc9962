"""Cells, lines and texts of the three boards."""

from itertools import pairwise

import pytest

from games.tictactoe.board import BOARDS, finished


@pytest.mark.parametrize(("size", "k", "lines"), [(3, 3, 8), (4, 4, 10), (5, 4, 28)])
def test_each_size_has_its_marks_in_line_and_its_number_of_lines(size: int, k: int, lines: int) -> None:
    board = BOARDS[size]
    assert (board.size, board.k, len(board.lines), len(set(board.lines))) == (size, k, lines, lines)
    assert all(line.bit_count() == k for line in board.lines)


def test_the_large_board_has_ten_lines_across_ten_down_and_eight_slanting() -> None:
    def spread(line: int) -> tuple[int, int]:
        places = [BOARDS[5].row_col(cell) for cell in BOARDS[5].cells(line)]
        return len({row for row, _ in places}), len({col for _, col in places})

    spreads = [spread(line) for line in BOARDS[5].lines]
    assert [spreads.count(each) for each in ((1, 4), (4, 1), (4, 4))] == [10, 10, 8]


def test_every_line_is_a_run_of_neighbours_so_that_none_wraps() -> None:
    for board in BOARDS.values():
        for line in board.lines:
            places = [board.row_col(cell) for cell in board.cells(line)]
            steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)}
            assert len(steps) == 1 and steps <= {(0, 1), (1, 0), (1, 1), (1, -1)}


@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_lines_through_a_cell_are_those_that_hold_it(size: int) -> None:
    board = BOARDS[size]
    for cell, through in enumerate(board.through):
        assert set(through) == {line for line in board.lines if line & 1 << cell}


def test_cells_are_counted_from_the_top_left_and_written_row_first() -> None:
    board = BOARDS[4]
    assert board.names[0] == "1,1" and board.names[board.cell(2, 3)] == "2,3" and board.names[15] == "4,4"
    assert all(board.cell(*board.row_col(cell)) == cell for cell in range(16))


def test_a_board_is_written_top_row_first_and_read_back() -> None:
    rows = ("X.O..", "..X..", ".....", "O....", "....X")
    x, o = BOARDS[5].masks(rows)
    assert BOARDS[5].rows(x, o) == rows
    assert BOARDS[5].texts(x) == ("1,1", "2,3", "5,5") and BOARDS[5].texts(o) == ("1,3", "4,1")


def test_finished_cells_are_those_of_all_complete_lines() -> None:
    board = BOARDS[5]
    five, _ = board.masks(("XXXXX", ".....", ".....", ".....", "....."))
    gap, _ = board.masks(("XX.XX", ".....", ".....", ".....", "....."))
    assert board.finished(five) == five
    assert board.finished(gap) == 0
    assert finished((), five) == 0


@pytest.mark.parametrize(
    "rows",
    [
        None,
        "XXXXXXXXX",
        [],
        ["..."],
        ["...", "...", ".."],
        ["...", "...", "...."],
        ["...", "...", "..x"],
        [1, 2, 3],
        {},
    ],
)
def test_what_is_no_board_is_not_taken_for_one(rows: object) -> None:
    assert not BOARDS[3].is_text(rows)
    assert BOARDS[3].is_text(["X.O", "...", "OX."])
