"""The pure functions (RULES.md §8), with the worked examples of §5."""

import pytest

from tests import conformance

calculate = conformance.calculations("tictactoe")

EMPTY_3 = ["...", "...", "..."]


def on_5(*cells: str, mark: str = "X") -> list[str]:
    """A large board with marks on some cells."""
    return ["".join(mark if f"{row},{col}" in cells else "." for col in range(1, 6)) for row in range(1, 6)]


def place(board: list[str], mark: str, cell: str) -> dict:
    row, col = map(int, cell.split(","))
    return calculate["place"](size=len(board), board=board, mark=mark, row=row, col=col)


def test_the_names_are_those_of_the_rules() -> None:
    assert set(calculate) == {"validate_options", "place", "lines", "threats"}


# --- validate_options ---


@pytest.mark.parametrize(("raw", "size"), [({}, 3), ({"size": 4}, 4), ({"size": 5}, 5)])
def test_options_come_back_with_defaults(raw: dict, size: int) -> None:
    assert calculate["validate_options"](raw_options=raw) == {"options": {"size": size}}


@pytest.mark.parametrize("raw", [{"size": 6}, {"size": "3"}, {"stake": 200}, None, [], "size"])
def test_other_options_are_invalid(raw) -> None:
    assert calculate["validate_options"](raw_options=raw) == {"error": "options_invalid"}


# --- lines ---


@pytest.mark.parametrize(("size", "lines"), [(3, 8), (4, 10), (5, 28)])
def test_the_number_of_winning_lines(size: int, lines: int) -> None:
    assert calculate["lines"](size=size) == {"lines": lines}


@pytest.mark.parametrize("size", [2, 6, "3", None, 3.0, []])
def test_a_size_that_does_not_exist_has_no_lines(size) -> None:
    assert calculate["lines"](size=size) == {"error": "options_invalid"}
    assert calculate["threats"](size=size, board=EMPTY_3, mark="X") == {"error": "options_invalid"}
    assert calculate["place"](size=size, board=EMPTY_3, mark="X", row=1, col=1) == {"error": "options_invalid"}


# --- place: §5's examples ---


def test_a_mark_that_ends_nothing() -> None:
    assert place(EMPTY_3, "O", "2,3") == {"board": ["...", "..O", "..."], "result": None, "line": []}


@pytest.mark.parametrize(
    ("cell", "line"),
    [("1,1", ["1,1", "2,2", "3,3", "4,4"]), ("5,5", ["2,2", "3,3", "4,4", "5,5"])],
)
def test_three_on_the_long_diagonal_win_with_either_end(cell: str, line: list[str]) -> None:
    answer = place(on_5("2,2", "3,3", "4,4"), "X", cell)
    assert (answer["result"], answer["line"]) == ("won", line)


def test_a_run_of_five_wins_and_the_line_has_all_five_cells() -> None:
    answer = place(on_5("1,1", "1,2", "1,4", "1,5"), "X", "1,3")
    assert (answer["result"], answer["line"]) == ("won", ["1,1", "1,2", "1,3", "1,4", "1,5"])


def test_lines_do_not_wrap() -> None:
    assert place(on_5("1,1", "1,2", "1,3"), "X", "2,1")["result"] is None
    assert place(on_5("1,3", "1,4", "1,5"), "X", "2,1")["result"] is None
    assert place(on_5("1,5", "2,1", "3,2"), "X", "4,3")["result"] is None


def test_three_slanting_are_no_line_on_the_middle_board() -> None:
    assert place(["X...", ".X..", "....", "...."], "X", "3,3")["result"] is None


def test_the_large_board_has_slanting_lines_beside_the_diagonals() -> None:
    assert place(on_5("1,2", "2,3", "3,4"), "X", "4,5")["line"] == ["1,2", "2,3", "3,4", "4,5"]


def test_two_lines_at_once_are_one_win_with_all_their_cells() -> None:
    answer = place(["OO.", ".XO", "X.O"], "O", "1,3")
    assert answer == {
        "board": ["OOO", ".XO", "X.O"],
        "result": "won",
        "line": ["1,1", "1,2", "1,3", "2,3", "3,3"],
    }


def test_the_last_cell_without_a_line_is_a_draw() -> None:
    assert place(["XOX", "XOO", "OX."], "X", "3,3") == {"board": ["XOX", "XOO", "OXX"], "result": "draw", "line": []}


def test_the_last_cell_with_a_line_is_a_win() -> None:
    assert place(["XXO", "OXX", "OO."], "X", "3,3")["result"] == "won"


FULL = ["XOX", "XOO", "OXX"]
WON = ["XXX", "OO.", "..."]


@pytest.mark.parametrize(
    ("board", "mark", "row", "col", "error"),
    [
        (WON, "O", "a", 9, "match_over"),
        (WON, "O", 1, 1, "match_over"),
        (["OOO", "XX.", "X.."], "X", 2, 3, "match_over"),
        (FULL, "X", 1, 1, "match_over"),
        (["X..", "...", "..."], "O", "1", 1, "bad_parameters"),
        (["X..", "...", "..."], "O", 1.0, 9, "bad_parameters"),
        (["X..", "...", "..."], "O", None, 1, "bad_parameters"),
        (["X..", "...", "..."], "O", True, True, "bad_parameters"),
        (["X..", "...", "..."], "O", 4, 1, "out_of_board"),
        (["X..", "...", "..."], "O", 1, 0, "out_of_board"),
        (["X..", "...", "..."], "O", 1, 1, "cell_taken"),
        (["X..", "...", "..."], "Z", 1, 2, "bad_parameters"),
        (["X..", "...", "..."], None, 1, 2, "bad_parameters"),
        (["X..", "...", "..."], [], 1, 2, "bad_parameters"),
        (["X..", "..."], "O", 1, 2, "bad_parameters"),
        ("X........", "O", 1, 2, "bad_parameters"),
        (None, "O", 1, 2, "bad_parameters"),
    ],
)
def test_place_refuses_in_the_order_of_the_rules(board, mark, row, col, error: str) -> None:
    assert calculate["place"](size=3, board=board, mark=mark, row=row, col=col) == {"error": error}


def test_a_missing_argument_is_a_bad_parameter() -> None:
    assert calculate["place"](size=3, board=EMPTY_3, mark="X", row=1)["error"] == "bad_parameters"


# --- threats ---


@pytest.mark.parametrize(
    ("board", "mark", "cells"),
    [
        (EMPTY_3, "X", []),
        (["XX.", "OO.", "..."], "X", ["1,3"]),
        (["XX.", "OO.", "..."], "O", ["2,3"]),
        (["X.X", "...", "X.."], "X", ["1,2", "2,1", "2,2"]),
        (["XXO", "...", "..."], "X", []),
        (on_5("2,2", "3,3", "4,4"), "X", ["1,1", "5,5"]),
        (on_5("1,1", "1,2", "1,4", "1,5"), "X", ["1,3"]),
        (WON, "O", []),
        (FULL, "O", []),
        (["OOO", "XX.", "X.."], "X", []),
    ],
)
def test_threats_are_the_cells_that_would_win_at_once(board: list[str], mark: str, cells: list[str]) -> None:
    assert calculate["threats"](size=len(board), board=board, mark=mark) == {"cells": cells}


def test_threats_of_what_is_no_board_or_mark() -> None:
    assert calculate["threats"](size=3, board=["..."], mark="X") == {"error": "bad_parameters"}
    assert calculate["threats"](size=3, board=EMPTY_3, mark="x") == {"error": "bad_parameters"}
